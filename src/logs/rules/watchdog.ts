import { onLines } from '../on-lines.ts';

/** A server that the watchdog has stopped: the thread's frames name who was at work. */
export const watchdog = onLines([
  {
    has: 'A single server tick took',
    pattern: /A single server tick took ([\d.]{1,12}) seconds/,
    tell: ([, seconds = '']) => ({
      cause: 'TOO_SLOW',
      message: `One tick took ${seconds} seconds, so the server was stopped. The frames tell who was at work; a larger max-tick-time in server.properties gives more time.`,
    }),
    traced: true,
  },
]);
