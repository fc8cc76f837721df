import type { Page } from '../../core/lists/pages.ts';
import type { Writing, WrittenRow } from '../../core/lists/written-rows.ts';

/** An object that is answered as the text that the database has written. */
export class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** How values are written for which JSON has no form of its own. */
export interface Spelling {
  time: Extract<Writing, 'time' | 'milliseconds'>;
  /** Lists below a modpack: pages as in the schema, or arrays of all that there is. */
  lists: 'pages' | 'whole';
  /** The word for a value of an enum, which has this name in the schema. */
  word(type: string, name: string): string;
}

/** As the scalars and enums of the schema are answered. */
export const spellingOfSchema: Spelling = { time: 'time', lists: 'pages', word: (_type, name) => name };

/** Whoever has this in a context puts objects that are `Written` into the answer as they are. */
export interface TextUse {
  spelling: Spelling;
  /** Whether there are such objects in the answer. */
  isUsed: boolean;
}

/** The page in place of one of rows. */
export function pageAsText<Row>(use: TextUse, { rows, ...page }: Page<WrittenRow>): Page<Row> {
  return { ...page, rows: rows.map((row) => rowAsText<Row>(use, row)) };
}

/** What stands in the answer in place of this row. */
export function rowAsText<Row>(use: TextUse, { text }: WrittenRow): Row {
  use.isUsed = true;
  const written = new Written(text);
  if (!standsFor<Row>(written)) throw new TypeError('This is not written.');
  return written;
}

/** No resolver is called with it, since a plan takes it as it is: nobody looks for a column. */
function standsFor<Row>(written: unknown): written is Row {
  return written instanceof Written;
}

/** One value as JSON, which may be written as a whole. */
export function jsonText(value: unknown): string {
  return value instanceof Written ? value.text : JSON.stringify(value);
}

/** An answer as JSON, objects that are written as they are. */
export function toText(value: unknown): string {
  if (value instanceof Written) return value.text;
  if (Array.isArray(value)) return `[${value.map(toText).join()}]`;
  if (!isPlain(value)) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${toText(field)}`).join()}}`;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
