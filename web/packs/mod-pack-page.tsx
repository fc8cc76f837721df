import { Anchor, Button, Group, Stack, Table, Text, Timeline } from '@mantine/core';
import { Link } from 'wouter';
import { useViewer } from '../access/viewer.ts';
import { useFormat } from '../texts/format.ts';
import { useTexts } from '../texts/language.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Problem, Problems } from '../ui/problems.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import { Empty, Failure, Loading, NotFound } from '../ui/states.tsx';
import { StatusBadge, statusColors } from '../ui/status-badge.tsx';
import { Inventory } from './inventory.tsx';
import { type ModPackFacts, useModPack } from './mod-pack.ts';
import { OperatorActions } from './operator-actions.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { QueuePlace } from './queue-place.tsx';

/** Everything about one modpack, live. */
export default function ModPackPage({ number }: { number: number }) {
  const { modPack: texts, word } = useTexts();
  const viewer = useViewer();
  const { modPack, error, retry } = useModPack(number);
  if (error) return <Failure error={error} retry={retry} />;
  if (modPack === undefined) return <Loading rows={10} />;
  if (modPack === null) return <NotFound />;
  const isChecked = modPack.mods.totalCount > 0;
  return (
    <Page
      title={modPack.name}
      lead={word.modPackN(modPack.databaseId)}
      actions={
        <>
          {isChecked && (
            <Button component={Link} href={`/modpacks/${number}/preview`}>
              {texts.preview}
            </Button>
          )}
          {modPack.archiveRemoved === null && (
            <Button component="a" href={modPack.downloadUrl} download variant="default">
              {texts.download}
            </Button>
          )}
          {viewer.may('OPERATE') && <OperatorActions modPack={modPack} />}
        </>
      }
    >
      <CurrentRun modPack={modPack} />
      <div className="columns">
        <ModPackFactsList modPack={modPack} />
        <History modPack={modPack} />
      </div>
      <ServerPacks modPack={modPack} />
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

function CurrentRun({ modPack }: { modPack: ModPackFacts }) {
  const { modPack: texts, step } = useTexts();
  const format = useFormat();
  const { status, waiting, events, archiveRemoved } = modPack;
  const last = events.nodes.at(-1);
  return (
    <Stack gap="xs">
      <Group gap="xs" role="status">
        <StatusBadge status={status} />
        {status !== 'GENERATED' && <Text size="sm">{last && step(last.message)}</Text>}
      </Group>
      {status === 'QUEUED' && <QueuePlace modPack={modPack.id} />}
      {status !== 'GENERATED' && status !== 'ERROR' && <ProgressBar modPack={modPack.id} />}
      {waiting && <Text size="sm">{texts.waitingForRoom(format.time(waiting.nextTry))}</Text>}
      {archiveRemoved !== null && <Text size="sm">{texts.archiveRemoved}</Text>}
      {status === 'ERROR' && <Problems color="red" title={texts.problems} problems={last?.errors ?? []} />}
    </Stack>
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
          [texts.word.created, format.dateTime(modPack.dateCreated)],
          [texts.word.source, texts.source[modPack.source]],
          [texts.word.downloads, format.number(modPack.downloads)],
          [texts.word.votes, format.number(modPack.confirmedWorking)],
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

function History({ modPack }: { modPack: ModPackFacts }) {
  const texts = useTexts();
  const format = useFormat();
  const events = modPack.events.nodes;
  return (
    <Section title={texts.modPack.timeline}>
      <Timeline active={events.length} bulletSize={14} lineWidth={2} color="teal">
        {events.map((event) => (
          <Timeline.Item
            key={event.id}
            color={statusColors[event.status]}
            title={<Text size="sm">{texts.step(event.message)}</Text>}
          >
            <Text size="xs" c="dimmed">
              <time dateTime={event.timestamp} title={format.dateTime(event.timestamp)}>
                {format.time(event.timestamp)}
              </time>
              {event.serverPackDatabaseId !== null && event.serverPackDatabaseId !== undefined && (
                <>
                  {' · '}
                  <Anchor component={Link} href={`/serverpacks/${event.serverPackDatabaseId}`} size="xs">
                    {texts.word.serverPackN(event.serverPackDatabaseId)}
                  </Anchor>
                </>
              )}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
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
        // One that has failed is not on its way.
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
                  <Table.Td>{pack.runConfiguration.gameVersion}</Table.Td>
                  <Table.Td>
                    {modloader[pack.runConfiguration.modloader]} {pack.runConfiguration.modloaderVersion}
                  </Table.Td>
                  <Table.Td>{format.bytes(pack.size)}</Table.Td>
                  <Table.Td>{format.number(pack.downloads)}</Table.Td>
                  <Table.Td>{format.number(pack.confirmedWorking)}</Table.Td>
                  <Table.Td>
                    <time dateTime={pack.dateCreated} title={format.dateTime(pack.dateCreated)}>
                      {format.ago(pack.dateCreated)}
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
  const warnings = modPack.warnings.nodes;
  if (warnings.length === 0) return null;
  return (
    <Section title={texts.warnings}>
      <ul className="steps">
        {warnings.map(({ code, message, entry }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and the list never changes.
          <li key={`${place} ${code}`}>
            <Problem code={code} error={message} entry={entry} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
