import { Alert, Anchor, Button, Fieldset, Group, Switch, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Modloader } from '../../client/gql/schema.ts';
import { authorsArgsLeftOut } from '../../texts/notes.ts';
import { useTexts } from '../language/speech.ts';
import { useMods } from '../packs/mods.ts';
import { Page } from '../ui/page.tsx';
import { Notes, Problems } from '../ui/problems.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import { Failure, Loading } from '../ui/states.tsx';
import { FileFields } from '../upload/file-fields.tsx';
import type { FileOverrides } from '../upload/file-overrides.ts';
import { ListFields } from '../upload/list-fields.tsx';
import type { Lists } from '../upload/lists.ts';
import { VersionFields } from '../upload/version-fields.tsx';
import { mayBeGameVersion, mayBeLoaderVersion, toInput, type Versions } from '../upload/versions.ts';
import { DecisionTable } from './decision-table.tsx';
import { usePreview } from './decisions.ts';
import { leaveOut, tick, untick } from './follow-lists.ts';
import { GenerateBar } from './generate-bar.tsx';
import { LeftOut } from './left-out.tsx';
import { type PreviewRow, sumUp, usePreviewRows } from './rows.ts';

/** The run configuration that a preview begins with. */
export interface BegunFrom extends Lists, FileOverrides {
  databaseId: number | null;
  gameVersion: string;
  modloader: Modloader | '';
  modloaderVersion: string;
  automaticSides: boolean;
}

/** Milliseconds of typing and ticking before the preview is asked for again. */
const settle = 300;

/**
 * The preview of one modpack: the mods, the run configuration that follows the ticks, and the button that builds it.
 */
export function PreviewForm({
  modPack,
  begin,
  without,
}: {
  modPack: { id: string; databaseId: number; title: string; startArgs: string[] };
  begin: BegunFrom;
  /** Jars that are to be left out, beside what the run configuration says. */
  without: readonly string[];
}) {
  const texts = useTexts();
  const [versions, setVersions] = useState<Versions>(begin);
  const [lists, setLists] = useState<Lists>(() =>
    without.reduce<Lists>((left, jar) => leaveOut(jar, left), begin),
  );
  const [files, setFiles] = useState<FileOverrides>(begin);
  const [automaticSides, setAutomaticSides] = useState(begin.automaticSides);
  const [said, setSaid] = useState('');
  const input = useMemo(
    () => toInput(versions, { lists, files, automaticSides }),
    [versions, lists, files, automaticSides],
  );
  const isFormed = mayBeGameVersion(versions.gameVersion) && mayBeLoaderVersion(versions.modloaderVersion);
  const [settled] = useDebouncedValue(input, settle);
  const preview = usePreview(modPack.id, settled);
  const mods = useMods(modPack.id);
  const { decisions } = preview;
  const { rows, isKeptAutomatically } = usePreviewRows(decisions, mods.items, lists);
  const jars = useMemo(() => decisions.map(({ file }) => file), [decisions]);
  const sum = useMemo(() => sumUp(rows), [rows]);
  const toggle = useCallback(
    (row: PreviewRow) => {
      setLists((lists) =>
        tick(row.file, !row.kept, { lists, files: jars, automatic: isKeptAutomatically(row.file) }),
      );
      setSaid(row.kept ? texts.preview.nowDropped(row.name) : texts.preview.nowKept(row.name));
    },
    [jars, isKeptAutomatically, texts],
  );
  const reset = useCallback(
    (row: PreviewRow) => {
      setLists((lists) => untick(row.file, lists, jars));
      setSaid(texts.preview.undone(row.name));
    },
    [jars, texts],
  );
  return (
    <Page
      title={texts.preview.title}
      lead={
        <>
          <Anchor component={Link} href={`/modpacks/${modPack.databaseId}`}>
            {modPack.title}
          </Anchor>
          . {texts.preview.lead}
        </>
      }
    >
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {preview.problem !== null && (
        <Alert color="yellow" title={texts.preview.whyNot} role="alert">
          <RefusalText refusal={preview.problem} />
        </Alert>
      )}
      {preview.error !== undefined && <Failure error={preview.error} retry={preview.again} />}
      <Problems
        color="yellow"
        title={texts.pack.mayNotStart}
        problems={preview.warnings.filter(
          ({ tellsOfLeftOut, code }) => !tellsOfLeftOut && code !== authorsArgsLeftOut,
        )}
      />
      {rows.length > 0 ? (
        <DecisionTable rows={rows} isUpdating={preview.isUpdating} onToggle={toggle} onReset={reset} />
      ) : (
        preview.problem === null && preview.error === undefined && <Loading rows={12} />
      )}
      <Notes notes={preview.warnings.filter(({ tellsOfLeftOut }) => tellsOfLeftOut)} />
      <LeftOut files={preview.files} />
      <Fieldset legend={texts.preview.configuration}>
        <VersionFields value={versions} onChange={setVersions} problem={preview.problem} />
        {preview.java.version !== null && (
          <Text size="sm" c="dimmed" mt="xs">
            {texts.preview.java(preview.java.version, preview.java.newest)}
          </Text>
        )}
        <Switch
          my="md"
          checked={automaticSides}
          onChange={({ currentTarget }) => setAutomaticSides(currentTarget.checked)}
          label={texts.word.automaticSides}
          description={texts.word.automaticSidesHint}
        />
        {automaticSides && preview.facts !== null && (
          <Text size="sm" c="dimmed" mb="md">
            {texts.preview.facts(preview.facts.number, preview.facts.date)}
          </Text>
        )}
        {preview.warnings.some(({ code }) => code === authorsArgsLeftOut) && (
          <Group gap="xs" mb="sm">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {texts.preview.authorsStart(modPack.startArgs.join(' '))}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() =>
                // Java takes the last of two arguments for one setting: those that are here already.
                setLists((lists) => ({
                  ...lists,
                  startArgs: [...new Set([...modPack.startArgs, ...lists.startArgs])],
                }))
              }
            >
              {texts.preview.takeStart}
            </Button>
          </Group>
        )}
        <ListFields value={lists} onChange={setLists} />
      </Fieldset>
      <details open={preview.problem !== null || undefined}>
        <summary>{texts.files.title}</summary>
        <FileFields value={files} onChange={setFiles} problem={preview.problem} />
      </details>
      <GenerateBar
        modPack={modPack}
        input={input}
        sum={sum}
        isReady={isFormed && preview.problem === null && rows.length > 0}
        onReset={() =>
          setLists({ ...lists, clientMods: begin.clientMods, whitelistedMods: begin.whitelistedMods })
        }
        isTouched={lists.clientMods !== begin.clientMods || lists.whitelistedMods !== begin.whitelistedMods}
      />
    </Page>
  );
}
