import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { fileNameBeside } from '../../texts/pack-names.ts';
import { useViewer } from '../access/viewer.ts';
import { useServiceFacts } from '../data/service.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { DeleteButton } from '../server-packs/delete-button.tsx';
import type { ServerPackFacts } from '../server-packs/server-pack.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { PlatformIcon } from '../ui/icons.tsx';
import { Notes } from '../ui/problems.tsx';
import type { ModPackFacts } from './mod-pack.ts';
import { OperatorActions } from './operator-actions.tsx';
import { useOwnerSecret } from './owned-packs.ts';
import { OwnerPanel } from './owner-panel.tsx';
import { AllEvents } from './run-panel.tsx';
import { warningsOf } from './start-warnings.tsx';

const QrCode = lazy(() => import('../ui/qr-code.tsx'));

/** All that is known of a pack beside what most people come for, and what its owner and operators may do. */
export function Details({
  modPack,
  serverPack,
}: {
  modPack: ModPackFacts;
  serverPack: ServerPackFacts | null;
}) {
  const { modPack: texts, serverPack: ofServerPack } = useTexts();
  const viewer = useViewer();
  const days = useServiceFacts()?.retentionDays ?? null;
  const ownerSecret = useOwnerSecret(modPack.databaseId);
  const isQuarantined = modPack.scan?.quarantined === true;
  const mayDownload = !modPack.holdsAccounts || modPack.mayChange || ownerSecret !== null;
  return (
    <Stack gap="md">
      <PackFacts modPack={modPack} serverPack={serverPack} />
      <Notes notes={warningsOf(modPack, serverPack).notes} />
      {[
        serverPack?.factsChanged && ofServerPack.factsChanged,
        modPack.holdsAccounts && texts.holdsAccounts,
        modPack.archiveRemovedAt !== null && texts.archiveRemoved,
        days !== null && texts.retention(days),
      ].map(
        (said) =>
          said && (
            <Text key={said} size="sm" c="dimmed">
              {said}
            </Text>
          ),
      )}
      <Group gap="xs">
        {modPack.archiveRemovedAt === null && mayDownload && !isQuarantined && (
          <Button component="a" href={modPack.downloadUrl} download variant="default" size="xs">
            {texts.download}
          </Button>
        )}
        {serverPack && (
          <CopyButton value={asJson(serverPack.run.configuration)} words={ofServerPack.copyConfiguration} />
        )}
        {viewer.may('OPERATE') && (
          <>
            <OperatorActions modPack={modPack} />
            {serverPack && <DeleteButton serverPack={serverPack} />}
          </>
        )}
      </Group>
      <AllEvents events={modPack.events.nodes} />
      <OwnerPanel modPack={modPack} />
    </Stack>
  );
}

function PackFacts({ modPack, serverPack }: { modPack: ModPackFacts; serverPack: ServerPackFacts | null }) {
  const { word, source, launcher, modPack: texts, serverPack: ofServerPack, files } = useTexts();
  const format = useFormat();
  const run = serverPack?.run.configuration;
  const sha256 = serverPack?.sha256 ?? modPack.sha256;
  const path = serverPack ? `/serverpacks/${serverPack.databaseId}` : `/modpacks/${modPack.databaseId}`;
  const link = new URL(path, location.href).href;
  // Others' sites show the badge without a token.
  const access = useServiceFacts()?.access ?? 'closed';
  const named = (entries: readonly string[] = []) => entries.join(', ');
  return (
    <Facts
      facts={[
        [word.fileName, fileNameBeside(modPack)],
        [
          word.source,
          <span key="source" className="with-icon">
            <PlatformIcon source={modPack.source} /> {source[modPack.source]}
          </span>,
        ],
        [texts.saysOfItself, modPack.manifest && launcher[modPack.manifest.kind]],
        [word.created, `${format.dateTime(modPack.createdAt)}, ${format.bytes(modPack.size)}`],
        [word.built, serverPack && format.dateTime(serverPack.createdAt)],
        [word.downloads, format.number(modPack.downloads)],
        [word.startArgs, named(run?.startArgs)],
        [word.clientMods, named(run?.clientMods)],
        [word.whitelist, named(run?.whitelistedMods)],
        [files.added, named(run?.addedMods)],
        [
          word.dropLists,
          run !== undefined && run.dropLists.length > 0 && (
            <Group key="lists" gap="xs">
              {run.dropLists.map((list) => (
                <Anchor key={list} component={Link} href={`/lists/${list.split('@')[0]}`}>
                  {list}
                </Anchor>
              ))}
            </Group>
          ),
        ],
        [word.automaticSides, run?.automaticSides === false && word.no],
        [files.format, run?.format === 'MRPACK' && files.formats.MRPACK],
        [
          word.sha256,
          <Group key="sha" gap="xs">
            <span className="mono">{sha256.slice(0, 16)}…</span>
            <CopyButton value={sha256} label={word.sha256} />
          </Group>,
        ],
        [
          ofServerPack.share,
          <Group key="share" gap="xs">
            <CopyButton value={link} label={ofServerPack.share} />
            <details>
              <summary>{ofServerPack.qrCode}</summary>
              <Suspense>
                <QrCode text={link} label={ofServerPack.qrCodeOf(link)} />
              </Suspense>
            </details>
            {serverPack && access !== 'closed' && (
              <CopyButton value={`[![server pack](${link}/badge.svg)](${link})`} words={ofServerPack.badge} />
            )}
          </Group>,
        ],
        [
          ofServerPack.downloadLink,
          serverPack && (
            <CopyButton
              key="download"
              value={new URL(serverPack.downloadUrl, location.href).href}
              label={ofServerPack.downloadLink}
            />
          ),
        ],
      ]}
    />
  );
}

/** A run configuration as the JSON of an input, without its files. */
function asJson({
  serverIcon: _icon,
  serverProperties: _properties,
  ...configuration
}: ServerPackFacts['run']['configuration']): string {
  return JSON.stringify(configuration, null, 2);
}
