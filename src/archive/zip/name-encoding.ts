import yauzl from 'yauzl';

/** Possible encodings of names that are not UTF-8, named as in a run configuration. */
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

/** How an archive's names are decoded; plain data, stored with the check's results. */
export interface NameReading {
  /** The encoding of names that are not UTF-8; null when all names are UTF-8. */
  encoding: NameEncoding | null;
  /** Whether backslashes separate folders, as one tool writes them. */
  backslashes: boolean;
}

/** How names were decoded before the reading was stored. */
export const formerReading: NameReading = { encoding: 'CP437', backslashes: false };

/** Names of the encodings in https://encoding.spec.whatwg.org/. */
const labels = {
  GBK: 'gbk',
  SHIFT_JIS: 'shift_jis',
  BIG5: 'big5',
  EUC_KR: 'euc-kr',
  IBM866: 'ibm866',
  WINDOWS_1251: 'windows-1251',
  WINDOWS_1252: 'windows-1252',
} as const satisfies Record<Exclude<NameEncoding, 'CP437'>, string>;

/** Decodes bytes; null when the bytes are not valid in the encoding. */
export type Decode = (bytes: Uint8Array) => string | null;

export function decoderOf(encoding: NameEncoding): Decode {
  if (encoding === 'CP437') return (bytes) => yauzl.getFileNameLowLevel(0, Buffer.from(bytes), [], true);
  const label = labels[encoding];
  let decoder = new TextDecoder(label, { fatal: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      // A decoder that threw halfway keeps state, so it is not reused.
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
