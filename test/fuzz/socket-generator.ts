import type { GeneratedRequest } from './query-generator.ts';
import type { Random } from './random.ts';

/** What is sent on one socket once it is open: frames as they go over the wire. */
export interface GeneratedSocket {
  what: string;
  frames: Buffer[];
}

interface Frame {
  payload: Buffer;
  /** RFC 6455: 1 text, 2 binary, 8 close, 9 ping, 10 pong. */
  opcode?: number;
  /** The bit that says that the message ends with this frame, and three that nobody has a meaning for. */
  flags?: number;
  masked?: boolean;
  /** What its head says that it has, in bytes, when that is not so. */
  length?: number;
}

const mask = Buffer.from([1, 2, 3, 4]);

function frame({ payload, opcode = 1, flags = 0x80, masked = true, length = payload.length }: Frame): Buffer {
  const head = length < 126 ? Buffer.alloc(2) : length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10);
  head[0] = flags | opcode;
  head[1] = (masked ? 0x80 : 0) | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  if (!masked) return Buffer.concat([head, payload]);
  const hidden = Buffer.from(payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0)));
  return Buffer.concat([head, mask, hidden]);
}

const ids = ['1', '2', '', 'x'.repeat(5_000), '__proto__', 'constructor', '\ud800'];
const strangeMessages = [
  '',
  '{',
  'null',
  '7',
  '[]',
  '{}',
  '{"type":7}',
  '{"type":"nothing"}',
  '{"type":"start","id":"1","payload":{"query":"{ viewer { __typename } }"}}',
  '{"type":"connection_init","payload":7}',
  '{"type":"connection_init","payload":{"authorization":[]}}',
  '{"type":"subscribe"}',
  '{"type":"subscribe","id":1,"payload":{"query":"{ __typename }"}}',
  '{"type":"subscribe","id":"1","payload":null}',
  '{"type":"subscribe","id":"1","payload":{"query":7}}',
  '{"type":"subscribe","id":"1","payload":{"query":"{ __typename }","variables":[]}}',
  '{"type":"subscribe","id":"1","payload":{"query":"{ __typename }","extensions":7}}',
  '{"type":"complete"}',
  '{"type":"complete","id":{}}',
  '{"type":"next","id":"1","payload":{}}',
  '{"type":"error","id":"1","payload":[]}',
  '{"type":"ping","payload":[]}',
  '['.repeat(100_000),
  `{"type":"ping","payload":{"a":${'['.repeat(500)}${']'.repeat(500)}}}`,
  '\ufeff{"type":"ping"}',
];

/** Makes what a client of sockets may send: mostly the protocol's messages, in frames that are mostly right. */
export function createSocketGenerator(random: Random, next: () => GeneratedRequest): () => GeneratedSocket {
  return () => {
    const done: string[] = [];
    const message = (): string => {
      if (random.chance(0.2)) {
        done.push('a strange message');
        return random.pick(strangeMessages);
      }
      const id = random.chance(0.7) ? String(random.below(1_000)) : random.pick(ids);
      const kind = random.pick(['subscribe', 'subscribe', 'subscribe', 'complete', 'ping', 'pong']);
      done.push(kind);
      return JSON.stringify({ type: kind, id, ...(kind === 'subscribe' ? { payload: next() } : {}) });
    };
    const framed = (text: string): Buffer[] => {
      const payload = Buffer.from(text);
      const half = random.below(payload.length + 1);
      const ways: readonly (() => [string, Frame[]])[] = [
        () => ['as bytes', [{ payload, opcode: 2 }]],
        () => [
          'in two frames',
          [
            { payload: payload.subarray(0, half), flags: 0 },
            { payload: payload.subarray(half), opcode: 0 },
          ],
        ],
        () => [
          'with a ping in between',
          [
            { payload: payload.subarray(0, half), flags: 0 },
            { payload: Buffer.from('x'), opcode: 9 },
            { payload: payload.subarray(half), opcode: 0 },
          ],
        ],
        () => ['without its beginning', [{ payload, opcode: 0 }]],
        () => ['without its end', [{ payload, flags: 0 }, { payload }]],
        () => ['unmasked', [{ payload, masked: false }]],
        () => ['with a flag of nobody', [{ payload, flags: 0x80 | random.pick([0x40, 0x20, 0x10]) }]],
        () => ['of a kind of nobody', [{ payload, opcode: random.pick([3, 7, 11, 15]) }]],
        () => ['longer than it is', [{ payload, length: payload.length + 1 + random.below(100) }]],
        () => ['of endless length', [{ payload, length: 2 ** 52 }]],
        () => ['of no UTF-8', [{ payload: Buffer.of(0xff, 0xfe, 0xc0, 0x80) }]],
        () => ['in a ping that is too long', [{ payload: Buffer.alloc(200), opcode: 9 }]],
        () => ['and a closing', [{ payload }, { payload: Buffer.from([3, 0xe8]), opcode: 8 }]],
        () => [
          'and a strange closing',
          [
            { payload },
            { payload: random.pick([Buffer.of(1), Buffer.of(0, 5), Buffer.of(3, 0xe8, 0xff)]), opcode: 8 },
          ],
        ],
        () => ['beyond a mebibyte', [{ payload: Buffer.alloc(1_100_000, 'x') }]],
        () => [
          'a thousand times',
          Array.from({ length: 1_000 }, () => ({ payload: Buffer.from('{"type":"ping"}') })),
        ],
        () => [
          'in a thousand empty frames',
          [
            { payload, flags: 0 },
            ...Array.from({ length: 1_000 }, () => ({ payload: Buffer.alloc(0), opcode: 0, flags: 0 })),
          ],
        ],
      ];
      if (!random.chance(0.15)) return [frame({ payload })];
      const [what, frames] = random.pick(ways)();
      done.push(what);
      return frames.map(frame);
    };
    const init = framed(random.chance(0.95) ? '{"type":"connection_init"}' : message());
    const frames = [...init, ...Array.from({ length: random.below(12) }, () => framed(message())).flat()];
    frames.push(frame({ payload: Buffer.from([3, 0xe8]), opcode: 8 }));
    return { what: `a socket: ${done.join(', ')}`, frames };
  };
}
