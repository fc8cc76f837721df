import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { statuses } from '../packs/mod-packs.ts';
import { useAddress } from '../ui/address-state.ts';
import { Filters } from '../ui/filters.tsx';
import { Paging } from '../ui/paging.tsx';
import { usePlace } from '../ui/place.ts';
import { Row, Rows } from '../ui/rows.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useRefreshOnEvents } from './refresh-on-events.ts';

const runList = operation(
  graphql(`
  query RunList($filter: RunFilter, $first: Int, $after: String, $last: Int, $before: String) {
    runs(
      filter: $filter
      orderBy: CREATED_AT_DESC
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
        endedAt
        modPack {
          id
          databaseId
          title
        }
      }
    }
  }
`),
);

/** All runs, the newest first and as they happen; the address says which are wanted. */
export function Events() {
  const texts = useTexts();
  const format = useFormat();
  const { get, change } = useAddress();
  const { variables, waysOf } = usePlace(25);
  const status = statuses.filter((one) => get('status').split(',').includes(one));
  const modPack = /^\d{1,9}$/.test(get('modpack')) ? Number(get('modpack')) : null;
  const filter = {
    ...(status.length > 0 && { status }),
    ...(modPack !== null && { modPack: { databaseId: modPack } }),
  };
  const [{ data, error }, again] = useQuery({ query: runList, variables: { filter, ...variables } });
  useRefreshOnEvents(again);
  const set = (changes: Record<string, string>) => change({ after: '', before: '', ...changes });
  const runs = data?.runs.nodes;
  return (
    <>
      <Filters isOn={status.length > 0 || modPack !== null}>
        <NativeSelect
          label={texts.word.status}
          value={status[0] ?? ''}
          data={[
            { value: '', label: texts.modPacks.anyStatus },
            ...statuses.map((value) => ({ value, label: texts.status[value] })),
          ]}
          onChange={({ currentTarget }) => set({ status: currentTarget.value })}
        />
        <TextInput
          label={texts.events.filterModPack}
          inputMode="numeric"
          value={get('modpack')}
          onChange={({ currentTarget }) =>
            set({ modpack: currentTarget.value.replaceAll(/\D/g, '').slice(0, 9) })
          }
        />
      </Filters>
      {runs === undefined ? (
        error ? (
          <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
        ) : (
          <Loading rows={10} />
        )
      ) : runs.length === 0 ? (
        <Empty title={status.length > 0 || modPack !== null ? texts.modPacks.noMatch : texts.events.empty} />
      ) : (
        <Rows label={texts.events.title}>
          {runs.map((run) => (
            <Row
              key={run.id}
              href={`/modpacks/${run.modPack.databaseId}?run=${run.databaseId}`}
              name={run.modPack.title}
              time={run.createdAt}
            >
              {run.startedAt && run.endedAt && (
                <span className="dim">
                  {format.seconds((Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1_000)}
                </span>
              )}
              <StatusBadge status={run.status} />
            </Row>
          ))}
        </Rows>
      )}
      <Paging {...waysOf(data?.runs.pageInfo)} />
    </>
  );
}
