import { Table, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { useRefreshOnEvents } from '../events/refresh-on-events.ts';
import { graphql, type RunsUnderWayQuery } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { CancelRunButton } from '../packs/operator-actions.tsx';
import { PackName } from '../packs/pack-name.tsx';
import { Section } from '../ui/page.tsx';
import { Paging } from '../ui/paging.tsx';
import { usePlace } from '../ui/place.ts';
import { ScrollX } from '../ui/scroll-x.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

const runsUnderWay = operation(
  graphql(`
  query RunsUnderWay($first: Int, $after: String, $last: Int, $before: String) {
    runs(
      filter: { status: [QUEUED, CHECKING, CHECKED, GENERATING] }
      orderBy: CREATED_AT_ASC
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      nodes {
        id
        databaseId
        status
        createdAt
        startedAt
        queuePlace
        queueLength
        waiting {
          for
          nextTry
        }
        modPack {
          databaseId
          title
        }
      }
    }
  }
`),
);

type Run = RunsUnderWayQuery['runs']['nodes'][number];

/** The runs that wait or are worked on, the oldest first, each with the way to cancel it. */
export function RunsUnderWay() {
  const { admin } = useTexts();
  const { variables, waysOf } = usePlace(25);
  const [{ data, error }, again] = useQuery({ query: runsUnderWay, variables });
  useRefreshOnEvents(again);
  return (
    <Section title={admin.underWay}>
      {data === undefined ? (
        error ? (
          <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
        ) : (
          <Loading />
        )
      ) : data.runs.nodes.length === 0 ? (
        <Empty title={admin.noRuns} />
      ) : (
        <RunTable runs={data.runs.nodes} cancelled={() => again({ requestPolicy: 'network-only' })} />
      )}
      <Paging {...waysOf(data?.runs.pageInfo)} />
    </Section>
  );
}

function RunTable({ runs, cancelled }: { runs: readonly Run[]; cancelled(): void }) {
  const { admin, word, modPack: texts } = useTexts();
  const format = useFormat();
  return (
    <ScrollX label={admin.underWay}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{word.modPack}</Table.Th>
            <Table.Th>{word.status}</Table.Th>
            <Table.Th>{admin.asked}</Table.Th>
            <Table.Th>{admin.begun}</Table.Th>
            <Table.Th>{admin.act}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map(({ id, databaseId, status, createdAt, startedAt, waiting, modPack, ...queue }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <PackName href={`/modpacks/${modPack.databaseId}`} name={modPack.title} />
                <Text size="sm" c="dimmed">
                  {admin.runN(databaseId)}
                </Text>
              </Table.Td>
              <Table.Td>
                <StatusBadge status={status} />
                {queue.queuePlace != null && (
                  <Text size="sm" c="dimmed">
                    {texts.queuePlace(
                      format.number(queue.queuePlace),
                      format.number(queue.queueLength ?? queue.queuePlace),
                    )}
                  </Text>
                )}
                {waiting && (
                  <Text size="sm" c="dimmed">
                    {admin.waitsFor[waiting.for]}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{format.ago(createdAt)}</Table.Td>
              <Table.Td>{startedAt ? format.ago(startedAt) : '–'}</Table.Td>
              <Table.Td>
                <CancelRunButton run={id} done={cancelled} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollX>
  );
}
