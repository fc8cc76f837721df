import { useCallback, useEffect, useMemo, useState } from 'react';
import { type CombinedError, useClient, useSubscription } from 'urql';
import type { PackEventFilter, Status } from '../../client/gql/schema.ts';
import { operation } from '../data/operation.ts';
import { type FeedEventFragment, graphql } from '../gql/graphql.ts';

graphql(`
  fragment FeedEvent on PackEvent {
    id
    databaseId
    kind
    status
    createdAt
    modPackDatabaseId
    serverPackDatabaseId
    modPack {
      id
      title
    }
  }
`);
const eventPage = operation(
  graphql(`
  query EventPage($filter: PackEventFilter, $after: String) {
    events(filter: $filter, first: 50, after: $after, orderBy: CREATED_AT_DESC) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        ...FeedEvent
      }
    }
  }
`),
);
const laterEvents = operation(
  graphql(`
  subscription FeedAfter($filter: PackEventFilter, $after: ID) {
    events(filter: $filter, after: $after) {
      ...FeedEvent
    }
  }
`),
);

export type FeedEvent = FeedEventFragment;

/** Events kept in the feed; the oldest go first. */
const most = 5_000;

interface Feed {
  events: readonly FeedEvent[];
  /** Cursor of older events; null without any. */
  older: string | null;
  isBegun: boolean;
  error: CombinedError | undefined;
}

const nothing: Feed = { events: [], older: null, isBegun: false, error: undefined };

/**
 * The newest matching events, newest first, and every later one. After a lost connection the feed asks for events after
 * the newest one shown, so none is missed or doubled.
 */
export function useEventFeed({ status, modPack }: { status: readonly Status[]; modPack: number | null }) {
  const client = useClient();
  const [feed, setFeed] = useState(nothing);
  const key = JSON.stringify([status, modPack]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what they say.
  const filter = useMemo<PackEventFilter>(
    () => ({
      ...(status.length > 0 ? { status: [...status] } : {}),
      ...(modPack === null ? {} : { modPack: { databaseId: modPack } }),
    }),
    [key],
  );
  const read = useCallback(
    async (after: string | null) => {
      const { data, error } = await client
        .query(eventPage, { filter, after }, { requestPolicy: 'network-only' })
        .toPromise();
      const page = data?.events;
      const { hasNextPage, endCursor } = page?.pageInfo ?? {};
      return { events: page?.nodes ?? [], older: hasNextPage ? (endCursor ?? null) : null, error };
    },
    [client, filter],
  );
  useEffect(() => {
    let isWanted = true;
    setFeed(nothing);
    void read(null).then((first) => isWanted && setFeed({ ...first, isBegun: true }));
    return () => {
      isWanted = false;
    };
  }, [read]);
  useLaterEvents(filter, feed, (event) =>
    setFeed((before) =>
      before.events.some(({ id }) => id === event.id)
        ? before
        : { ...before, events: [event, ...before.events].slice(0, most) },
    ),
  );
  const { older } = feed;
  const readOlder = () =>
    void read(older).then((next) =>
      setFeed((before) => ({ ...before, events: [...before.events, ...next.events], older: next.older })),
    );
  return { ...feed, readOlder: older === null ? null : readOlder };
}

/**
 * Follows what comes after the newest event that is shown when the feed begins, or when its connection was made again.
 */
function useLaterEvents(filter: PackEventFilter, feed: Feed, take: (event: FeedEvent) => void): void {
  const [newest] = feed.events;
  const [begun, setBegun] = useState<{ filter: PackEventFilter; after: string | null } | null>(null);
  if (feed.isBegun && begun?.filter !== filter) setBegun({ filter, after: newest?.id ?? null });
  const handle = (_before: unknown, data: { events: FeedEvent }) => {
    take(data.events);
    return data;
  };
  const [{ error }] = useSubscription(
    {
      query: laterEvents,
      variables: { filter, after: begun?.after ?? null },
      pause: begun?.filter !== filter,
    },
    handle,
  );
  useEffect(() => {
    // After being cut off for slowness, the feed continues from its newest event.
    if (error !== undefined) setBegun(null);
  }, [error]);
}
