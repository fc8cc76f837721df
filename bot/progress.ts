import { progressText } from './format/under-way.ts';
import { graphql } from './gql/gql.ts';
import type { Status } from './gql/graphql.ts';
import type { Services } from './services.ts';
import { watchOn } from './watch-on.ts';
import type { Words } from './words/index.ts';

graphql(`
  fragment ProgressNews on Progress {
    phase
    bytesDone
    bytesTotal
  }
`);

const progressOf = graphql(`
  subscription ProgressOf($modPack: ID!) {
    progress(modPack: $modPack) {
      ...ProgressNews
    }
  }
`);

/** Follows how far the work on a modpack has come. */
export interface ProgressWatch {
  /** To be told the run's status: there is progress only while it is worked on. */
  during(status: Status): void;
  stop(): void;
}

const worked: readonly Status[] = ['CHECKING', 'GENERATING'];

/**
 * Tells `onText` of the progress of a modpack, as text, while it is worked on. That is an operation of its own for each
 * modpack, and never for more of them than the gateway works on at a time.
 */
export function watchProgress(
  { gateway, log, stopping }: Pick<Services, 'gateway' | 'log' | 'stopping'>,
  modPack: string,
  words: Words,
  onText: (text: string) => void,
): ProgressWatch {
  let watching: AbortController | null = null;
  const stop = () => {
    watching?.abort();
    watching = null;
  };
  return {
    during(status) {
      stop();
      if (!worked.includes(status)) return;
      const over = new AbortController();
      watching = over;
      watchOn(
        { stopping },
        (signal) =>
          gateway.watch(
            progressOf,
            { modPack },
            ({ progress }) => {
              if (!signal.aborted) onText(progressText(progress, words));
            },
            signal,
          ),
        over.signal,
      ).catch((error: unknown) => log.warn({ err: error }, 'No progress of a run'));
    },
    stop,
  };
}
