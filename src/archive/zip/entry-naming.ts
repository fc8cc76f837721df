import type { ArchiveLimits } from '../limits.ts';
import { type ProblemList, printable } from '../problem-list.ts';
import { type ArchiveEntry, flagUtf8 } from './entry.ts';
import { judgeName, type NameFault, withoutDotSlash } from './entry-names.ts';
import { guessEncoding } from './guess-encoding.ts';
import { type Decode, decoderOf, fits, type NameEncoding, type NameReading } from './name-encoding.ts';

export interface Directory {
  /** The entries in the directory's order. */
  entries: ArchiveEntry[];
  /** The encoding of the entries' names. */
  names: NameReading;
}

/** A header whose name may be decoded only after all other headers are read. */
export interface ReadHeader {
  /** The entry without its name. */
  entry: Omit<ArchiveEntry, 'name' | 'rawName'>;
  /** The bytes of the name when they are not the bytes of `text`. */
  raw: Buffer | null;
  /** The name, when it is known to be UTF-8. */
  text: string | null;
  /** Whether `text` is a second name beside `raw`. */
  isSecond: boolean;
}

/** The requested encoding of an archive's names; by default it is guessed. */
export interface WantedReading {
  /** The reading of an earlier check. */
  reading?: NameReading;
  /** An encoding, used only when every name that is not UTF-8 is valid in it. */
  encoding?: NameEncoding | null;
  /** Whether backslashes separate folders; by default the names decide. */
  backslashes?: boolean;
}

const notAscii = /[^ -~]/;

/**
 * Names all entries of an archive at once, since one name alone seldom shows its encoding; reports problems of second
 * names.
 */
export function nameEntries(
  headers: readonly ReadHeader[],
  wanted: WantedReading,
  judging: { limits: ArchiveLimits; problems: ProblemList },
): Directory {
  const unclear = headers.flatMap(({ raw, text }) => (text === null && raw !== null ? [raw] : []));
  const encoding = unclear.length === 0 ? null : chooseEncoding(unclear, wanted);
  const decode = decoderOf(encoding ?? 'CP437');
  const inFallback = decoderOf('CP437');
  const decoded = headers.map(
    ({ raw, text }) => text ?? (raw === null ? '' : (decode(raw) ?? inFallback(raw) ?? '')),
  );
  const backslashes = wanted.reading?.backslashes ?? wanted.backslashes ?? areSeparators(decoded);
  const isOwnName = decoderOfFirstNames(headers, encoding);
  const entries = headers.flatMap((header, index): ArchiveEntry[] => {
    const { entry } = header;
    const text = decoded[index] ?? '';
    const raw = header.raw ?? Buffer.from(text);
    const name = withoutDotSlash(backslashes ? text.replaceAll('\\', '/') : text);
    // Some tools write a `./` for the archived folder itself.
    if (name === '' && text !== '') return [];
    const named = { name, rawName: raw.equals(Buffer.from(name)) ? null : raw.toString('base64'), ...entry };
    if (header.isSecond) judgeFirstName(named, raw, isOwnName, judging);
    return [named];
  });
  return { entries, names: { encoding, backslashes } };
}

function chooseEncoding(unclear: readonly Buffer[], { reading, encoding }: WantedReading): NameEncoding {
  if (reading !== undefined) return reading.encoding ?? 'CP437';
  return encoding && fits(encoding, unclear) ? encoding : guessEncoding(unclear);
}

/** One tool always separates folders with backslashes, so none of its names holds a slash. */
function areSeparators(names: readonly string[]): boolean {
  return names.some((name) => name.includes('\\')) && !names.some((name) => name.includes('/'));
}

/** Decodes the first names of entries that have a second name too, in the likeliest encoding. */
function decoderOfFirstNames(headers: readonly ReadHeader[], encoding: NameEncoding | null): Decode {
  if (encoding !== null) return decoderOf(encoding);
  const firsts = headers.flatMap(({ raw, isSecond }) => (isSecond && raw !== null ? [raw] : []));
  return firsts.length === 0 ? () => null : decoderOf(guessEncoding(firsts));
}

/**
 * Programs that do not know the second, Unicode name of an entry use the first one. So the first name must equal the
 * second in another encoding, or else be harmless and lead to the same path.
 */
function judgeFirstName(
  { name, flags }: ArchiveEntry,
  raw: Buffer,
  decode: Decode,
  { limits, problems }: { limits: ArchiveLimits; problems: ProblemList },
): void {
  // A fault of the name itself is reported together with the other names' faults.
  if (judgeName(name, limits) !== null) return;
  const first = decode(raw);
  if (first !== null && withoutDotSlash(first) === name) return;
  const ascii = withoutDotSlash(raw.map((byte) => (byte < 0x80 ? byte : 0x5f)).toString());
  const isSame =
    (flags & flagUtf8) === 0 ? isSamePath(name, ascii) : name === withoutDotSlash(raw.toString());
  const ambiguous = `is named "${printable(ascii)}" for programs that do not know its second, Unicode name`;
  const fault: NameFault | null =
    judgeName(ascii, limits) ?? (isSame ? null : { code: 'AMBIGUOUS_ENTRY', fault: ambiguous });
  if (fault !== null) problems.add(fault.code, `"${printable(name)}" ${fault.fault}.`, name);
}

/** True when two names differ only in characters that ASCII cannot write. */
function isSamePath(name: string, ascii: string): boolean {
  const parts = ascii.split('/');
  const named = name.split('/');
  return (
    parts.length === named.length &&
    named.every((part, index) => part === parts[index] || notAscii.test(part))
  );
}
