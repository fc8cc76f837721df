import { useMemo } from 'react';
import { useQuery } from 'urql';
import type { Modloader, ModPackFilter, ModPackOrder, Status } from '../../client/gql/schema.ts';
import { operation } from '../data/operation.ts';
import { useRefreshOnEvents } from '../events/refresh-on-events.ts';
import { graphql } from '../gql/graphql.ts';
import { useAddress } from '../ui/address-state.ts';

/** What to sort by. */
type OrderField = 'TITLE' | 'SIZE' | 'DOWNLOADS' | 'VOTES' | 'CREATED_AT';

const modPackTable = operation(
  graphql(`
  query ModPackTable(
    $filter: ModPackFilter
    $orderBy: ModPackOrder
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    modPacks(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      totalCount
      totalCountIsEstimated
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      nodes {
        id
        databaseId
        title
        iconUrl
        manifest {
          gameVersion
          modloader
        }
        size
        status
        scan {
          quarantined
        }
        createdAt
        serverPacks(first: 1, orderBy: CREATED_AT_DESC) {
          nodes {
            id
            run {
              id
              configuration {
                gameVersion
                modloader
                serverIcon {
                  content
                }
              }
            }
          }
        }
      }
    }
  }
`),
);

const pageSize = 25;
const fields: readonly OrderField[] = ['TITLE', 'SIZE', 'DOWNLOADS', 'VOTES', 'CREATED_AT'];

/** The order that a text of the address stands for; the newest first where it stands for none. */
function modPackOrder(text: string): { field: OrderField; direction: 'ASC' | 'DESC' } {
  const [name, direction] = text.split('-');
  const field = fields.find((one) => one === name);
  if (field === undefined) return { field: 'CREATED_AT', direction: 'DESC' };
  return { field, direction: direction === 'ASC' ? 'ASC' : 'DESC' };
}

const statuses: readonly Status[] = ['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'GENERATED', 'ERROR'];
const modloaders: readonly Modloader[] = ['FABRIC', 'FORGE', 'LEGACYFABRIC', 'NEOFORGE', 'QUILT'];

/** The filter that the address stands for; what it says wrongly is passed over. */
function filterOf(given: {
  search: string;
  status: string;
  modloader: string;
  gameVersion: string;
  quarantined: string;
}): ModPackFilter {
  const status = statuses.find((one) => one === given.status);
  const modloader = modloaders.find((one) => one === given.modloader);
  const search = given.search.trim();
  return {
    ...(search === '' ? {} : { nameContains: search }),
    ...(status === undefined ? {} : { status: [status] }),
    ...(modloader === undefined ? {} : { modloader }),
    ...(given.gameVersion === '' ? {} : { gameVersion: given.gameVersion }),
    ...(given.quarantined === 'yes' ? { quarantined: true } : {}),
  };
}

/** The page of modpacks that the address stands for, kept up to date. */
export function useModPacks() {
  const { get, change } = useAddress();
  const [search, status] = [get('search'), get('status')];
  const [modloader, gameVersion] = [get('modloader'), get('gameVersion')];
  const quarantined = get('quarantined');
  const [sort, after, before] = [get('sort'), get('after'), get('before')];
  const variables = useMemo(() => {
    const filter = filterOf({ search, status, modloader, gameVersion, quarantined });
    const place = before === '' ? { first: pageSize, after: after || null } : { last: pageSize, before };
    const { field, direction } = modPackOrder(sort);
    const orderBy: ModPackOrder = `${field}_${direction}`;
    return { filter, orderBy, ...place };
  }, [search, status, modloader, gameVersion, quarantined, sort, after, before]);
  const [{ data, error, stale }, refresh] = useQuery({ query: modPackTable, variables });
  useRefreshOnEvents(refresh);
  const page = data?.modPacks;
  const { startCursor, endCursor, hasPreviousPage, hasNextPage } = page?.pageInfo ?? {};
  const from = hasPreviousPage === false ? 1 : Number(get('from')) || null;
  const placeAfter = (by: number) => (from === null ? '' : String(Math.max(1, from + by)));
  return {
    /** The place of the first row among all; null where the address does not tell. */
    from,
    rows: page?.nodes ?? null,
    total: page === undefined ? null : { count: page.totalCount, isEstimated: page.totalCountIsEstimated },
    isStale: stale,
    error: page === undefined ? error : undefined,
    retry: () => refresh({ requestPolicy: 'network-only' }),
    isWhole: hasPreviousPage === false && hasNextPage === false,
    previous:
      hasPreviousPage && startCursor
        ? () => change({ before: startCursor, after: '', from: placeAfter(-pageSize) })
        : null,
    next:
      hasNextPage && endCursor
        ? () => change({ after: endCursor, before: '', from: placeAfter(pageSize) })
        : null,
  };
}
