import { expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { foreignWords, seconds, seed, startFuzzed } from './gateway.ts';
import { createQueryGenerator } from './query-generator.ts';
import { createRandom } from './random.ts';

it(`answers whatever is asked, without a 5xx, a foreign word or a turn over 100 ms (FUZZ_SEED=${seed})`, {
  timeout: seconds * 1_000 + 300_000,
}, async () => {
  await using fuzzed = await startFuzzed();
  const { watched: gateway, url } = fuzzed;
  const next = createQueryGenerator(schema, createRandom(seed));
  const send = async (request: object) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, text: await response.text() };
  };
  // The first of each kind is compiled as it runs.
  for (let warm = 0; warm < 50; warm += 1) await send(next());
  await gateway.countAnew();
  const statuses = new Map<number, number>();
  const end = Date.now() + seconds * 1_000;
  while (Date.now() < end) {
    const request = next();
    const { status, text } = await send(request);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500 || foreignWords.test(text) || gateway.longestTurn() > 100) {
      expect({ request, status, text: text.slice(0, 2_000), turn: gateway.longestTurn() }).toBeNull();
    }
  }
  expect(statuses.get(200)).toBeGreaterThan(5);
  expect(gateway.errors()).toBe('');
});
