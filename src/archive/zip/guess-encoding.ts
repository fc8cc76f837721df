import { frequentCharacters } from './frequent-characters.ts';
import { decoderOf, fits, type NameEncoding, nameEncodings } from './name-encoding.ts';

/** Bytes of names that are weighed; the rest is only checked for validity in the encoding. */
const mostWeighed = 128 * 1024;
/** The least average weight of a text in its true encoding; 2 is the maximum. */
const leastWeight = 0.5;

/** The weight of a character beyond ASCII for an encoding; `before` and `after` are its neighbours. */
type Weigh = (character: string, before: string, after: string) => number;

/**
 * The encoding in which all names are plausible text, the likeliest of several; CP437, the format's default, when there
 * is none. The names exclude UTF-8 ones. Takes time in proportion to their bytes.
 */
export function guessEncoding(names: readonly Uint8Array[]): NameEncoding {
  const sample = sampleOf(names);
  const likely = nameEncodings
    .map((encoding) => ({ encoding, weight: weightOf(encoding, sample) }))
    .filter(({ weight }) => weight >= leastWeight)
    .sort((one, other) => other.weight - one.weight);
  return likely.find(({ encoding }) => fits(encoding, names))?.encoding ?? 'CP437';
}

/** The distinct parts of the first names, separated by slashes, which are no second byte in any of these encodings. */
function sampleOf(names: readonly Uint8Array[]): Uint8Array {
  const seen = new Set<string>();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (const name of names) {
    if (bytes >= mostWeighed) break;
    // A folder occurs in the names of all its files, but weighs once.
    for (const part of Buffer.from(name).toString('latin1').split('/')) {
      if (seen.has(part)) continue;
      seen.add(part);
      const ended = Buffer.from(`${part}/`, 'latin1');
      parts.push(ended);
      bytes += ended.length;
    }
  }
  return Buffer.concat(parts);
}

/**
 * The average weight of the characters beyond ASCII; below any useful value when the bytes are invalid in the encoding.
 */
function weightOf(encoding: NameEncoding, sample: Uint8Array): number {
  const text = decoderOf(encoding)(sample);
  if (text === null) return Number.NEGATIVE_INFINITY;
  const weigh = weighs[encoding]();
  const characters = [...text];
  let sum = 0;
  let count = 0;
  for (const [index, character] of characters.entries()) {
    if (character < '\u0080') continue;
    count++;
    sum += neverInNames.test(character)
      ? -8
      : weigh(character, characters[index - 1] ?? '', characters[index + 1] ?? '');
  }
  return count === 0 ? Number.NEGATIVE_INFINITY : sum / count;
}

/** Control characters, private-use characters and the replacement character. */
const neverInNames = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/u;
const latinLetter = /[A-Za-z]/;
/** East Asian punctuation, full-width forms and circled numbers. */
const ofNoWeight =
  /[\u2010-\u2027\u2030-\u205e\u2160-\u217f\u2460-\u24ff\u25a0-\u26ff\u3000-\u303f\uff01-\uff60\uffe0-\uffe6×÷·°±]/;

/** For encodings with two bytes a character: most of a text consists of the characters that are learnt first. */
function eastAsian(
  encoding: NameEncoding,
  common: ReadonlySet<string>,
  frequent: ReadonlySet<string>,
): Weigh {
  const quotes = quotesBeforeLetters(encoding);
  return (character, before, after) => {
    // In the wrong encoding, "König" looks like "K馬ig", and a Windows apostrophe before an s like "Farmer痴 Delight".
    if (latinLetter.test(before) && (latinLetter.test(after) || quotes.has(character))) return -2;
    if (frequent.has(character)) return 2;
    if (common.has(character)) return 1;
    return ofNoWeight.test(character) ? 0 : -1;
  };
}

const cyrillicLetter = /[А-яЁё]/;
const upperCase = /\p{Lu}/u;
const lowerCase = /\p{Ll}/u;

/** A word has letters of one script, with capitals only at its beginning. */
const cyrillic: Weigh = (character, before, after) => {
  if (!cyrillicLetter.test(character)) return /[№«»—–…·°]/.test(character) ? 0 : -2;
  if (latinLetter.test(before) || latinLetter.test(after)) return -1;
  if (!cyrillicLetter.test(before) && !cyrillicLetter.test(after)) return 0;
  return upperCase.test(character) && lowerCase.test(before) ? -1 : 1.5;
};

const accentedLetter = /[À-ÖØ-öø-ÿŒœŠšŽžŸ]/;

/** Accented letters stand among others, seldom more than two in a row. */
const western: Weigh = (character, before, after) => {
  // The apostrophe of "Farmer’s".
  if (character === '’' && latinLetter.test(before) && latinLetter.test(after)) return 1;
  if (!accentedLetter.test(character)) return /[®©™«»–—‘’“”…°·ªº¿¡]/.test(character) ? 0 : -2;
  if (upperCase.test(character) && /[a-z]/.test(before)) return -1;
  if (latinLetter.test(before) || latinLetter.test(after)) return 1;
  return accentedLetter.test(before) || accentedLetter.test(after) ? -1 : 0;
};

const kana = /[\u3041-\u309e\u30a1-\u30fe]/;

const weighs: Readonly<Record<NameEncoding, () => Weigh>> = {
  GBK: once(() =>
    eastAsian('GBK', charactersOf('GBK', 0xb0a1, 0xd7f9), new Set(frequentCharacters.simplified)),
  ),
  BIG5: once(() =>
    eastAsian('BIG5', charactersOf('BIG5', 0xa440, 0xc67e), new Set(frequentCharacters.traditional)),
  ),
  EUC_KR: once(() =>
    eastAsian('EUC_KR', charactersOf('EUC_KR', 0xb0a1, 0xc8fe), new Set(frequentCharacters.korean)),
  ),
  SHIFT_JIS: once(() => {
    const weigh = eastAsian(
      'SHIFT_JIS',
      charactersOf('SHIFT_JIS', 0x889f, 0x9872),
      new Set(frequentCharacters.japanese),
    );
    return (character, before, after) =>
      kana.test(character) && !latinLetter.test(before + after) ? 2 : weigh(character, before, after);
  }),
  IBM866: () => cyrillic,
  WINDOWS_1251: () => cyrillic,
  CP437: () => western,
  WINDOWS_1252: () => western,
};

/** Two-byte characters that look like a Windows-1252 quote followed by a Latin letter. */
function quotesBeforeLetters(encoding: NameEncoding): ReadonlySet<string> {
  const decode = decoderOf(encoding);
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', (letter) =>
    letter.charCodeAt(0),
  );
  const pairs = [0x91, 0x92, 0x93, 0x94].flatMap((quote) =>
    letters.map((letter) => Uint8Array.of(quote, letter)),
  );
  return new Set(pairs.map((pair) => decode(pair)).filter((text) => text !== null));
}

/** The two-byte characters of a range, row by row; the standard lists common characters first. */
function charactersOf(encoding: NameEncoding, from: number, to: number): ReadonlySet<string> {
  const decode = decoderOf(encoding);
  const found = new Set<string>();
  for (let code = from; code <= to; code++) {
    const [character, ...others] = [...(decode(Uint8Array.of(code >> 8, code & 0xff)) ?? '')];
    if (character !== undefined && others.length === 0 && !neverInNames.test(character)) found.add(character);
  }
  return found;
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
