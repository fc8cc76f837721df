import type { Watch } from '../database/queries.ts';
import type { Tracing } from './tracing.ts';

const system = { 'db.system.name': 'postgresql' };

/** Makes a span for each statement within another span. */
export function watchStatements({ below }: Tracing): Watch {
  return (text, send) => below(nameOf(text), system, send);
}

/** The first word and the first table give few names for many statements, and hold no values. */
function nameOf(statement: string): string {
  const [word = 'statement'] = /[a-z]+/i.exec(statement) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_.]+)/i.exec(statement) ?? [];
  return [word.toLowerCase(), ...(table === undefined ? [] : [table])].join(' ');
}
