import { useQuery } from 'urql';
import { type AllPages, useAllPages } from '../data/all-pages.ts';
import { operation } from '../data/operation.ts';
import { graphql, type HostFilesQuery, type ServerPackFactsQuery } from '../gql/graphql.ts';
import type { Decision } from '../preview/decisions.ts';
import '../preview/mod-pack-to-preview.ts';
import '../ui/problems.tsx';

graphql(`
  fragment WholeBoot on Boot {
    state
    outcome
    seconds
    peakMemory
    java
    repairs {
      dropped
      finding {
        cause
        message
      }
    }
    findings {
      cause
      message
      lines {
        number
        text
      }
      suspects {
        file
        modId
        className
      }
      act {
        kind
        modId
        version
        java
        files
      }
    }
  }
`);
const serverPackFacts = operation(
  graphql(`
  query ServerPackFacts($number: Int!) {
    serverPack(by: { databaseId: $number }) {
      id
      databaseId
      size
      sha256
      downloads
      upVotes
      downVotes
      createdAt
      downloadUrl
      keptCount
      droppedCount
      factsChanged
      javaVersion
      howToRun
      boot {
        ...WholeBoot
      }
      warnings {
        ...Warning
      }
      modPack {
        id
        databaseId
      }
      run {
        databaseId
        warnings {
          ...Warning
        }
        configuration {
          ...WholeRunConfiguration
        }
      }
    }
  }
`),
);
const hostFiles = operation(
  graphql(`
  query HostFiles($number: Int!) {
    serverPack(by: { databaseId: $number }) {
      hostFiles {
        kind
        name
        text
        url
      }
    }
  }
`),
);
const decisionPage = operation(
  graphql(`
  query DecisionPage($id: ID!, $after: String) {
    node(id: $id) {
      ... on ServerPack {
        decisions(first: 100, after: $after) {
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            file
            kept
            reason
            certainty
            evidence
          }
        }
      }
    }
  }
`),
);

export type ServerPackFacts = NonNullable<ServerPackFactsQuery['serverPack']>;

/** A server pack by its number: undefined while it is asked for, null when there is none. */
export function useServerPack(number: number | null) {
  const isNumber = number !== null && Number.isInteger(number) && number > 0 && number < 2 ** 31;
  const [{ data, error }, again] = useQuery({
    query: serverPackFacts,
    variables: { number: number ?? 0 },
    pause: !isNumber,
  });
  return {
    value: isNumber ? data?.serverPack : null,
    error: data === undefined ? error : undefined,
    retry: () => again({ requestPolicy: 'network-only' }),
  };
}

export type HostFileFacts = NonNullable<HostFilesQuery['serverPack']>['hostFiles'][number];

/** The texts that put a server pack to work; none while they are asked for, and where they are not handed out. */
export function useHostFiles(number: number): readonly HostFileFacts[] {
  const [{ data }] = useQuery({ query: hostFiles, variables: { number } });
  return data?.serverPack?.hostFiles ?? [];
}

/** The decisions about all mods, as far as they have been read; with null, none. */
export function useServerPackDecisions(id: string | null): AllPages<Decision> {
  return useAllPages(
    id === null
      ? null
      : {
          query: decisionPage,
          key: id,
          variables: (after) => ({ id, after }),
          pageOf: ({ node }) => {
            if (!node || !('decisions' in node)) return null;
            const { nodes, pageInfo } = node.decisions;
            return { items: nodes, next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null };
          },
        },
  );
}
