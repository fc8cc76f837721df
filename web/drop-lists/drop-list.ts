import { useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { type DropListFactsQuery, graphql } from '../gql/graphql.ts';

const dropListNames = operation(
  graphql(`
  query DropListNames {
    dropLists(first: 100) {
      nodes {
        id
        name
        isDefault
      }
    }
  }
`),
);

/** The names of the drop lists to choose from, and of the default one; none before they are known. */
export function useDropListNames(): { names: string[]; byDefault: string[] } {
  const [{ data }] = useQuery({ query: dropListNames, requestPolicy: 'cache-first' });
  const nodes = data?.dropLists.nodes ?? [];
  return {
    names: nodes.map(({ name }) => name),
    byDefault: nodes.filter(({ isDefault }) => isDefault).map(({ name }) => name),
  };
}

const dropListFacts = operation(
  graphql(`
  query DropListFacts($name: String!, $first: Int!) {
    dropList(name: $name) {
      id
      name
      isDefault
      mayChange
      versions(first: $first) {
        nodes {
          number
          createdAt
          savedBy
          clientOnly
          keep
        }
      }
    }
  }
`),
);

export type DropListFacts = NonNullable<DropListFactsQuery['dropList']>;
export type DropListVersion = DropListFacts['versions']['nodes'][number];

/** A drop list with its newest versions: undefined while it is asked for, null when there is none. */
export function useDropList(name: string, first: number) {
  const [{ data, error }, refresh] = useQuery({ query: dropListFacts, variables: { name, first } });
  return {
    value: data?.dropList,
    error: data === undefined ? error : undefined,
    retry: () => refresh({ requestPolicy: 'network-only' }),
  };
}

/** The prefixes that a version has and the one before has not, and the other way around. */
export function changesOf(
  version: Pick<DropListVersion, 'clientOnly' | 'keep'>,
  before: Pick<DropListVersion, 'clientOnly' | 'keep'>,
): { list: 'clientOnly' | 'keep'; added: string[]; removed: string[] }[] {
  return (['clientOnly', 'keep'] as const).map((list) => {
    const [now, then] = [new Set(version[list]), new Set(before[list])];
    return {
      list,
      added: version[list].filter((prefix) => !then.has(prefix)),
      removed: before[list].filter((prefix) => !now.has(prefix)),
    };
  });
}
