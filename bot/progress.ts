import type { Status } from '../client/gql/schema.ts';
import type { Words } from '../texts/bot.ts';
import { progressText } from './format/under-way.ts';
import { waitingText } from './format/waiting.ts';
import { graphql } from './gql/graphql.ts';
import type { Services } from './services.ts';
import { wait } from './wait.ts';
import { watchOn } from './watch-on.ts';

graphql(`
  fragment ProgressNews on Progress {
    phase
    bytesDone
    bytesTotal
  }
`);

const progressOf = graphql(`
  subscription ProgressOf($runConfiguration: Int!) {
    run(by: { databaseId: $runConfiguration }) {
      progress {
        ...ProgressNews
      }
    }
  }
`);

const placeInLine = graphql(`
  query PlaceInLine($runConfiguration: Int!) {
    run(by: { databaseId: $runConfiguration }) {
      queuePlace
      queueLength
    }
  }
`);

const waitedFor = graphql(`
  query WaitedFor($modPack: Int!) {
    modPack(by: { databaseId: $modPack }) {
      runs(last: 5) {
        nodes {
          waiting {
            ...RunWaiting
          }
        }
      }
    }
  }
`);

/** Follows how far a run has come. */
export interface ProgressWatch {
  /** The run's status decides: only a waiting run has a place in the queue, only a running one has progress. */
  during(status: Status): void;
  stop(): void;
}

const worked: readonly Status[] = ['CHECKING', 'GENERATING'];

/**
 * Tells `onText` of the place and the progress of a run, as text. Progress is a subscription of its own for each run, and
 * never for more of them than the gateway works on at a time; of those that wait, for their turn or for what they lack, there may be many,
 * so they ask again and again instead.
 */
export function watchProgress(
  { gateway, log, pace, stopping }: Pick<Services, 'gateway' | 'log' | 'pace' | 'stopping'>,
  { databaseId, runConfiguration }: { databaseId: number; runConfiguration: number },
  words: Words,
  onText: (text: string) => void,
): ProgressWatch {
  let watching: AbortController | null = null;
  const stop = () => {
    watching?.abort();
    watching = null;
  };
  const askPlace = async (signal: AbortSignal) => {
    const answer = await gateway.ask(placeInLine, { runConfiguration }, signal);
    const { queuePlace = null, queueLength = null } = answer.run ?? {};
    if (queuePlace !== null && queueLength !== null && !signal.aborted)
      onText(words.underWay.place(queuePlace, queueLength));
  };
  const followProgress = (signal: AbortSignal) =>
    gateway.watch(
      progressOf,
      { runConfiguration },
      ({ run: { progress } }) => {
        if (progress !== null && !signal.aborted) onText(progressText(progress, words));
      },
      signal,
    );
  const lookWhetherItWaits = async (signal: AbortSignal) => {
    for (let last = ''; ; ) {
      const found = await gateway.ask(waitedFor, { modPack: databaseId }, signal);
      const text = waitingText(found.modPack?.runs, databaseId, words);
      if (text !== last && !signal.aborted) onText(text);
      last = text;
      // No event tells of it. A run may wait for a day, and many may: then it is asked a tenth as often.
      await wait(text === '' ? pace.intervalMs : pace.intervalMs * 10, signal);
    }
  };
  const watchesOf = (status: Status) => [
    ...(status === 'QUEUED' ? [askPlace] : []),
    ...(worked.includes(status) ? [followProgress] : []),
    ...(status === 'QUEUED' ? [] : [lookWhetherItWaits]),
  ];
  return {
    during(status) {
      stop();
      const over = new AbortController();
      watching = over;
      for (const watch of watchesOf(status))
        watchOn({ stopping }, watch, over.signal).catch((error: unknown) =>
          log.warn({ err: error }, 'No progress of a run'),
        );
    },
    stop,
  };
}
