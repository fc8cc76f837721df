import { useQuery } from 'urql';
import type { Modloader, ModPackFilter, ModPackOrder, Status } from '../../client/gql/schema.ts';
import { operation } from '../data/operation.ts';
import { useRefreshOnEvents } from '../events/refresh-on-events.ts';
import { graphql } from '../gql/graphql.ts';
import { useAddress } from '../ui/address-state.ts';
import { usePlace } from '../ui/place.ts';

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

const fields: readonly OrderField[] = ['TITLE', 'SIZE', 'DOWNLOADS', 'VOTES', 'CREATED_AT'];

/** The order that a text of the address stands for; the newest first where it stands for none. */
function modPackOrder(text: string): { field: OrderField; direction: 'ASC' | 'DESC' } {
  const [name, direction] = text.split('-');
  const field = fields.find((one) => one === name);
  if (field === undefined) return { field: 'CREATED_AT', direction: 'DESC' };
  return { field, direction: direction === 'ASC' ? 'ASC' : 'DESC' };
}

export const statuses: readonly Status[] = [
  'QUEUED',
  'CHECKING',
  'CHECKED',
  'GENERATING',
  'GENERATED',
  'ERROR',
];
export const modloaders: readonly Modloader[] = ['FABRIC', 'FORGE', 'LEGACYFABRIC', 'NEOFORGE', 'QUILT'];

/** The filter that the address stands for; what it says wrongly is passed over. */
function filterOf(get: (name: string) => string): ModPackFilter {
  const status = statuses.find((one) => one === get('status'));
  const modloader = modloaders.find((one) => one === get('modloader'));
  const search = get('search').trim();
  return {
    ...(search === '' ? {} : { nameContains: search }),
    ...(status === undefined ? {} : { status: [status] }),
    ...(modloader === undefined ? {} : { modloader }),
    ...(get('gameVersion') === '' ? {} : { gameVersion: get('gameVersion') }),
    ...(get('quarantined') === 'yes' ? { quarantined: true } : {}),
  };
}

/** The page of modpacks that the address stands for, kept up to date. */
export function useModPacks() {
  const { get } = useAddress();
  const { variables: place, waysOf } = usePlace(24);
  const { field, direction } = modPackOrder(get('sort'));
  const orderBy: ModPackOrder = `${field}_${direction}`;
  const [{ data, error }, refresh] = useQuery({
    query: modPackTable,
    variables: { filter: filterOf(get), orderBy, ...place },
  });
  useRefreshOnEvents(refresh);
  const page = data?.modPacks;
  return {
    rows: page?.nodes ?? null,
    total: page === undefined ? null : { count: page.totalCount, isEstimated: page.totalCountIsEstimated },
    error: page === undefined ? error : undefined,
    retry: () => refresh({ requestPolicy: 'network-only' }),
    ...waysOf(page?.pageInfo),
  };
}
