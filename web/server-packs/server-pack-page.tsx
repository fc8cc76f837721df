import { Alert, Anchor, Button, Group, Stack } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useClient } from 'urql';
import { Link, useLocation } from 'wouter';
import { useViewer } from '../access/viewer.ts';
import { operation } from '../data/operation.ts';
import { refusalIn } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { DownloadButton } from '../packs/download-button.tsx';
import { useMods } from '../packs/mods.ts';
import { PackIcon } from '../packs/pack-icon.tsx';
import { DecisionTable } from '../preview/decision-table.tsx';
import { usePreviewRows } from '../preview/rows.ts';
import { ConfirmButton } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Problems } from '../ui/problems.tsx';
import { QuarantineNote } from '../ui/quarantine-note.tsx';
import { Failure, Loading, NotFound } from '../ui/states.tsx';
import { noLists } from '../upload/lists.ts';
import { Boot } from './boot.tsx';
import { HostFiles } from './host-files.tsx';
import { HowToRun } from './how-to-run.tsx';
import { type ServerPackFacts, useServerPack, useServerPackDecisions } from './server-pack.ts';
import { VoteButtons } from './vote-buttons.tsx';

const QrCode = lazy(() => import('../ui/qr-code.tsx'));

/** Everything about one server pack. */
export default function ServerPackPage({ number }: { number: number }) {
  const { serverPack: texts, logs, word } = useTexts();
  const viewer = useViewer();
  const { serverPack, error, retry } = useServerPack(number);
  if (error) return <Failure error={error} retry={retry} />;
  if (serverPack === undefined) return <Loading rows={10} />;
  if (serverPack === null) return <NotFound />;
  const startsItself = serverPack.run.configuration.format === 'ZIP';
  const isQuarantined = serverPack.modPack.scan?.quarantined === true;
  return (
    <Page
      title={texts.title(serverPack.modPack.title)}
      icon={
        <PackIcon
          name={serverPack.modPack.title}
          content={serverPack.run.configuration.serverIcon?.content}
          url={isQuarantined ? null : serverPack.modPack.iconUrl}
        />
      }
      lead={word.serverPackN(number)}
      actions={
        <>
          {!isQuarantined && (
            <>
              <DownloadButton href={serverPack.downloadUrl} />
              <Button component={Link} href={`/compare?first=${number}`} variant="default">
                {texts.compareWith}
              </Button>
            </>
          )}
          <Button component={Link} href={`/logs?serverPack=${number}`} variant="default">
            {logs.title}
          </Button>
          {viewer.may('OPERATE') && <DeleteButton serverPack={serverPack} />}
        </>
      }
    >
      {isQuarantined && <QuarantineNote />}
      <Warnings warnings={serverPack.warnings} />
      {serverPack.factsChanged && <Alert color="blue">{texts.factsChanged}</Alert>}
      <div className="columns">
        <FactsOf serverPack={serverPack} />
        <Configuration serverPack={serverPack} />
      </div>
      <div className="columns">
        {typeof serverPack.howToRun === 'string' && <HowToRun text={serverPack.howToRun} />}
        <VoteButtons serverPack={serverPack} />
      </div>
      {startsItself && <Boot serverPack={serverPack} again={retry} />}
      {!isQuarantined && <HostFiles serverPack={number} />}
      <Section title={texts.decisions}>
        <Decisions serverPack={serverPack} />
      </Section>
    </Page>
  );
}

function Warnings({ warnings }: { warnings: ServerPackFacts['warnings'] }) {
  const { serverPack: texts } = useTexts();
  return (
    <>
      <Problems
        color="yellow"
        title={texts.warnings}
        problems={warnings.filter(({ tellsOfLeftOut }) => !tellsOfLeftOut)}
      />
      <Problems
        color="blue"
        title={texts.leftOut}
        problems={warnings.filter(({ tellsOfLeftOut }) => tellsOfLeftOut)}
      />
    </>
  );
}

