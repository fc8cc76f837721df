import { Anchor, Button, Group, Table, Text } from '@mantine/core';
import { useEffect } from 'react';
import { Link, Redirect } from 'wouter';
import { fileNameBeside } from '../../texts/pack-names.ts';
import { useViewer } from '../access/viewer.ts';
import { useServiceFacts } from '../data/service.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { votesText } from '../language/votes.ts';
import { useAddress } from '../ui/address-state.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Problem } from '../ui/problems.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import { Empty, Failure, Loading, NotFound } from '../ui/states.tsx';
import { DownloadButton } from './download-button.tsx';
import { Inventory } from './inventory.tsx';
import { type ModPackFacts, useModPack } from './mod-pack.ts';
import { OperatorActions } from './operator-actions.tsx';
import { takeOwnerLink, useOwnerSecret } from './owned-packs.ts';
import { OwnerPanel } from './owner-panel.tsx';
import { PackIcon } from './pack-icon.tsx';
import { RunPanel } from './run-panel.tsx';
import { builtBy } from './run-state.ts';

/** Everything about one modpack, live. With `run` in its address it ends on the server pack that this run builds. */
export default function ModPackPage({ number }: { number: number }) {
  const { modPack: texts, word } = useTexts();
  const viewer = useViewer();
  const { get } = useAddress();
  const { modPack, run, error, retry } = useModPack(number);
  const ownerSecret = useOwnerSecret(number);
  useEffect(() => takeOwnerLink(number), [number]);
  if (error) return <Failure error={error} retry={retry} />;
  if (modPack === undefined) return <Loading rows={10} />;
  if (!modPack || !run) return <NotFound />;
  const built = builtBy(run, Number(get('run')));
  if (built !== null) return <Redirect to={`/serverpacks/${built}`} replace />;
  const [newest] = run.newest.nodes;
  const mayDownload = !modPack.holdsAccounts || modPack.mayChange || ownerSecret !== null;
  const isQuarantined = modPack.scan?.quarantined === true;
  const isChecked = modPack.mods.totalCount > 0;
  return (
    <Page
      title={modPack.title}
      icon={<PackIcon name={modPack.title} url={isQuarantined ? null : modPack.iconUrl} />}
      lead={[fileNameBeside(modPack), word.modPackN(modPack.databaseId)].filter(Boolean).join(' · ')}
      actions={
        <>
          {newest !== undefined && !isQuarantined && <DownloadButton href={newest.downloadUrl} />}
          {isChecked && (
            <Button
              component={Link}
              href={`/modpacks/${number}/preview`}
              variant={newest === undefined ? 'filled' : 'default'}
            >
              {texts.preview}
            </Button>
          )}
          {modPack.archiveRemovedAt === null && mayDownload && !isQuarantined && (
            <Button component="a" href={modPack.downloadUrl} download variant="default">
              {texts.download}
            </Button>
          )}
          {viewer.may('OPERATE') && <OperatorActions modPack={modPack} />}
        </>
      }
    >
      <RunPanel
        run={run}
        isQuarantined={isQuarantined}
        act={run.status === 'ERROR' && newest === undefined && <UploadAnother />}
      />
      {modPack.holdsAccounts && <Text size="sm">{texts.holdsAccounts}</Text>}
      {modPack.archiveRemovedAt !== null && <Text size="sm">{texts.archiveRemoved}</Text>}
      <ServerPacks modPack={modPack} />
      <RetentionNote />
      <OwnerPanel modPack={modPack} />
      <ModPackFactsList modPack={modPack} />
      <Warnings modPack={modPack} />
      <Section title={texts.inventory}>
        {isChecked ? (
          <Inventory modPack={modPack.id} total={modPack.mods.totalCount} />
        ) : (
          <Empty title={texts.noInventory} />
        )}
      </Section>
    </Page>
  );
}

/** Tells after which time without a download the modpack and its server packs go. */
function RetentionNote() {
  const { modPack: texts } = useTexts();
  const days = useServiceFacts()?.retentionDays ?? null;
  return days === null ? null : <Text size="sm">{texts.retention(days)}</Text>;
}

/** Offers another upload after a failure. */
function UploadAnother() {
  const { upload } = useTexts();
  return (
    <Button component={Link} href="/">
      {upload.another}
    </Button>
  );
}

