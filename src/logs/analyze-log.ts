import { type LogCause, type LogFinding, type LogLine, logCauses } from './log-finding.ts';
import { logRules } from './rules/index.ts';

/** Characters of a line that are looked at; the rest of a longer one is skipped. */
const longestLine = 2_000;
/** Findings that are told at most. */
const mostFindings = 20;
const newline = 10;

const order = new Map(Object.keys(logCauses).map((cause, place) => [cause, place]));
const placeOf = (cause: LogCause) => order.get(cause) ?? order.size;

/**
 * Reads a log, in pieces of UTF-8, and tells why the server did not start or stopped: the causes in the order in which they matter,
 * each with the lines that say so. Takes time that grows with the log's length alone, and memory of some lines.
 */
export async function analyzeLog(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<LogFinding[]> {
  const readers = logRules.map((rule) => rule.begin());
  const lines = createLineReader((line) => {
    for (const reader of readers) reader.take(line);
  });
  for await (const piece of pieces) lines.push(piece);
  lines.end();
  const findings = readers.flatMap((reader) => reader.end());
  return withoutFollowers(findings)
    .toSorted((a, b) => placeOf(a.cause) - placeOf(b.cause) || firstLine(a) - firstLine(b))
    .slice(0, mostFindings);
}

/** Drops "failed" findings of mods that another finding explains, and causes inside another finding's stack trace. */
function withoutFollowers(findings: readonly LogFinding[]): LogFinding[] {
  const told = findings.filter(({ cause }) => cause !== 'MOD_FAILED');
  const explained = (finding: LogFinding) =>
    told.some(
      ({ cause, traces }) =>
        cause !== 'TOO_SLOW' && traces.some((one) => finding.traces.some((other) => isOfOneMod(one, other))),
    );
  return findings.filter((one) => one.cause !== 'MOD_FAILED' || !explained(one));
}

function isOfOneMod(one: LogFinding['traces'][number], other: LogFinding['traces'][number]): boolean {
  return (
    (one.modId !== undefined && one.modId === other.modId) ||
    (one.file !== undefined && one.file === other.file) ||
    (one.className !== undefined && one.className === other.className)
  );
}

function firstLine({ lines }: LogFinding): number {
  return lines[0]?.number ?? 0;
}

/** Cuts pieces of UTF-8 into lines, of which it keeps no more than is looked at. */
function createLineReader(hear: (line: LogLine) => void): { push(piece: Uint8Array): void; end(): void } {
  const kept = Buffer.alloc(longestLine * 3);
  let length = 0;
  let number = 1;
  const keep = (bytes: Buffer) => {
    length += bytes.copy(kept, length, 0, Math.min(bytes.length, kept.length - length));
  };
  const finish = () => {
    // PowerShell writes UTF-16, of which Latin letters are left when the zeros go.
    const text = kept
      .toString('utf8', 0, length)
      .replaceAll('\0', '')
      .replace(/\r$/, '')
      .slice(0, longestLine);
    length = 0;
    hear({ number: number++, text: withoutColours(text) });
  };
  return {
    push(piece) {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      let from = 0;
      for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, from)) {
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
const colours = new RegExp(`${escapeCharacter}\\[[\\d;]{0,20}[A-Za-z]|§[0-9a-fk-or]`, 'g');

/** Consoles and the game colour their words by escape sequences and by §. */
function withoutColours(text: string): string {
  return text.includes(escapeCharacter) || text.includes('§') ? text.replaceAll(colours, '') : text;
}
