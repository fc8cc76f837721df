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
      downloads
      ...LineFollowed
      mayChange
      ...LinePinned
      overrides {
        clientMods
        whitelistedMods
        addedMods
        includeFiles
        excludeFiles
      }
      latest {
        id
        databaseId
        modPack {
          id
          databaseId
        }
      }
      versions(first: $first, last: $last, after: $after, before: $before) {
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
          createdAt
          withdrawnAt
          offeredServerPack {
            id
            databaseId
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

/** The newest. */
export const firstVersions: VersionsWanted = { after: null, before: null };

const pageSize = 5;

/** A line with a page of its versions: undefined while it is asked for, null when there is none. */
export function useLine(name: string, { after, before }: VersionsWanted = firstVersions) {
  const size = before === null ? { first: pageSize, last: null } : { first: null, last: pageSize };
  const [{ data, error }, refresh] = useQuery({
    query: lineFacts,
    variables: { name, after, before, ...size },
  });
  useRefreshOnEvents(refresh, error && data === undefined ? null : { status: ['QUEUED', 'GENERATED'] });
  return {
    value: data?.line,
    error: data === undefined ? error : undefined,
    retry: () => refresh({ requestPolicy: 'network-only' }),
  };
}
