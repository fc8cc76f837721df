import type { LogRule } from '../log-rule.ts';

/** A server stopped by the watchdog: the thread's frames show the code at work. */
export const watchdog: LogRule = [
  {
    has: ['ingle server tick took', 'java.lang.Error: Watchdog'],
    pattern: /(?:[Ss]ingle server tick took ([\d.,]{1,12}) seconds|java\.lang\.Error: Watchdog)/,
    report: ([, seconds]) => ({
      cause: 'TOO_SLOW',
      message: `One tick took ${seconds === undefined ? 'too long' : `${seconds.replace(',', '.')} seconds`}, so the server was stopped. The frames tell who was at work; a larger max-tick-time in server.properties gives more time.`,
    }),
    stops: true,
    traced: true,
  },
];
