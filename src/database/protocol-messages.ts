/** A client's message in PostgreSQL's protocol. */
export type ClientMessage =
  /** The first message of a connection. */
  | { kind: 'start' }
  /** Messages up to one that the database answers. */
  | { kind: 'messages'; bytes: Uint8Array<ArrayBuffer> }
  /** The end of the connection. */
  | { kind: 'end' };

/** The messages that the database answers at once: a simple query, Sync and Flush. */
const answered: ReadonlySet<number> = new Set(['Q', 'S', 'H'].map((letter) => letter.charCodeAt(0)));
const terminate = 'X'.charCodeAt(0);

/**
 * Splits the bytes of a client, which arrive in pieces, into units that the database answers. The first message, which
 * starts the connection, has no type letter.
 */
export function createCutter(): (piece: Uint8Array) => ClientMessage[] {
  let left = Buffer.alloc(0);
  let hasStarted = false;
  return (piece) => {
    left = left.length === 0 ? Buffer.from(piece) : Buffer.concat([left, piece]);
    const found: ClientMessage[] = [];
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

/** The messages that end authentication and state that the database is ready. */
export const greeting: readonly number[] = [
  ...['R'.charCodeAt(0), 0, 0, 0, 8, 0, 0, 0, 0],
  ...['Z'.charCodeAt(0), 0, 0, 0, 5, 'I'.charCodeAt(0)],
];
