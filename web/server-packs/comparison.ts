import { useQuery } from 'urql';
import type { Texts } from '../../texts/web.ts';
import { type AllPages, useAllPages } from '../data/all-pages.ts';
import { operation } from '../data/operation.ts';
import {
  type ComparedFilesQuery,
  type ComparedModsQuery,
  type ComparisonQuery,
  graphql,
} from '../gql/graphql.ts';
import type { Format } from '../language/format.ts';
import type { usePlace } from '../ui/place.ts';

graphql(`
  fragment ComparedPack on ServerPack {
    id
    databaseId
    modPack {
      id
      title
    }
  }
`);
const comparison = operation(
  graphql(`
  query Comparison($first: ServerPackBy, $second: Int!) {
    compareServerPacks(first: $first, second: { databaseId: $second }) {
      __typename
      ... on ServerPackComparison {
        first {
          ...ComparedPack
        }
        second {
          ...ComparedPack
        }
        settings {
          name
          first
          second
        }
        acts {
          kind
          java
          mod
        }
        modCounts {
          updated
          added
          removed
          renamed
        }
      }
      ... on UserError {
        code
      }
    }
  }
`),
);
const comparedMods = operation(
  graphql(`
  query ComparedMods($first: Int!, $second: Int!, $after: String) {
    compareServerPacks(first: { databaseId: $first }, second: { databaseId: $second }) {
      __typename
      ... on ServerPackComparison {
        mods(first: 100, after: $after) {
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            change
            name
            isByRequest
            firstFile
            firstVersion
            secondFile
            secondVersion
          }
        }
      }
    }
  }
`),
);
const comparedFiles = operation(
  graphql(`
  query ComparedFiles(
    $firstPack: Int!
    $second: Int!
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    compareServerPacks(first: { databaseId: $firstPack }, second: { databaseId: $second }) {
      __typename
      ... on ServerPackComparison {
        files(first: $first, after: $after, last: $last, before: $before) {
          totalCount
          pageInfo {
            hasNextPage
            hasPreviousPage
            startCursor
            endCursor
          }
          nodes {
            change
            path
            formerPath
            text
          }
        }
      }
    }
  }
`),
);

const comparedCounts = operation(
  graphql(`
  query ComparedCounts($second: Int!) {
    compareServerPacks(second: { databaseId: $second }) {
      __typename
      ... on ServerPackComparison {
        modCounts {
          updated
          added
          removed
          renamed
        }
      }
    }
  }
`),
);

type Found<Result extends { __typename: string }> = Extract<Result, { __typename: 'ServerPackComparison' }>;
export type ComparisonFacts = Found<ComparisonQuery['compareServerPacks']>;
export type ModDifference = Found<ComparedModsQuery['compareServerPacks']>['mods']['nodes'][number];
export type FileDifferences = Found<ComparedFilesQuery['compareServerPacks']>['files'];

/**
 * The changes without their lists: undefined while loading, null when a server pack is missing. Without the first: from
 * the version before.
 */
export function useComparison(first: number | null, second: number) {
  const variables = { first: first === null ? null : { databaseId: first }, second };
  const [{ data, error }, again] = useQuery({ query: comparison, variables });
  const found = data?.compareServerPacks;
  return {
    comparison: found === undefined || found.__typename === 'ServerPackComparison' ? found : null,
    isZip: found?.__typename !== 'UserError' || found.code !== 'INVALID_INPUT',
    error: data === undefined ? error : undefined,
    retry: () => again({ requestPolicy: 'network-only' }),
  };
}

/** How many mods differ from the version before; null while it is asked for, and without one. */
export function useCounts(second: number) {
  const [{ data }] = useQuery({
    query: comparedCounts,
    variables: { second },
    requestPolicy: 'cache-first',
  });
  const found = data?.compareServerPacks;
  return found?.__typename === 'ServerPackComparison' ? found.modCounts : null;
}

/** How many mods differ, in words. */
export function countsText(
  counts: ComparisonFacts['modCounts'],
  { counts: words, sameMods }: Texts['compare'],
  format: Format,
): string {
  const { updated, added, removed, renamed } = counts;
  const said = [
    updated > 0 && words.updated(format.number(updated)),
    added > 0 && words.added(format.number(added)),
    removed > 0 && words.removed(format.number(removed)),
    renamed > 0 && words.renamed(format.number(renamed)),
  ];
  return said.filter(Boolean).join(', ') || sameMods;
}

/** All mods that differ, as far as they have been read. */
export function useModDifferences(first: number, second: number): AllPages<ModDifference> {
  return useAllPages({
    query: comparedMods,
    key: `${first} ${second}`,
    variables: (after) => ({ first, second, after }),
    pageOf: ({ compareServerPacks: found }) => {
      if (found.__typename !== 'ServerPackComparison') return null;
      const { nodes, pageInfo } = found.mods;
      return { items: nodes, next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null };
    },
  });
}

/** A page of the other files that differ: undefined while it is asked for. */
export function useFileDifferences(
  first: number,
  second: number,
  place: ReturnType<typeof usePlace>['variables'],
): FileDifferences | undefined {
  const [{ data }] = useQuery({ query: comparedFiles, variables: { firstPack: first, second, ...place } });
  const found = data?.compareServerPacks;
  return found?.__typename === 'ServerPackComparison' ? found.files : undefined;
}
