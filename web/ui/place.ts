import { useMemo } from 'react';
import { useAddress } from './address-state.ts';

/** The page of a list that the address names, as variables of a query, with the ways to the pages beside it. */
export function usePlace(size: number) {
  const { get, change } = useAddress();
  const [after, before] = [get('after'), get('before')];
  const variables = useMemo(
    () =>
      before === ''
        ? { first: size, after: after || null, last: null, before: null }
        : { first: null, after: null, last: size, before },
    [size, after, before],
  );
  return {
    variables,
    waysOf(
      page:
        | {
            hasNextPage: boolean;
            hasPreviousPage: boolean;
            startCursor?: string | null;
            endCursor?: string | null;
          }
        | undefined,
    ) {
      const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page ?? {};
      return {
        previous: hasPreviousPage && startCursor ? () => change({ before: startCursor, after: '' }) : null,
        next: hasNextPage && endCursor ? () => change({ after: endCursor, before: '' }) : null,
      };
    },
  };
}
