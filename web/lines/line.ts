import { useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { useRefreshOnEvents } from '../events/refresh-on-events.ts';
import { graphql, type LineFactsQuery } from '../gql/graphql.ts';

graphql(`
  fragment LinePinned on Line {
    id
    pinned {
      id
    }
  }
`);

graphql(`
  fragment LineFollowed on Line {
    id
    following {
      address
      channel
      held
      nextLookAt
      problem
      mayChange
    }
  }
`);

const lineFacts = operation(
  graphql(`
  query LineFacts($name: String!, $after: String, $before: String, $first: Int, $last: Int) {
    line(by: { name: $name }) {
      id
      name
      platform
      projectID
      modloader
      downloads
      confirmedWorking
      ...LineFollowed
      mayChange
      ...LinePinned
      overrides {
        clientMods
        whitelistedMods
        includeFiles
        excludeFiles
      }
      latest {
        id
        downloadUrl
        modPack {
          id
          name
          title
          scan {
            quarantined
          }
        }
      }
      versions(first: $first, last: $last, after: $after, before: $before) {
        totalCount
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
        nodes {
          id
          databaseId
          name
          createdAt
          downloads
          confirmedWorking
          title
          withdrawnAt
          offeredServerPack {
            id
            databaseId
            javaVersion
            run {
              id
              configuration {
                gameVersion
                modloader
                modloaderVersion
              }
            }
          }
        }
      }
    }
  }
`),
);

export type LineFacts = NonNullable<LineFactsQuery['line']>;

/** Which versions of a line are shown: from one on, or up to one. */
export interface VersionsWanted {
  after: string | null;
  before: string | null;
}

const pageSize = 25;

/** A line with a page of its versions: undefined while it is asked for, null when there is none. */
export function useLine(name: string, { after, before }: VersionsWanted) {
  const size = before === null ? { first: pageSize, last: null } : { first: null, last: pageSize };
  const [{ data, error }, refresh] = useQuery({
    query: lineFacts,
    variables: { name, after, before, ...size },
  });
  useRefreshOnEvents(refresh, error && data === undefined ? null : { status: ['QUEUED', 'GENERATED'] });
  return {
    line: data?.line,
    error: data === undefined ? error : undefined,
    retry: () => refresh({ requestPolicy: 'network-only' }),
  };
}
