import { useThrottledCallback } from '@mantine/hooks';
import { type UseQueryExecute, useSubscription } from 'urql';
import type { PackEventFilter } from '../../client/gql/schema.ts';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';

const newsOf = operation(
  graphql(`
  subscription NewsOf($filter: PackEventFilter) {
    events(filter: $filter) {
      id
    }
  }
`),
);

/** Milliseconds; a busy service has many events a second. */
export const atMostEvery = 1_000;

/** Queries again after each matching event, so that every tab shows the current state. */
export function useRefreshOnEvents(refresh: UseQueryExecute, filter?: PackEventFilter | null): void {
  const again = useThrottledCallback(() => refresh({ requestPolicy: 'network-only' }), atMostEvery);
  const handle = (_before: unknown, data: { events: { id: string } }) => {
    again();
    return data;
  };
  useSubscription({ query: newsOf, variables: { filter: filter ?? null }, pause: filter === null }, handle);
}
