import type { Gateway } from '../client/gateway/gateway.ts';
import { graphql, type LaterStepsSubscription, type RunStepFragment } from './gql/graphql.ts';
import { passDeleted, watchOn } from './watch-on.ts';
import './format/cards.ts';

graphql(`
  fragment RunStep on PackEvent {
    id
    databaseId
    status
    isFinal
    modPackDatabaseId
    serverPackDatabaseId
    run {
      databaseId
    }
    errors {
      ...ProblemLine
    }
  }
`);

const newestEvent = graphql(`
  query NewestEvent {
    events(last: 1) {
      nodes {
        id
      }
    }
  }
`);

const stepsOfRun = graphql(`
  query StepsOfRun($modPack: Int!, $runConfiguration: Int!) {
    events(
      filter: { modPack: { databaseId: $modPack }, run: { databaseId: $runConfiguration } }
      last: 20
    ) {
      nodes {
        ...RunStep
      }
    }
  }
`);

const laterSteps = graphql(`
  subscription LaterSteps($after: ID) {
    events(after: $after) {
      ...RunStep
    }
  }
`);

/** A run by its numbers. */
export interface RunNumbers {
  modPack: number;
  runConfiguration: number;
}

/** One subscription brings the events of all followed runs. */
export interface RunFeed {
  /**
   * Calls `onStep` with a run's steps in order, past ones first, until `signal` aborts. Rejects with a `GatewayRefusal`
   * where the gateway refuses.
   */
  follow(run: RunNumbers, onStep: (step: RunStepFragment) => void, signal: AbortSignal): Promise<void>;
  /** The number of followed runs. */
  readonly size: number;
}

interface Follower {
  run: RunNumbers;
  take: (step: RunStepFragment) => void;
}

/** The feed of a gateway, with a subscription only while a run is followed. */
export function createRunFeed(gateway: Gateway, stopping: AbortSignal): RunFeed {
  const followers = new Set<Follower>();
  let shared: Shared | null = null;

  /** The subscription's first event id is fixed before the past of a run is requested, so that no event is missed. */
  interface Shared {
    begun: Promise<void>;
    over: AbortController;
    ended: Promise<void>;
  }

  function open(): Shared {
    const over = new AbortController();
    const begun = Promise.withResolvers<void>();
    let after: string | null | undefined;
    async function listen(signal: AbortSignal): Promise<void> {
      if (after === undefined) {
        const { events } = await gateway.ask(newestEvent, {}, signal);
        after = events.nodes.at(-1)?.id ?? null;
        begun.resolve();
      }
      const variables = {
        // Read again wherever the connection is made again: it goes on where it was.
        get after() {
          return after;
        },
      };
      const hand = ({ events: step }: LaterStepsSubscription) => {
        after = step.id;
        for (const { run, take } of followers) if (isOf(run, step)) take(step);
      };
      await gateway.watch(laterSteps, variables, hand, signal).catch(passDeleted);
    }
    const ended = watchOn({ stopping }, listen, over.signal);
    ended.catch(begun.reject);
    begun.promise.catch(() => {});
    return { begun: begun.promise, over, ended };
  }

  function join(): Shared {
    if (shared !== null) return shared;
    const opened = open();
    shared = opened;
    opened.ended
      .catch(() => {})
      .finally(() => {
        if (shared === opened) shared = null;
      });
    return opened;
  }

  return {
    get size() {
      return followers.size;
    },
    async follow(run, onStep, signal) {
      let last = 0;
      const follower: Follower = {
        run,
        take(step) {
          if (step.databaseId <= last || signal.aborted) return;
          last = step.databaseId;
          onStep(step);
        },
      };
      followers.add(follower);
      const { begun, over, ended } = join();
      const done = new AbortController();
      const either = AbortSignal.any([signal, done.signal]);
      async function readPast(): Promise<void> {
        await begun;
        await watchOn(
          { stopping },
          async (asked) => {
            const { events } = await gateway.ask(stepsOfRun, { ...run }, asked);
            for (const step of events.nodes) follower.take(step);
            done.abort();
          },
          either,
        );
      }
      try {
        await Promise.race([readPast(), aborted(AbortSignal.any([signal, stopping]))]);
        await Promise.race([ended, aborted(AbortSignal.any([signal, stopping]))]);
      } finally {
        done.abort();
        followers.delete(follower);
        if (followers.size === 0) {
          over.abort();
          shared = null;
        }
      }
    },
  };
}

function isOf({ modPack, runConfiguration }: RunNumbers, step: RunStepFragment): boolean {
  return step.modPackDatabaseId === modPack && step.run.databaseId === runConfiguration;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
