import type { Certainty, Side } from '../../modloaders/modloader.ts';
import { label } from '../lenient/value.ts';

/** The side that an environment field declares; `serverWord` is the format's word for a dedicated server. */
export function environmentSide(
  field: string,
  value: unknown,
  serverWord: string,
): { side: Side; certainty: Certainty; evidence: string } {
  const word = label(value, 40);
  if (word === '') {
    const fault = value === undefined ? 'not given' : 'no word';
    return { side: 'UNKNOWN', certainty: 'NONE', evidence: `${field} is ${fault}, which says nothing.` };
  }
  const side = sideOf(word.toLowerCase(), serverWord);
  if (side === null)
    return { side: 'UNKNOWN', certainty: 'NONE', evidence: `${field} is "${word}", which means nothing.` };
  return { side, certainty: 'DECLARED', evidence: `${field} is "${word}".` };
}

function sideOf(word: string, serverWord: string): Side | null {
  if (word === 'client') return 'CLIENT';
  if (word === serverWord) return 'SERVER';
  return word === '*' ? 'BOTH' : null;
}