function ModPackFactsList({ modPack }: { modPack: ModPackFacts }) {
  const texts = useTexts();
  const format = useFormat();
  const { manifest } = modPack;
  return (
    <Section title={texts.serverPack.facts}>
      <Facts
        facts={[
          [texts.word.size, format.bytes(modPack.size)],
          [texts.word.created, format.dateTime(modPack.createdAt)],
          [texts.word.source, texts.source[modPack.source]],
          [
            texts.modPack.line,
            modPack.line && <Link href={`/lines/${modPack.line.name}`}>{modPack.line.name}</Link>,
          ],
          [texts.word.downloads, format.number(modPack.downloads)],
          [texts.word.votes, format.signed(modPack.confirmedWorking)],
          [
            texts.modPack.saysOfItself,
            manifest &&
              [
                [manifest.name, manifest.version].filter(Boolean).join(' '),
                manifest.gameVersion,
                [manifest.modloader && texts.modloader[manifest.modloader], manifest.modloaderVersion]
                  .filter(Boolean)
                  .join(' '),
                texts.launcher[manifest.kind],
              ]
                .filter(Boolean)
                .join(', '),
          ],
          [
            texts.word.sha256,
            <Group key="sha" gap="xs">
              <span className="mono">{modPack.sha256.slice(0, 16)}…</span>
              <CopyButton value={modPack.sha256} label={texts.word.sha256} />
            </Group>,
          ],
        ]}
      />
    </Section>
  );
}

function ServerPacks({ modPack }: { modPack: ModPackFacts }) {
  const { modPack: texts, word, modloader } = useTexts();
  const format = useFormat();
  const packs = modPack.serverPacks.nodes;
  const [newest, other] = packs;
  return (
    <Section
      title={texts.serverPacks}
      actions={
        newest &&
        other && (
          <Anchor
            component={Link}
            href={`/compare?first=${other.databaseId}&second=${newest.databaseId}`}
            size="sm"
          >
            {texts.compare}
          </Anchor>
        )
      }
    >
      {packs.length === 0 ? (
        // A failed modpack has no server pack on its way.
        <Empty
          title={texts.noServerPacks}
          {...(modPack.status === 'ERROR' ? {} : { hint: texts.noServerPacksHint })}
        />
      ) : (
        <ScrollX label={texts.serverPacks}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{word.serverPack}</Table.Th>
                <Table.Th>{word.gameVersion}</Table.Th>
                <Table.Th>{word.modloader}</Table.Th>
                <Table.Th>{word.size}</Table.Th>
                <Table.Th>{word.downloads}</Table.Th>
                <Table.Th>{word.votes}</Table.Th>
                <Table.Th>{word.built}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {packs.map((pack) => (
                <Table.Tr key={pack.id}>
                  <Table.Td>
                    <Link href={`/serverpacks/${pack.databaseId}`}>{word.serverPackN(pack.databaseId)}</Link>
                  </Table.Td>
                  <Table.Td>{pack.run.configuration.gameVersion}</Table.Td>
                  <Table.Td>
                    {modloader[pack.run.configuration.modloader]} {pack.run.configuration.modloaderVersion}
                  </Table.Td>
                  <Table.Td>{format.bytes(pack.size)}</Table.Td>
                  <Table.Td>{format.number(pack.downloads)}</Table.Td>
                  <Table.Td>{votesText(pack, word, format)}</Table.Td>
                  <Table.Td>
                    <time dateTime={pack.createdAt} title={format.dateTime(pack.createdAt)}>
                      {format.ago(pack.createdAt)}
                    </time>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollX>
      )}
    </Section>
  );
}

function Warnings({ modPack }: { modPack: ModPackFacts }) {
  const { modPack: texts } = useTexts();
  const ofNewestRun = modPack.runs.nodes.flatMap((run) => run.warnings);
  const warnings = [...modPack.warnings, ...ofNewestRun];
  if (warnings.length === 0) return null;
  return (
    <Section title={texts.warnings}>
      <ul className="steps">
        {warnings.map(({ code, message, entry }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and the list never changes.
          <li key={`${place} ${code}`}>
            <Problem code={code} message={message} entry={entry} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
