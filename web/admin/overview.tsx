import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useQuery } from 'urql';
import type { PlatformState } from '../../client/gql/schema.ts';
import { operation } from '../data/operation.ts';
import { graphql, type ServiceStateQuery } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Facts } from '../ui/facts.tsx';
import { Section } from '../ui/page.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import { Failure, Loading } from '../ui/states.tsx';
import { Backups, withBackups } from './backups.tsx';
import { Needs } from './needs.tsx';

const serviceState = operation(
  graphql(`
  query ServiceState {
    modPacks(filter: { quarantined: true }, first: 0) {
      totalCount
    }
    uploaded: modPacks(first: 0) {
      totalCount
    }
    administration {
      freeBytes
      reserveBytes
      unfinishedUploadBytes
      mostUnfinishedUploadBytes
      health {
        name
        ok
        message
        state
        since
        retryAt
      }
      waitingRuns
      runningRuns
      runsWaitingForRoom
      runsWaitingForScanner
      daysUntilFull
      failuresAlike {
        code
        message
        modPacks
      }
      webhooks {
        databaseId
        enabled
        waitingSince
        failedDeliveries
        lastDeliveredAt
      }
      oldestWaitSeconds
      database {
        bytes
        lastArchivedAt
      }
      backups {
        state
        createdAt
      }
      settings {
        name
        value
      }
    }
  }
`),
);

type Administration = NonNullable<ServiceStateQuery['administration']>;

/** What needs a hand, how the service is doing, and its backups. */
export function Overview() {
  const { admin } = useTexts();
  const [{ data, error, fetching }, again] = useQuery({ query: serviceState, context: withBackups });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const administration = data?.administration ?? undefined;
  if (data === undefined || administration === undefined)
    return error ? <Failure error={error} retry={refresh} /> : <Loading rows={10} />;
  const { health } = administration;
  return (
    <>
      <Group>
        <Button size="xs" variant="default" loading={fetching} onClick={refresh}>
          {admin.refresh}
        </Button>
      </Group>
      <Needs state={data} />
      <div className="columns">
        <Health administration={administration} />
        <QueueFacts administration={administration} />
      </div>
      <Platforms health={health} />
      <Backups />
    </>
  );
}

function Health({ administration }: { administration: Administration }) {
  const { admin } = useTexts();
  const format = useFormat();
  const { health, freeBytes, reserveBytes, database } = administration;
  return (
    <Section title={admin.health}>
      {health
        .filter(({ state }) => state === null)
        .map(({ name, ok, message }) => (
          <Group key={name} gap="xs">
            <Badge variant="light" color={ok ? 'teal' : 'red'}>
              {ok ? admin.works : admin.worksNot}
            </Badge>
            <Text size="sm">{admin.healthPart(name)}</Text>
            {!ok && (
              <Text size="sm" lang="en">
                {message}
              </Text>
            )}
          </Group>
        ))}
      <Facts
        facts={[
          [admin.free, format.bytes(freeBytes)],
          [admin.reserve, format.bytes(reserveBytes)],
          [admin.databaseSize, format.bytes(database.bytes)],
        ]}
      />
    </Section>
  );
}

function QueueFacts({ administration }: { administration: Administration }) {
  const { admin, word } = useTexts();
  const format = useFormat();
  const { waitingRuns, runningRuns, runsWaitingForRoom, oldestWaitSeconds } = administration;
  const { unfinishedUploadBytes, mostUnfinishedUploadBytes } = administration;
  return (
    <Section title={admin.queue}>
      <Facts
        facts={[
          [admin.waiting, format.number(waitingRuns)],
          [admin.oldest, oldestWaitSeconds === null ? null : format.seconds(oldestWaitSeconds)],
          [admin.waitingForRoom, format.number(runsWaitingForRoom)],
          [admin.active, format.number(runningRuns)],
          [
            admin.uploads,
            word.of(format.bytes(unfinishedUploadBytes), format.bytes(mostUnfinishedUploadBytes)),
          ],
        ]}
      />
    </Section>
  );
}

const platformColors: Record<PlatformState, string> = {
  OFF: 'gray',
  NOT_ASKED: 'gray',
  ANSWERS: 'teal',
  AWAY: 'yellow',
  KEY_REFUSED: 'red',
  NO_SENSE: 'red',
};

function Platforms({ health }: Pick<Administration, 'health'>) {
  const { admin, word } = useTexts();
  const format = useFormat();
  const platforms = health.flatMap(({ state, ...rest }) => (state === null ? [] : [{ ...rest, state }]));
  return (
    <Section title={admin.platforms}>
      <ScrollX label={admin.platforms}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{word.name}</Table.Th>
              <Table.Th>{word.status}</Table.Th>
              <Table.Th>{admin.since}</Table.Th>
              <Table.Th>{admin.retry}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {platforms.map(({ name, state, since, retryAt }) => (
              <Table.Tr key={name}>
                <Table.Td>{admin.platform(name)}</Table.Td>
                <Table.Td>
                  <Badge variant="light" color={platformColors[state]}>
                    {admin.platformState[state]}
                  </Badge>
                </Table.Td>
                <Table.Td>{since ? format.dateTime(since) : '–'}</Table.Td>
                <Table.Td>
                  {retryAt ? format.time(retryAt) : state === 'AWAY' ? admin.nextQuestion : '–'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollX>
    </Section>
  );
}
