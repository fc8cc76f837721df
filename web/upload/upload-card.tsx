import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { notReached } from '../data/refusal.ts';
import { useServiceFacts } from '../data/service.ts';
import { useStore } from '../data/store.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Duplicate } from '../packs/duplicate.tsx';
import { LiveRun } from '../packs/live-run.tsx';
import { Outcome } from '../ui/outcome.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import { changeItem, removeItem, type UploadItem, uploadItems } from './items.ts';
import { isWhole } from './marker.ts';
import { SecretsNotice } from './secrets-notice.tsx';
import { SendingBar } from './sending-bar.tsx';
import { ToOwnPage } from './to-own-page.tsx';
import { VersionFields } from './version-fields.tsx';

/** Loaded where an installer was chosen. */
const ImportLink = lazy(() => import('../packs/import-link.tsx'));

/** One chosen modpack: its versions, its progress, and its result. */
export function UploadCard({
  item,
  isAsked,
  onSend,
}: {
  item: UploadItem;
  /** Missing versions are asked for at their fields. */
  isAsked: boolean;
  onSend(): void;
}) {
  const { upload } = useTexts();
  const format = useFormat();
  const { key, file, state, problem, modPack, duplicateOf } = item;
  const [wasSentBefore] = useState(modPack !== null);
  const isOnly = useStore(uploadItems).length === 1;
  return (
    <Card withBorder component="article" aria-label={file.name}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text fw={600}>
            {file.name}{' '}
            <Text span c="dimmed" size="sm">
              {format.bytes(file.size)}
            </Text>
          </Text>
          {/* An outcome has the badge instead. */}
          {modPack === null && problem === null && (
            <Badge variant="light" color={item.fault === null ? colors[state] : 'red'}>
              {item.fault === null ? upload.state[state] : upload.refused}
            </Badge>
          )}
        </Group>
        <Finding item={item} />
        <SecretsNotice item={item} />
        {(state === 'ready' || state === 'failed') && item.fault === null && duplicateOf === null && (
          <VersionsOfItem item={item} isAsked={isAsked} />
        )}
        {state !== 'ready' && state !== 'submitted' && state !== 'failed' && <SendingBar item={item} />}
        {duplicateOf !== null ? (
          <Duplicate of={duplicateOf} />
        ) : (
          problem !== null && (
            <Outcome
              color="red"
              badge={problem.code === notReached.code ? upload.state.failed : upload.refused}
              role="alert"
              act={
                problem.link ? (
                  <Suspense>
                    <ImportLink link={problem.link} />
                  </Suspense>
                ) : (
                  <Button onClick={onSend}>{upload.again}</Button>
                )
              }
            >
              <RefusalText refusal={problem} />
            </Outcome>
          )
        )}
        {modPack !== null &&
          (isOnly && !wasSentBefore ? <ToOwnPage item={item} /> : <LiveRun modPack={modPack} />)}
        {(state === 'ready' || state === 'failed') && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => removeItem(key)}>
              {upload.remove}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}

const colors = {
  ready: 'gray',
  sending: 'blue',
  paused: 'yellow',
  waiting: 'yellow',
  storing: 'blue',
  submitted: 'teal',
  failed: 'red',
} as const;

/** The versions: in words where the pack says all of them, else as fields. */
function VersionsOfItem({ item, isAsked }: { item: UploadItem; isAsked: boolean }) {
  const { upload, modloader } = useTexts();
  const { key, marker, versions, problem, isLeftToService } = item;
  const fields = (
    <VersionFields
      value={versions}
      onChange={(changed) => changeItem(key, { versions: changed })}
      problem={problem}
      isNeeded={marker !== undefined && !isLeftToService}
      isAsked={isAsked}
    />
  );
  if (!marker || !isWhole(marker)) return fields;
  const { gameVersion, modloaderVersion } = versions;
  const loader = versions.modloader === '' ? '' : modloader[versions.modloader];
  return (
    <details open={isAsked || problem !== null || undefined}>
      <summary>{upload.builtFor(gameVersion, `${loader} ${modloaderVersion}`)}</summary>
      {fields}
    </details>
  );
}

/** The facts found in the pack before it is sent. */
function Finding({ item: { marker, isLeftToService, fault, state } }: { item: UploadItem }) {
  const { upload, launcher } = useTexts();
  const format = useFormat();
  const facts = useServiceFacts();
  if (fault !== null) {
    const limit = format.bytes(facts?.maxUploadBytes ?? 0);
    return (
      <Text c="var(--mantine-color-error)" size="sm" role="alert">
        {fault === 'tooLarge' ? upload.tooLarge(limit) : upload[fault]}
      </Text>
    );
  }
  if (state !== 'ready') return null;
  const words =
    marker === undefined
      ? upload.reading
      : marker === null
        ? isLeftToService
          ? upload.leftToService
          : upload.foundNothing
        : isWhole(marker)
          ? upload.found(launcher[marker.kind])
          : upload.foundSome(launcher[marker.kind]);
  return (
    <Text c="dimmed" size="sm" role="status">
      {words}
    </Text>
  );
}
