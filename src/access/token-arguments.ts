import { parseArgs } from 'node:util';
import { type TokenCommand, tokenCommand } from './token-command.ts';

const hourMs = 3_600_000;
const durations = new Map([
  ['h', hourMs],
  ['d', 24 * hourMs],
  ['w', 7 * 24 * hourMs],
]);
const sizes = new Map([
  ['MB', 1000 ** 2],
  ['GB', 1000 ** 3],
  ['TB', 1000 ** 4],
  ['MiB', 1024 ** 2],
  ['GiB', 1024 ** 3],
  ['TiB', 1024 ** 4],
]);
/** Longest lifetime of a token, so that its end is a date that the database can hold. */
const maxDuration = 100 * 365 * 24 * hourMs;

/** Reads the command line. Throws an error whose message names the fault. */
export function parseTokenArguments(args: string[]): TokenCommand {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      role: { type: 'string' },
      voter: { type: 'boolean', default: false },
      expires: { type: 'string' },
      quota: { type: 'string' },
      'new-database': { type: 'boolean', default: false },
    },
  });
  const [action, target] = positionals;
  const parsed = tokenCommand.safeParse({
    ...values,
    do: action,
    ...(action === 'revoke' ? { name: target ?? values.name } : {}),
    expires:
      values.expires === undefined
        ? null
        : new Date(
            Date.now() + Math.min(amount('--expires', values.expires, durations), maxDuration),
          ).toISOString(),
    quota: values.quota === undefined ? null : amount('--quota', values.quota, sizes),
  });
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(({ path, message }) => `${faultAt(path[0])}: ${message}`);
  throw new Error(names.join('\n'));
}

function faultAt(field: PropertyKey | undefined): string {
  return field === 'do' ? 'the word after --' : `--${String(field)}`;
}

function amount(option: string, text: string, units: ReadonlyMap<string, number>): number {
  const [, figure, unit = ''] = /^([1-9]\d{0,8})([A-Za-z]+)$/.exec(text) ?? [];
  const size = units.get(unit);
  if (figure !== undefined && size !== undefined) return Number(figure) * size;
  throw new Error(
    `${option}: must be a number with ${[...units.keys()].join(', ')} behind it, not "${text}"`,
  );
}
