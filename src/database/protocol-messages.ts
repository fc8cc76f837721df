/** Messages of a client in PostgreSQL's protocol. */
export type Asked =
  /** The connection begins. */
  | { kind: 'start' }
  /** Messages that the database answers before it reads on. */
  | { kind: 'messages'; bytes: Uint8Array<ArrayBuffer> }
  /** The connection ends. */
  | { kind: 'end' };

/** The messages after which the database answers: a simple query, Sync and Flush. */
const answered: ReadonlySet<number> = new Set(['Q', 'S', 'H'].map((letter) => letter.charCodeAt(0)));
const terminate = 'X'.charCodeAt(0);

/** Cuts what a client sends, piece by piece, into what can be answered. The first message says whose connection it is, and has no letter. */
export function createCutter(): (piece: Uint8Array) => Asked[] {
  let left = Buffer.alloc(0);
  let hasStarted = false;
  return (piece) => {
    left = left.length === 0 ? Buffer.from(piece) : Buffer.concat([left, piece]);
    const found: Asked[] = [];
    if (!hasStarted) {
      if (left.length < 4 || left.length < left.readUInt32BE(0)) return found;
      left = left.subarray(left.readUInt32BE(0));
      hasStarted = true;
      found.push({ kind: 'start' });
    }
    for (let at = 0; at + 5 <= left.length; ) {
      const end = at + 1 + left.readUInt32BE(at + 1);
      if (end > left.length) break;
      const letter = left[at] ?? 0;
      at = end;
      if (letter !== terminate && !answered.has(letter)) continue;
      found.push(
        letter === terminate
          ? { kind: 'end' }
          : { kind: 'messages', bytes: new Uint8Array(left.subarray(0, end)) },
      );
      left = left.subarray(end);
      at = 0;
    }
    return found;
  };
}

/** Authentication is over, and the database is ready. */
export const greeting: readonly number[] = [
  ...['R'.charCodeAt(0), 0, 0, 0, 8, 0, 0, 0, 0],
  ...['Z'.charCodeAt(0), 0, 0, 0, 5, 'I'.charCodeAt(0)],
];
