import { frequentCharacters } from './frequent-characters.ts';
import { decoderOf, fits, type NameEncoding, nameEncodings } from './name-encoding.ts';

/** Bytes of names that are weighed; whether an encoding fits the rest is looked at, too, but not how well. */
const mostWeighed = 128 * 1024;
/** The least average weight of a text in its true encoding; the best is 2. */
const leastWeight = 0.5;

/** The weight of a character beyond ASCII for an encoding; `before` and `after` are its neighbours. */
type Weigh = (character: string, before: string, after: string) => number;

/**
 * The encoding in which all of the names are text that people write, the likeliest where there are several; CP437, as the
 * format has it, where there is none. Names that are UTF-8 are not among them. Takes time in proportion to their bytes.
 */
export function guessEncoding(names: readonly Uint8Array[]): NameEncoding {
  const sample = sampleOf(names);
  const likely = nameEncodings
    .map((encoding) => ({ encoding, weight: weightOf(encoding, sample) }))
    .filter(({ weight }) => weight >= leastWeight)
    .sort((one, other) => other.weight - one.weight);
  return likely.find(({ encoding }) => fits(encoding, names))?.encoding ?? 'CP437';
}

/** The parts of the first names, each once, with slashes between them, with which no character of these encodings goes on. */
function sampleOf(names: readonly Uint8Array[]): Uint8Array {
  const seen = new Set<string>();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (const name of names) {
    if (bytes >= mostWeighed) break;
    // A folder is in the names of all that lies in it, and weighs once.
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
 * The average weight of the characters beyond ASCII; below any useful value when the bytes are invalid in the
 * encoding.
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

/** Control characters, those of private use and what stands for something that could not be read. */
const neverInNames = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/u;
const latinLetter = /[A-Za-z]/;
/** Punctuation of East Asia, full-width forms and numbers in circles. */
const ofNoWeight =
  /[\u2010-\u2027\u2030-\u205e\u2160-\u217f\u2460-\u24ff\u25a0-\u26ff\u3000-\u303f\uff01-\uff60\uffe0-\uffe6×÷·°±]/;

/** For the encodings that have two bytes for a character: most of a text is of those that are learnt first. */
function eastAsian(
  encoding: NameEncoding,
  common: ReadonlySet<string>,
  frequent: ReadonlySet<string>,
): Weigh {
  const quotes = quotesBeforeLetters(encoding);
  return (character, before, after) => {
    // "K馬ig" is how "König" looks in the wrong one, and "Farmer痴 Delight" how an apostrophe of Windows and its s do.
    if (latinLetter.test(before) && (latinLetter.test(after) || quotes.has(character))) return -2;
    if (frequent.has(character)) return 2;
    if (common.has(character)) return 1;
    return ofNoWeight.test(character) ? 0 : -1;
  };
}

const cyrillicLetter = /[А-яЁё]/;
const upperCase = /\p{Lu}/u;
const lowerCase = /\p{Ll}/u;

/** A word has letters of one script, and capitals at its beginning. */
const cyrillic: Weigh = (character, before, after) => {
  if (!cyrillicLetter.test(character)) return /[№«»—–…·°]/.test(character) ? 0 : -2;
  if (latinLetter.test(before) || latinLetter.test(after)) return -1;
  if (!cyrillicLetter.test(before) && !cyrillicLetter.test(after)) return 0;
  return upperCase.test(character) && lowerCase.test(before) ? -1 : 1.5;
};

const accentedLetter = /[À-ÖØ-öø-ÿŒœŠšŽžŸ]/;

/** Letters with accents stand among others, and seldom more than two in a row. */
const western: Weigh = (character, before, after) => {
  // As in "Farmer’s".
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

/** The two-byte characters that quotes of Windows-1252 followed by a Latin letter look like. */
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

/** The characters of two bytes in a range, row by row: those that the standard has first are the common ones. */
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
