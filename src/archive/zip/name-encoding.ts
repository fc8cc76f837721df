import yauzl from 'yauzl';

/** The encodings in which the names of an archive may be that are not UTF-8, by what a run calls them. */
export const nameEncodings = [
  'GBK',
  'SHIFT_JIS',
  'BIG5',
  'EUC_KR',
  'IBM866',
  'WINDOWS_1251',
  'CP437',
  'WINDOWS_1252',
] as const;

export type NameEncoding = (typeof nameEncodings)[number];

/** The encoding of an archive's names; plain data, stored with the check's results. */
export interface NameReading {
  /** The encoding of names that are not UTF-8; null when all of them are. */
  encoding: NameEncoding | null;
  /** Whether backslashes stand between folders, as one tool writes them throughout. */
  backslashes: boolean;
}

/** The reading of names before it was stored. */
export const formerReading: NameReading = { encoding: 'CP437', backslashes: false };

/** By the names that https://encoding.spec.whatwg.org/ gives them. */
const labels = {
  GBK: 'gbk',
  SHIFT_JIS: 'shift_jis',
  BIG5: 'big5',
  EUC_KR: 'euc-kr',
  IBM866: 'ibm866',
  WINDOWS_1251: 'windows-1251',
  WINDOWS_1252: 'windows-1252',
} as const satisfies Record<Exclude<NameEncoding, 'CP437'>, string>;

/** Gives the text of bytes in an encoding, or null when they are none in it. */
export type Decode = (bytes: Uint8Array) => string | null;

export function decoderOf(encoding: NameEncoding): Decode {
  if (encoding === 'CP437') return (bytes) => yauzl.getFileNameLowLevel(0, Buffer.from(bytes), [], true);
  const label = labels[encoding];
  let decoder = new TextDecoder(label, { fatal: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      // A decoder that stopped half-way is not reused.
      decoder = new TextDecoder(label, { fatal: true });
      return null;
    }
  };
}

/** Whether all names are text in the encoding. */
export function fits(encoding: NameEncoding, names: readonly Uint8Array[]): boolean {
  const decode = decoderOf(encoding);
  return names.every((name) => decode(name) !== null);
}
