import { afterAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { eventsOf, smallPack, upload } from '../support/client.ts';
import {
  type FuzzedGateway,
  foreignWords,
  longestMs,
  mostKept,
  mostOfGateway,
  seconds,
  seed,
  startFuzzed,
} from './gateway.ts';
import { createQueryGenerator } from './query-generator.ts';
import { createRandom } from './random.ts';
import { createRequestGenerator } from './request-generator.ts';
import { createSocketGenerator } from './socket-generator.ts';
import { type Conversation, converse } from './wire.ts';

/** Connections at a time. */
const lanes = 8;

/** Whoever stops in the middle is waited for as long as the settings say; here that is soon. */
const impatient = {
  'config.maxBodyMs': '1000',
  // Twice that without a byte ends a connection: a machine that is busy keeps a client from its first one for a while.
  'config.transferSilenceMs': '3000',
  MOD_PACKS: '0',
  'config.socketCloseMs': '500',
};

/** Starts a gateway that has one modpack with its server pack. */
async function startWithPack(): Promise<FuzzedGateway> {
  const gateway = await startFuzzed(impatient);
  const { body } = await upload(gateway.url, smallPack());
  const isBuilt = async () =>
    (await eventsOf(gateway.url, body.modPackId ?? 0)).some(({ serverPackId }) => serverPackId !== null);
  await expect.poll(isBuilt).toBe(true);
  return gateway;
}

/** Does something again and again while `isOn`, several times at once. */
async function inLanes(isOn: () => boolean, act: () => Promise<void>): Promise<void> {
  const lane = async () => {
    while (isOn()) await act();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * Some first, since the first of each kind is compiled as it runs; then, counted, for the time of a fuzz. At its end the gateway has
 * taken no more memory than is promised, and has let go of it.
 */
async function forAWhile(
  { watched }: FuzzedGateway,
  first: number,
  act: (isWarm: boolean) => Promise<void>,
): Promise<void> {
  let left = first;
  await inLanes(
    () => left-- > 0,
    () => act(false),
  );
  const held = await watched.countAnew();
  await expect.poll(() => watched.mostMemory()).toBeGreaterThan(0);
  const idle = watched.mostMemory();
  const until = Date.now() + seconds * 1_000;
  await inLanes(
    () => Date.now() < until,
    () => act(true),
  );
  expect(watched.mostMemory() - idle).toBeLessThan(mostOfGateway);
  expect((await watched.countAnew()) - held).toBeLessThan(mostKept);
}

/** The statuses of the answers on a connection. */
function statusesIn(received: string): number[] {
  return Array.from(received.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
}

/** As much of a request as somebody who looks for a fault can read, and how long all of it is. */
function shown(sent: readonly Buffer[]): string {
  const bytes = Buffer.concat([...sent]);
  return `${bytes.length} bytes in ${sent.length}: ${bytes.toString('latin1').slice(0, 3_000)}`;
}

/** Fails when a conversation broke the promises, or anything since the counting began. */
function expectKept(
  gateway: FuzzedGateway,
  isWarm: boolean,
  what: string,
  sent: readonly Buffer[],
  { received, hung }: Conversation,
) {
  const { watched } = gateway;
  const fault = {
    hung,
    status: statusesIn(received).find((status) => status >= 500 && status !== 503 && status !== 507),
    words: received.replace(/^content-type: text\/html.*/ims, '').match(foreignWords)?.[0],
    turn: isWarm && watched.longestTurn() > 100 ? watched.longestTurn() : undefined,
    ended: watched.process.exitCode ?? undefined,
    log: gateway.fault(),
  };
  if (JSON.stringify(fault) === '{"hung":false}') return;
  expect({ what, fault, request: shown(sent), received: received.slice(0, 3_000) }).toBeNull();
}

describe('what anybody sends on a connection', { timeout: seconds * 1_000 + longestMs }, () => {
  // One for both: what each takes, and keeps, is counted from what is there before it.
  let started: Promise<FuzzedGateway> | null = null;
  afterAll(async () => (await started)?.[Symbol.asyncDispose]());

  it(`is answered in words, without a 5xx, a turn over 100 ms or a hang (FUZZ_SEED=${seed})`, async () => {
    started ??= startWithPack();
    const gateway = await started;
    const random = createRandom(seed);
    const kinds = ['query', 'query', 'mutation', 'subscription'] as const;
    const next = createRequestGenerator(random, createQueryGenerator(schema, random, kinds));
    const statuses = new Map<number, number>();
    await forAWhile(gateway, 100, async (isWarm) => {
      const { what, pieces, isWhole, hangsUp } = next();
      const conversation = await converse(gateway.url, pieces, {
        // A live stream has no end of its own, and GraphiQL has megabytes that are none of ours.
        hasEnough: (received) => /^content-type: (text\/event-stream|text\/html)/im.test(received),
        patienceMs: isWhole ? null : hangsUp ? 20 : 3_000,
      });
      expectKept(gateway, isWarm, what, pieces, conversation);
      const found = statusesIn(conversation.received);
      for (const status of found) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (isWhole && found.length !== 1) {
        const request = shown(pieces);
        expect({ what, request, answers: found.length, ended: conversation.ended }).toBeNull();
      }
    });
    for (const status of [200, 400, 404, 405]) expect([...statuses.keys()]).toContain(status);
    expect(gateway.watched.errors()).toBe('');
  });

  it(`on a socket is answered or closed in words, likewise (FUZZ_SEED=${seed})`, async () => {
    started ??= startWithPack();
    const gateway = await started;
    const random = createRandom(seed);
    const kinds = ['query', 'subscription', 'subscription', 'mutation'] as const;
    const next = createSocketGenerator(random, createQueryGenerator(schema, random, kinds));
    const handshake = Buffer.from(
      'GET /graphql HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n',
    );
    let acknowledged = 0;
    await forAWhile(gateway, 50, async (isWarm) => {
      const { what, frames } = next();
      const sent = [handshake, ...frames];
      const conversation = await converse(gateway.url, sent, { hasEnough: () => false, patienceMs: null });
      expectKept(gateway, isWarm, what, sent, conversation);
      const { received, ended } = conversation;
      if (statusesIn(received).join() !== '101')
        expect({ what, request: shown(sent), received: received.slice(0, 3_000), ended }).toBeNull();
      if (conversation.received.includes('connection_ack')) acknowledged += 1;
    });
    expect(acknowledged).toBeGreaterThan(0);
    expect(gateway.watched.errors()).toBe('');
  });
});
