import { Alert, Anchor, Button, Tabs } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { useLine } from '../lines/line.ts';
import { Versions } from '../lines/versions.tsx';
import { Dropped } from '../server-packs/dropped.tsx';
import { RunIt } from '../server-packs/run-it.tsx';
import { type ServerPackFacts, useServerPack } from '../server-packs/server-pack.ts';
import { useAddress } from '../ui/address-state.ts';
import { Page, Section } from '../ui/page.tsx';
import { Empty, Found, Loading } from '../ui/states.tsx';
import { Builds } from './builds.tsx';
import { Details } from './details.tsx';
import { DownloadButton } from './download-button.tsx';
import { type ModPackFacts, useModPack } from './mod-pack.ts';
import { takeOwnerLink } from './owned-packs.ts';
import { PackIcon } from './pack-icon.tsx';
import { RunPanel } from './run-panel.tsx';
import { builtBy, hasRun, type RunState } from './run-state.ts';
import { StartWarnings } from './start-warnings.tsx';

/** What an address names: a modpack, one of its server packs, or a line. */
type Named = { modPack: number } | { serverPack: number } | { line: string };

/** The one page of a pack, whichever of its addresses leads there. */
export default function PackPage({ of }: { of: Named }) {
  if ('modPack' in of) return <Pack number={of.modPack} chosen={null} />;
  return 'line' in of ? <OfLine name={of.line} /> : <OfServerPack number={of.serverPack} />;
}

function OfServerPack({ number }: { number: number }) {
  return (
    <Found {...useServerPack(number)}>
      {({ modPack }) => <Pack number={modPack.databaseId} chosen={number} />}
    </Found>
  );
}

/** The version that a line hands out, else its newest. */
function OfLine({ name }: { name: string }) {
  const { line: texts } = useTexts();
  return (
    <Found {...useLine(name)}>
      {({ latest, versions }) => {
        const modPack = latest?.modPack ?? versions.nodes[0];
        return modPack === undefined ? (
          <Page title={name}>
            <Empty title={texts.none} />
          </Page>
        ) : (
          <Pack number={modPack.databaseId} chosen={latest?.databaseId ?? null} />
        );
      }}
    </Found>
  );
}

/** A modpack, live, with the chosen server pack, else that of the run in its address, else its newest. */
function Pack({ number, chosen }: { number: number; chosen: number | null }) {
  const { get } = useAddress();
  const { run, ...found } = useModPack(number);
  useEffect(() => takeOwnerLink(number), [number]);
  const awaited = run && hasRun(run, Number(get('run'))) ? Number(get('run')) : null;
  const newest = run?.newest.nodes[0]?.databaseId ?? null;
  const wanted = chosen ?? (run && awaited !== null ? builtBy(run, awaited) : newest);
  const { value: serverPack, error, retry } = useServerPack(wanted);
  return (
    <Found value={found.value} error={found.error ?? error} retry={found.retry}>
      {(modPack) =>
        // What was built by a run that is followed takes its place without a gap.
        run && (serverPack !== undefined || awaited !== null) ? (
          <Whole
            modPack={modPack}
            run={run}
            serverPack={modPack.scan?.quarantined ? null : (serverPack ?? null)}
            isAwaited={awaited !== null}
            again={retry}
          />
        ) : (
          <Loading rows={10} />
        )
      }
    </Found>
  );
}

