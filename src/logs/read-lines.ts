import type { LogLine } from './log-finding.ts';

/** Most bytes kept of a line; the rest is skipped. Most logs pasted as one line fit. */
const longestRawLine = 64 * 1024;
const newline = 10;
const carriageReturn = 13;

/**
 * Splits pieces of UTF-8 into lines without colours. A line ends with LF, CR LF or CR alone, as on consoles. Time grows
 * with the length of the log; memory holds one line.
 */
export function createLineReader(take: (line: LogLine) => void): {
  push(piece: Uint8Array): void;
  end(): void;
} {
  const kept = Buffer.alloc(longestRawLine);
  let length = 0;
  let number = 1;
  /** True after CR: a following LF ends the same line. */
  let isEnded = false;
  const keep = (bytes: Buffer) => {
    if (bytes.length === 0) return;
    length += bytes.copy(kept, length, 0, Math.min(bytes.length, kept.length - length));
  };
  const finish = () => {
    // Without the zeros of UTF-16, as PowerShell writes it, Latin letters remain.
    const text = kept.toString('utf8', 0, length);
    length = 0;
    take({ number: number++, text: withoutColours(text.includes('\0') ? text.replaceAll('\0', '') : text) });
  };
  return {
    push(piece) {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      let from = 0;
      // Each separator is searched once: a log may have a million of one and none of the other.
      let nextReturn = bytes.indexOf(carriageReturn);
      let nextLine = bytes.indexOf(newline);
      for (;;) {
        if (isEnded) {
          // In UTF-16, a zero lies between CR and LF.
          while (from < bytes.length && bytes[from] === 0) from += 1;
          if (from >= bytes.length) return;
          if (bytes[from] === newline) from += 1;
          isEnded = false;
        }
        if (nextLine !== -1 && nextLine < from) nextLine = bytes.indexOf(newline, from);
        if (nextReturn !== -1 && nextReturn < from) nextReturn = bytes.indexOf(carriageReturn, from);
        isEnded = nextReturn !== -1 && (nextLine === -1 || nextReturn < nextLine);
        const end = isEnded ? nextReturn : nextLine;
        if (end === -1) break;
        keep(bytes.subarray(from, end));
        finish();
        from = end + 1;
      }
      keep(bytes.subarray(from));
    },
    end() {
      if (length > 0) finish();
    },
  };
}

const escapeCharacter = String.fromCharCode(27);
const bell = String.fromCharCode(7);
/** Control sequences of consoles, also as ^[ or without their first character, console titles, and the game's §. */
const colours = new RegExp(
  `(?:${escapeCharacter}|\\^\\[)\\[[\\d;?]{0,20}[A-Za-z]|${escapeCharacter}\\][^${bell}${escapeCharacter}]{0,200}${bell}|§[0-9a-fk-or]`,
  'g',
);

function withoutColours(text: string): string {
  return text.includes(escapeCharacter) || text.includes('^[') || text.includes('§')
    ? text.replaceAll(colours, '')
    : text;
}
