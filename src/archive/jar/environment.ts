import type { Certainty, Side } from '../../modloaders/modloader.ts';
import { label } from '../lenient/value.ts';

/** The words of a format, in lower case; the word for clients is the same in all formats. */
interface SideWords {
  server: string;
  both: string;
}

/** The side in an environment field; `words` are the format's words for a dedicated server and for both. */
export function environmentSide(
  field: string,
  value: unknown,
  words: SideWords,
): { side: Side; certainty: Certainty; evidence: string } {
  const word = label(value, 40);
  if (word === '') {
    const fault = value === undefined ? 'not given' : 'no word';
    return { side: 'UNKNOWN', certainty: 'NONE', evidence: `${field} is ${fault}, which says nothing.` };
  }
  const side = sideOf(word.toLowerCase(), words);
  if (side === null)
    return { side: 'UNKNOWN', certainty: 'NONE', evidence: `${field} is "${word}", which means nothing.` };
  return { side, certainty: 'DECLARED', evidence: `${field} is "${word}".` };
}

function sideOf(word: string, { server, both }: SideWords): Side | null {
  if (word === 'client') return 'CLIENT';
  if (word === server) return 'SERVER';
  return word === both ? 'BOTH' : null;
}
