import { useMemo } from 'react';
import { useQuery } from 'urql';
import type { Permission } from '../../client/gql/schema.ts';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/gql.ts';
import type { ViewerFactsQuery } from '../gql/graphql.ts';

const viewerFacts = operation(
  graphql(`
  query ViewerFacts {
    viewer {
      name
      role
      permissions
      quota
      stored
      expires
    }
  }
`),
);

/** Who uses this page and what they may do. */
export interface ViewerState {
  facts: ViewerFactsQuery['viewer'] | null;
  isKnown: boolean;
  may(permission: Permission): boolean;
}

/** Who uses this page. Nobody may do anything until the service has said so. */
export function useViewer(): ViewerState {
  const [{ data, error }] = useQuery({ query: viewerFacts, requestPolicy: 'cache-first' });
  return useMemo(() => {
    const facts = data?.viewer ?? null;
    return {
      facts,
      isKnown: facts !== null || error !== undefined,
      may: (permission) => facts?.permissions.includes(permission) ?? false,
    };
  }, [data, error]);
}
