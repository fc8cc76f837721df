import { describe, expect, it } from 'vitest';
import { createCutter } from '../../src/database/protocol-messages.ts';

/** A message of PostgreSQL's protocol: its letter, its length and what it says. */
function message(letter: string, text = ''): Buffer {
  const bytes = Buffer.alloc(5 + text.length);
  bytes.write(`${letter}    ${text}`, 'latin1');
  bytes.writeUInt32BE(4 + text.length, 1);
  return bytes;
}

const start = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]);
const described = [message('P', 'select'), message('D', 'S'), message('H')];
const executed = [message('B', 'SQX'), message('E'), message('S')];
const sent = [start, message('Q', 'begin'), ...described, ...executed, message('X')];

const messages = (...parts: Buffer[]) => ({ kind: 'messages', bytes: new Uint8Array(Buffer.concat(parts)) });
const expected = [
  { kind: 'start' },
  messages(message('Q', 'begin')),
  messages(...described),
  messages(...executed),
  { kind: 'end' },
];

describe('what a client sends', () => {
  it.each([1, 2, 3, 7, 1_000])(
    'is cut into what can be answered, though it comes in pieces of %i bytes',
    (size) => {
      const bytes = Buffer.concat(sent);
      const cut = createCutter();
      const found: unknown[] = [];
      for (let at = 0; at < bytes.length; at += size) found.push(...cut(bytes.subarray(at, at + size)));
      expect(found).toEqual(expected);
    },
  );
});
