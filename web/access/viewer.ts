import { useMemo } from 'react';
import { useQuery } from 'urql';
import type { Permission } from '../../client/gql/schema.ts';
import { operation } from '../data/operation.ts';
import { graphql, type ViewerFactsQuery } from '../gql/graphql.ts';

const viewerFacts = operation(
  graphql(`
  query ViewerFacts {
    viewer {
      name
      role
      permissions
      quota
      stored
      expiresAt
      session
    }
  }
`),
);

/** The person at this page, with their rights. */
export interface ViewerState {
  facts: ViewerFactsQuery['viewer'] | null;
  isKnown: boolean;
  may(permission: Permission): boolean;
}

/** The person at this page, without any rights until the service has answered. */
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
