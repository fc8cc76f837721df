import pino from 'pino';
import { z } from 'zod';
import { escaped } from './escaped.ts';

const entry = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().optional(),
  err: z.looseObject({ stack: z.string().optional(), message: z.string().optional() }).optional(),
});

/** Fields that are not shown to a person at the terminal. */
const known = new Set(['level', 'time', 'msg', 'err', 'pid', 'hostname', 'reqId']);

/** Formats a JSON line of the log for a person at a terminal. Untrusted text cannot control the terminal. */
export function readableLine(line: string): string {
  const { data } = entry.safeParse(JSON.parse(line));
  if (!data) return `${escaped(line.trimEnd())}\n`;
  const { level, time, msg = '', err } = data;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const word = pino.levels.labels[level] ?? String(level);
  const fields = Object.entries(data)
    .filter(([name]) => !known.has(name))
    .map(
      ([name, value]) =>
        `${name}=${typeof value === 'string' && /^[\w./:-]+$/.test(value) ? value : JSON.stringify(value)}`,
    );
  const first = [clock, word.padEnd(5), msg, ...fields].join(' ');
  const cause = err?.stack ?? err?.message;
  const below = cause === undefined ? [] : cause.split('\n').map((one) => `    ${one.trim()}`);
  return `${[first, ...below].map(escaped).join('\n')}\n`;
}
