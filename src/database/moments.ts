/**
 * Tells what a database holds by a text: two that are equal were asked for while nothing was committed in between, by anybody.
 * Null where that cannot be told.
 */
export type Moment = () => Promise<string | null>;

/** Which transactions whoever asks now sees the work of. */
export const momentQuery = 'select pg_current_snapshot()::text as moment';

/**
 * Asks once for all who come while another question is under way. Nobody is answered by a question that was sent before they
 * came: what they have seen committed elsewhere may be newer.
 */
export function createMoments(ask: Moment): Moment {
  let asked: Promise<unknown> = Promise.resolve();
  let next: Promise<string | null> | null = null;
  const begin = () => {
    next = null;
    const answer = ask();
    asked = answer;
    return answer;
  };
  return () => {
    next ??= asked.then(begin, begin);
    return next;
  };
}