function FactsOf({ serverPack }: { serverPack: ServerPackFacts }) {
  const { serverPack: texts, word, preview } = useTexts();
  const format = useFormat();
  const { modPack } = serverPack;
  return (
    <Section title={texts.facts}>
      <Facts
        facts={[
          [
            texts.of,
            <Anchor key="of" component={Link} href={`/modpacks/${modPack.databaseId}`} size="sm">
              {modPack.title}
            </Anchor>,
          ],
          [word.size, format.bytes(serverPack.size)],
          [word.built, format.dateTime(serverPack.createdAt)],
          [word.downloads, format.number(serverPack.downloads)],
          [preview.kept, word.mods(serverPack.keptCount)],
          [preview.dropped, word.mods(serverPack.droppedCount)],
          [
            word.sha256,
            <Group key="sha" gap="xs">
              <span className="mono">{serverPack.sha256.slice(0, 16)}…</span>
              <CopyButton value={serverPack.sha256} label={word.sha256} />
            </Group>,
          ],
          [
            texts.share,
            <Group key="share" gap="xs">
              <span className="mono">{shareLink(serverPack.databaseId)}</span>
              <CopyButton value={shareLink(serverPack.databaseId)} label={texts.share} />
              <ShownQrCode text={shareLink(serverPack.databaseId)} />
            </Group>,
          ],
          [
            texts.downloadLink,
            modPack.scan?.quarantined ? null : (
              <CopyButton
                key="download"
                value={new URL(serverPack.downloadUrl, location.href).href}
                label={texts.downloadLink}
              />
            ),
          ],
        ]}
      />
    </Section>
  );
}

/** The QR code of a link, once it is asked for. */
function ShownQrCode({ text }: { text: string }) {
  const { serverPack: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-expanded={isOpen}
        onClick={() => setOpen((was) => !was)}
      >
        {texts.qrCode}
      </Button>
      {isOpen && (
        <Suspense>
          <QrCode text={text} label={texts.qrCodeOf(text)} />
        </Suspense>
      )}
    </>
  );
}

function shareLink(number: number): string {
  return new URL(`/serverpacks/${number}`, location.href).href;
}

function Configuration({ serverPack }: { serverPack: ServerPackFacts }) {
  const { serverPack: texts, word, modloader, files } = useTexts();
  const { modPack } = serverPack;
  const run = serverPack.run.configuration;
  const list = (entries: readonly string[]) =>
    entries.length === 0 ? word.none : <span className="mono">{entries.join(', ')}</span>;
  const { gameVersion, modloaderVersion, startArgs, clientMods, whitelistedMods, automaticSides, format } =
    run;
  const copied = {
    gameVersion,
    modloader: run.modloader,
    modloaderVersion,
    startArgs,
    clientMods,
    whitelistedMods,
    automaticSides,
    format,
  };
  return (
    <Section title={texts.configuration}>
      <Facts
        facts={[
          [word.gameVersion, gameVersion],
          [word.modloader, `${modloader[run.modloader]} ${modloaderVersion}`],
          [word.startArgs, list(startArgs)],
          [word.clientMods, list(clientMods)],
          [word.whitelist, list(whitelistedMods)],
          [word.automaticSides, automaticSides ? word.yes : word.no],
          [files.format, files.formats[format]],
        ]}
      />
      <Group gap="xs">
        <CopyButton value={JSON.stringify(copied, null, 2)} words={texts.copyConfiguration} />
        <Button
          component={Link}
          href={`/modpacks/${modPack.databaseId}/preview?run=${serverPack.run.databaseId}`}
          size="compact-sm"
          variant="default"
        >
          {texts.reuse}
        </Button>
      </Group>
    </Section>
  );
}

function Decisions({ serverPack }: { serverPack: ServerPackFacts }) {
  const { run, modPack } = serverPack;
  const decisions = useServerPackDecisions(serverPack.id);
  const mods = useMods(modPack.id);
  // Nothing can be ticked here, so the lists do not change.
  const lists = useMemo(() => ({ ...noLists, ...run.configuration }), [run]);
  const { rows } = usePreviewRows(decisions.items, mods.items, lists);
  if (decisions.error && rows.length === 0) return <Failure error={decisions.error} />;
  if (rows.length === 0 && !decisions.isDone) return <Loading />;
  return (
    <Stack gap="xs">
      <DecisionTable rows={rows} isUpdating={!decisions.isDone} />
    </Stack>
  );
}

const deleteServerPack = operation(
  graphql(`
  mutation DeleteServerPack($serverPack: ID!) {
    deleteServerPack(input: { serverPack: $serverPack }) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

function DeleteButton({ serverPack }: { serverPack: ServerPackFacts }) {
  const { serverPack: texts, modPack } = useTexts();
  const client = useClient();
  const [, go] = useLocation();
  return (
    <ConfirmButton
      label={modPack.delete}
      title={texts.deleteTitle(serverPack.databaseId)}
      text={texts.deleteText}
      confirm={async () => {
        const { data, error } = await client
          .mutation(deleteServerPack, { serverPack: serverPack.id })
          .toPromise();
        const refusal = refusalIn(data?.deleteServerPack, error);
        if (refusal === null) go(`/modpacks/${serverPack.modPack.databaseId}`);
        return refusal;
      }}
    />
  );
}
