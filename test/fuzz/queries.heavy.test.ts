import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { schema } from '../../src/graphql/schema.ts';
import { foreignWords, hangsAfterMs, longestMs, seconds, seed, startFuzzed } from './gateway.ts';
import { createQueryGenerator } from './query-generator.ts';
import { createRandom } from './random.ts';

it(`answers whatever is asked, without a 5xx, a foreign word or a turn over 100 ms (FUZZ_SEED=${seed})`, {
  timeout: seconds * 1_000 + longestMs,
}, async () => {
  await using fuzzed = await startFuzzed();
  const { watched: gateway, url } = fuzzed;
  const next = createQueryGenerator(schema, createRandom(seed));
  const send = async (request: object) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(hangsAfterMs),
    });
    return { status: response.status, text: await response.text() };
  };
  // The first of each kind is compiled as it runs.
  for (let warm = 0; warm < 50; warm += 1) await send(next());
  await gateway.countAnew();
  const statuses = new Map<number, number>();
  const end = Date.now() + seconds * 1_000;
  // A machine that is busy with others may have answered next to nothing by then.
  while (Date.now() < end || (statuses.get(200) ?? 0) <= 5) {
    const request = next();
    const { status, text } = await send(request);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500 || foreignWords.test(text) || gateway.longestTurn() > 100) {
      expect({ request, status, text: text.slice(0, 2_000), turn: gateway.longestTurn() }).toBeNull();
    }
  }

  // What is new has to be parsed and validated: much of it comes at once, on as many connections and on one socket.
  await gateway.countAnew();
  const together = await Promise.all(newDocuments('byConnection').map((query) => send({ query })));
  expect(new Set(together.map(({ status }) => status))).toEqual(new Set([200]));
  await answersBySocket(`${url.replace('http', 'ws')}/graphql`, newDocuments('bySocket'));
  expect(gateway.longestTurn()).toBeLessThanOrEqual(100);

  // What takes no time to look up, but much to put together: many such are carried on in the same turns.
  await gateway.countAnew();
  const introspected = await Promise.all(introspections().map((query) => send({ query })));
  expect(new Set(introspected.map(({ status }) => status))).toEqual(new Set([200]));
  expect(gateway.longestTurn()).toBeLessThanOrEqual(100);
  expect(gateway.errors()).toBe('');
});

/** Fifty documents that nobody has asked before, each about as long as is accepted. */
function newDocuments(name: string): string[] {
  const run = 'run { configuration { gameVersion modloader modloaderVersion startArgs clientMods } }';
  const modPack = `databaseId name size status source createdAt sha256 downloads confirmedWorking
    serverPacks(first: 1) { nodes { id size downloads ${run} modPack { id name } } }`;
  const fields = Array.from(
    { length: 18 },
    (_, index) => `of${index}: modPack(by: { databaseId: ${index + 1} }) { ${modPack} }`,
  ).join(' ');
  return Array.from({ length: 50 }, (_, index) => `query ${name}${index} { ${fields} }`);
}

/** Twenty documents with forty lists of all types each. */
function introspections(): string[] {
  const types = Array.from({ length: 40 }, (_, index) => `of${index}: types { name kind description }`).join(
    ' ',
  );
  return Array.from({ length: 20 }, (_, index) => `query introspection${index} { __schema { ${types} } }`);
}

/** Sends all of them at once; resolves when the last is complete, and fails when one is refused. */
function answersBySocket(url: string, documents: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = new WebSocket(url, 'graphql-transport-ws');
  let open = documents.length;
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('The socket was closed.')));
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
  socket.on('message', (data) => {
    const { type } = z.object({ type: z.string() }).parse(JSON.parse(String(data)));
    if (type === 'error') reject(new Error(String(data)));
    if (type === 'connection_ack') {
      for (const [id, query] of documents.entries())
        socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }));
    }
    if (type === 'complete') open -= 1;
    if (open === 0) resolve();
  });
  return promise.finally(() => socket.terminate());
}
