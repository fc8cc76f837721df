import { expect, it } from 'vitest';
import { z } from 'zod';
import { eventsOf, upload } from '../support/client.ts';
import { hangsAfterMs, longestMs, seconds, startFuzzed } from './gateway.ts';
import { packOfFullReports, withComment } from './pack-generator.ts';

/** Few and small in CI; ten as large as they may be in a long run by hand. */
const [packs, jars] = seconds < 60 ? [2, 100] : [10, 2_000];
const callers = 20;
const MiB = 1024 * 1024;

const query = `query ($id: Int!, $after: String) {
  modPack(by: { databaseId: $id }) {
    mods(first: 20, after: $after) {
      pageInfo { endCursor hasNextPage }
      nodes { file size note descriptors { format side evidence certainty requires provides mods { modId name version } } }
    }
  }
}`;
const answer = z.object({
  data: z.object({
    modPack: z.object({
      mods: z.object({
        pageInfo: z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() }),
        nodes: z.array(z.object({ descriptors: z.array(z.object({ requires: z.array(z.string()) })) })),
      }),
    }),
  }),
});

it(`answers ${callers} callers at once who read all pages of mods that say as much as they may, without a turn over 100 ms`, {
  timeout: seconds * 1_000 + longestMs,
}, async () => {
  await using gateway = await startFuzzed({ MOD_PACKS: '0', WORKER_THREADS: '1' });
  const { url, watched } = gateway;
  const ids: number[] = [];
  const pack = packOfFullReports(jars);
  for (let number = 0; number < packs; number += 1) {
    const { body } = await upload(url, withComment(pack, String(number)));
    const id = body.modPackId ?? 0;
    const isBuilt = async () => (await eventsOf(url, id)).some(({ serverPackId }) => serverPackId !== null);
    await expect.poll(isBuilt, { interval: 500 }).toBe(true);
    ids.push(id);
  }
  const read = async (id: number, after: string | null) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { id, after } }),
      signal: AbortSignal.timeout(hangsAfterMs),
    });
    return answer.parse(await response.json()).data.modPack.mods;
  };
  // The first are compiled as they run.
  for (let warm = 0; warm < 20; warm += 1) await read(ids[0] ?? 0, null);
  await watched.countAnew();
  await expect.poll(() => watched.mostMemory()).toBeGreaterThan(0);
  const idle = watched.mostMemory();
  let pages = 0;
  const until = Date.now() + seconds * 1_000;
  const caller = async (number: number) => {
    for (let turn = number; Date.now() < until; turn += 1) {
      let after: string | null = null;
      do {
        const { nodes, pageInfo } = await read(ids[turn % packs] ?? 0, after);
        // So that what is read is as large as it may be: a jar that says more than its share says nothing.
        if (after === null) expect(nodes[0]?.descriptors[0]?.requires.length).toBeGreaterThan(50);
        pages += 1;
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      } while (after !== null && Date.now() < until);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));
  const seen = {
    pages,
    turn: watched.longestTurn(),
    memoryMiB: Math.ceil((watched.mostMemory() - idle) / MiB),
  };
  if (seconds >= 60) process.stdout.write(`${JSON.stringify(seen)}\n`);
  // What docs/limits.md promises.
  if (seen.turn > 100 || seen.memoryMiB > 512) expect(seen).toBeNull();
  expect(pages).toBeGreaterThan(0);
  expect(watched.errors()).toBe('');
});
