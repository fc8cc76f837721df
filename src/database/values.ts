/*
 * Values on their way to the database and back. Both ways they are texts, so that they mean the same with and without a
 * prepared statement, and on both databases.
 */

/** The OIDs of PostgreSQL's types. */
const oids = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  int4Array: 1007,
  textArray: 1009,
  varcharArray: 1015,
  int8Array: 1016,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  uuidArray: 2951,
  jsonb: 3802,
} as const;

type Parse = (text: string) => unknown;

const itself: Parse = (text) => text;

/** Timestamps stay texts, which drizzle's columns parse themselves; so do all types that are not listed here. */
const parsers: readonly [readonly number[], Parse][] = [
  [[oids.int2, oids.int4, oids.oid, oids.float4, oids.float8], Number],
  [[oids.bool], (text) => text === 't'],
  [[oids.json, oids.jsonb], JSON.parse],
  [[oids.bytea], (text) => Buffer.from(text.slice(2), 'hex')],
  [[oids.date, oids.timestamp, oids.timestamptz], itself],
  [[oids.int4Array], (text) => listOf(text, Number)],
  [[oids.textArray, oids.varcharArray, oids.int8Array, oids.uuidArray], (text) => listOf(text, itself)],
];

/** Types for the driver: parameters are texts already and pass unchanged, results are parsed as above. */
export const types = Object.fromEntries(
  parsers.map(([from, parse]) => [
    `t${from[0]}`,
    { to: from[0] ?? oids.text, from: [...from], parse, serialize: itself },
  ]),
);

/** A parameter as text, from which the database parses the type that it expects. Objects become JSON. */
export function textOf(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'undefined':
      return null;
    case 'function':
    case 'symbol':
      throw new TypeError(`A ${typeof value} cannot be a parameter of a statement.`);
  }
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  return JSON.stringify(value);
}

function elementOf(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  const text = textOf(value);
  return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

const element = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/gs;

/** Parses PostgreSQL's text form of a list with one dimension. */
function listOf(text: string, parse: Parse): unknown[] {
  return [...text.matchAll(element)].map(([, quoted, plain]) => {
    if (plain === 'NULL') return null;
    return parse(plain ?? quoted?.replace(/\\(.)/gs, '$1') ?? '');
  });
}
