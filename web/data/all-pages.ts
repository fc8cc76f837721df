import { startTransition, useEffect, useState } from 'react';
import {
  type AnyVariables,
  type Client,
  type CombinedError,
  type OperationResult,
  type TypedDocumentNode,
  useClient,
} from 'urql';

/** One page of a list, and where the next one begins; null where there is none. */
export interface PageOf<Item> {
  items: readonly Item[];
  next: string | null;
}

/** A list that is read page by page, as far as it has come. */
export interface AllPages<Item, Data = unknown> {
  items: readonly Item[];
  /** The first page's data; null until it has come. */
  first: Data | null;
  isDone: boolean;
  error: CombinedError | null;
}

const nothing: AllPages<never, never> = { items: [], first: null, isDone: false, error: null };

/**
 * Reads a list whole, page by page. The first page is shown at once, and from then on what has come whenever it has
 * become twice as much, so that a long list costs its page a few renderings and no more. `wanted` null reads nothing.
 */
export function useAllPages<Data, Variables extends AnyVariables, Item>(
  wanted: {
    query: TypedDocumentNode<Data, Variables>;
    /** Says anew which list it is; the same text means the same list. */
    key: string;
    variables(after: string | null): Variables;
    pageOf(data: Data): PageOf<Item> | null;
  } | null,
): AllPages<Item, Data> {
  const client = useClient();
  const [state, setState] = useState<AllPages<Item, Data> & { key: string | null }>({
    ...nothing,
    key: null,
  });
  const key = wanted?.key ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which list it is.
  useEffect(() => {
    if (wanted === null) return undefined;
    const stopped = new AbortController();
    // Drawing the page may wait for typing and scrolling.
    const take = (next: AllPages<Item, Data>) =>
      startTransition(() => {
        if (!stopped.signal.aborted) setState({ ...next, key });
      });
    void readAllPages(client, wanted, stopped.signal, take);
    return () => stopped.abort();
  }, [client, key]);
  return state.key === key ? state : nothing;
}

async function readAllPages<Data, Variables extends AnyVariables, Item>(
  client: Client,
  wanted: {
    query: TypedDocumentNode<Data, Variables>;
    variables(after: string | null): Variables;
    pageOf(data: Data): PageOf<Item> | null;
  },
  signal: AbortSignal,
  take: (state: AllPages<Item, Data>) => void,
): Promise<void> {
  const items: Item[] = [];
  let first: Data | null = null;
  let shown = 0;
  let after: string | null = null;
  do {
    const answer: OperationResult<Data, Variables> = await client
      .query(wanted.query, wanted.variables(after), { requestPolicy: 'network-only' })
      .toPromise();
    if (signal.aborted) return;
    if (answer.error) return take({ items, first, isDone: true, error: answer.error });
    const page: PageOf<Item> | null = answer.data === undefined ? null : wanted.pageOf(answer.data);
    items.push(...(page?.items ?? []));
    first ??= answer.data ?? null;
    after = page?.next ?? null;
    if (after !== null && items.length < 2 * shown) continue;
    shown = items.length;
    take({ items: [...items], first, isDone: after === null, error: null });
  } while (after !== null);
}
