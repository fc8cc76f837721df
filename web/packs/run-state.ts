import { operation } from '../data/operation.ts';
import { graphql, type RunStateFragment } from '../gql/graphql.ts';

graphql(`
  fragment RunState on ModPack {
    id
    databaseId
    name
    title
    status
    scan {
      quarantined
    }
    recent: runs(last: 5) {
      nodes {
        id
        waiting {
          for
          nextTry
        }
      }
    }
    newest: serverPacks(first: 1, orderBy: CREATED_AT_DESC) {
      nodes {
        id
        databaseId
        keptCount
        droppedCount
        downloadUrl
      }
    }
    events(last: 24) {
      nodes {
        id
        kind
        status
        createdAt
        serverPackDatabaseId
        run {
          id
          databaseId
        }
        errors {
          code
          message
          entry
          link
        }
      }
    }
  }
`);

export const followModPack = operation(
  graphql(`
  subscription FollowModPack($number: Int!) {
    modPack(by: { databaseId: $number }) {
      ...RunState
    }
  }
`),
);

export type RunState = RunStateFragment;

/** Whether a run is among those whose events are known. */
export function hasRun({ events }: RunState, run: number): boolean {
  return events.nodes.some((one) => one.run.databaseId === run);
}

/** The number of the server pack that a run made; null before it is built. */
export function builtBy({ events }: RunState, run: number): number | null {
  const event = events.nodes.find(
    (one) => one.run.databaseId === run && typeof one.serverPackDatabaseId === 'number',
  );
  return event?.serverPackDatabaseId ?? null;
}