function Whole({
  modPack,
  run,
  serverPack,
  isAwaited,
  again,
}: {
  modPack: ModPackFacts;
  run: RunState;
  serverPack: ServerPackFacts | null;
  isAwaited: boolean;
  again(): void;
}) {
  const { pack: texts, upload, line: ofLine } = useTexts();
  const number = modPack.databaseId;
  const isQuarantined = modPack.scan?.quarantined === true;
  const isChecked = modPack.mods.totalCount > 0;
  const details = <Details modPack={modPack} serverPack={serverPack} />;
  return (
    <Page
      title={modPack.title}
      icon={
        <PackIcon
          isLarge
          name={modPack.title}
          content={serverPack?.run.configuration.serverIcon?.content}
          url={isQuarantined ? null : modPack.iconUrl}
        />
      }
      lead={<Summary modPack={modPack} serverPack={serverPack} />}
      actions={serverPack !== null && <DownloadButton href={serverPack.downloadUrl} />}
    >
      <NewerVersion modPack={modPack} />
      <RunPanel
        run={run}
        isQuarantined={isQuarantined}
        isAwaited={isAwaited}
        isResultShown={serverPack !== null}
        act={
          run.status === 'ERROR' && (
            <Button component={Link} href={isChecked ? `/modpacks/${number}/preview` : '/'}>
              {isChecked ? texts.change : upload.another}
            </Button>
          )
        }
      />
      <StartWarnings modPack={modPack} serverPack={serverPack} />
      {serverPack === null ? (
        <Section title={texts.tab.details}>{details}</Section>
      ) : (
        <Parts>
          {{
            run: <RunIt serverPack={serverPack} again={again} />,
            dropped: <Dropped serverPack={serverPack} />,
            details,
          }}
        </Parts>
      )}
      <Builds modPack={modPack} shown={serverPack} />
      {modPack.line && (
        <Section title={ofLine.versions}>
          <Versions line={modPack.line.name} shown={modPack.id} />
        </Section>
      )}
    </Page>
  );
}

const parts = ['run', 'dropped', 'details'] as const;
type Part = (typeof parts)[number];

/** The three parts of the page as tabs; the address says which is open. */
function Parts({ children }: { children: Record<Part, ReactNode> }) {
  const { pack } = useTexts();
  const { get, change } = useAddress();
  const open = parts.find((part) => part === get('tab')) ?? 'run';
  return (
    <Tabs
      value={open}
      onChange={(part) => change({ tab: part === 'run' ? '' : (part ?? '') }, { replace: true })}
      keepMounted={false}
    >
      <Tabs.List>
        {parts.map((part) => (
          <Tabs.Tab key={part} value={part}>
            {pack.tab[part]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map((part) => (
        <Tabs.Panel key={part} value={part} pt="md">
          {children[part]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** What a pack is for and what is in it, in one line. */
function Summary({ modPack, serverPack }: { modPack: ModPackFacts; serverPack: ServerPackFacts | null }) {
  const { pack, modloader: names } = useTexts();
  const format = useFormat();
  const { gameVersion, modloader, modloaderVersion } =
    serverPack?.run.configuration ?? modPack.manifest ?? {};
  return (
    [
      gameVersion && `Minecraft ${gameVersion}`,
      modloader && `${names[modloader]} ${modloaderVersion ?? ''}`.trim(),
      serverPack?.javaVersion != null && `Java ${serverPack.javaVersion}`,
      format.bytes(serverPack?.size ?? modPack.size),
      serverPack &&
        pack.keptAndDropped(format.number(serverPack.keptCount), format.number(serverPack.droppedCount)),
    ]
      .filter((part) => typeof part === 'string')
      // A part does not break, where it can be helped.
      .map((part) => part.replaceAll(' ', '\u00a0'))
      .join(' · ')
  );
}

/** Leads from the page of an old version to that which its line hands out. */
function NewerVersion({ modPack }: { modPack: ModPackFacts }) {
  const { pack } = useTexts();
  const newest = modPack.line?.latest;
  if (!newest || newest.modPack.id === modPack.id) return null;
  if (Date.parse(newest.modPack.createdAt) <= Date.parse(modPack.createdAt)) return null;
  return (
    <Alert color="blue">
      {pack.newer}{' '}
      <Anchor component={Link} href={`/modpacks/${newest.modPack.databaseId}`} inherit c="inherit">
        {newest.modPack.title}
      </Anchor>
    </Alert>
  );
}
