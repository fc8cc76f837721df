/**
 * The last release and this one on one database and one store, as in a rolling upgrade and on the way back. Needs the history, npm's registry, and
 * Debian's package `postgresql`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createToken } from '../src/access/tokens.ts';
import { sweep } from '../src/core/chores/sweep.ts';
import { openDatabase } from '../src/database/open.ts';
import { createDiskStorage } from '../src/storage/disk.ts';
import { globalId } from './graphql/client.ts';
import { type Child, onItsOwn, startChild } from './support/child.ts';
import { eventsOf, smallPack, upload } from './support/client.ts';
import { onConnection } from './support/database.ts';
import { download, follow, requestRun, uploadPack, vote, voteAs } from './support/load/callers.ts';
import { expectLedger } from './support/load/compare.ts';
import { type Ledger, openLedger } from './support/load/ledger.ts';
import { quota } from './support/load/place.ts';
import { findOldRelease, installOldRelease, type OldRelease } from './support/old-release.ts';
import { type PostgresServer, startPostgres } from './support/postgres-server.ts';

/** As the last release has it, which has no setting for that. */
const countedWithinMs = 1_000;

const listening = z.looseObject({ address: z.string() });
const deleted = z.object({
  data: z.object({ deleteModPack: z.object({ __typename: z.literal('Deleted') }) }),
});
const migrationsRun = 'select count(*)::int as count from drizzle.__drizzle_migrations';
const figure = z.tuple([z.object({ count: z.int() })]);

interface Node {
  child: Child;
  address: string;
}

async function begun(child: Child): Promise<Node> {
  const [line] = await child.line(/^.*"msg":"listening".*$/);
  return { child, address: listening.parse(JSON.parse(line)).address };
}

async function stop({ child }: Node): Promise<void> {
  child.process.kill('SIGTERM');
  expect(await child.ended, child.errors()).toBe(0);
}

const commit = await findOldRelease();

// Where there is no history, there is no last release.
describe.runIf(commit !== null)('the last release beside this one', () => {
  let opened: AsyncDisposableStack;
  let release: OldRelease;
  let server: PostgresServer;
  let folder: string;
  beforeAll(async () => {
    await using parts = new AsyncDisposableStack();
    folder = await mkdtemp(path.join(os.tmpdir(), 'rolling-'));
    parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    release = parts.use(await installOldRelease(commit ?? ''));
    server = parts.use(await startPostgres());
    opened = parts.move();
  }, 1_200_000);
  afterAll(async () => await opened?.disposeAsync());

  it('writes what this one writes, on the tables of this one, whichever of them works on runs', async () => {
    await using nodes = new AsyncDisposableStack();
    const settings = {
      ...onItsOwn,
      DATA_DIR: folder,
      DATABASE_URL: server.url,
    };
    const startOld = (environment = {}) => begun(nodes.use(release.start({ ...settings, ...environment })));
    const startNew = (environment = {}) =>
      begun(nodes.use(startChild('src/main.ts', { ...settings, ...environment })));
    const migrations = () =>
      onConnection(
        server.url,
        async (client) => figure.parse((await client.query(migrationsRun)).rows)[0].count,
      );

    let old = await startOld();
    const before = await migrations();
    const ledger = openLedger(2);
    const uploads = async () => {
      for (let index = 0; index < 5; index += 1)
        await uploadPack(
          { address: async () => old.address, token: { authorization: '' }, countedWithinMs },
          ledger,
          {
            mark: `while the tables change, ${index}`,
            byToken: false,
          },
        );
    };
    let [fresh] = await Promise.all([startNew({ ROLE: 'api' }), uploads()]);
    // It has brought the tables up to date while the other was at work.
    expect(await migrations()).toBeGreaterThan(before);

    const token = await makeToken(server.url, 'publisher');
    const operator = await makeToken(server.url, 'operator');
    const over = new AbortController();
    const [byOld = [], byNew = []] = ledger.seen;
    const followers = Promise.all([
      follow({ address: async () => old.address }, byOld, over.signal),
      follow({ address: async () => fresh.address }, byNew, over.signal),
    ]);
    const gone = new Set<number>();
    const write = async (node: Node, mark: string) => {
      for (const id of await useAll(node, { ledger, token, operator, mark })) gone.add(id);
    };

    await write(old, 'old, worked on by old');
    await write(fresh, 'new, worked on by old');
    await stop(old);
    old = await startOld({ ROLE: 'api' });
    await stop(fresh);
    fresh = await startNew();
    await write(old, 'old, worked on by new');
    await write(fresh, 'new, worked on by new');
    // The way back: the last release alone, on tables that it does not know.
    await stop(fresh);
    await stop(old);
    old = await startOld();
    await write(old, 'old again');
    fresh = await startNew({ ROLE: 'api' });

    // Who was cut off while a modpack came and went has not been told of it.
    for (const seen of ledger.seen)
      await expect
        .poll(() => seen.filter(({ id }) => !gone.has(id)).length)
        .toBe(8 * (ledger.packs.length + ledger.runs.size));
    over.abort();
    await followers;
    await stop(old);
    await stop(fresh);
    for (const [index, seen] of ledger.seen.entries())
      ledger.seen[index] = seen.filter(({ id }) => !gone.has(id));
    await using database = await openDatabase(server.url, { memory: true });
    const storage = await createDiskStorage({ directory: path.join(folder, 'store') });
    // The bytes of what was deleted.
    await sweep({ database, storage, log: pino({ level: 'silent' }) }, new Date(Date.now() + 60_000));
    await expectLedger({ database, storage, begun: async () => [] }, ledger);
  });
});

async function makeToken(url: string, role: 'publisher' | 'operator'): Promise<{ authorization: string }> {
  await using database = await openDatabase(url, { memory: true });
  const voter = role === 'publisher';
  const secret = await createToken(database, {
    name: role,
    role,
    voter,
    quota: voter ? quota : null,
    expires: null,
  });
  return { authorization: `Bearer ${secret}` };
}

/** Has one node take every kind of write, waits for the ends of its runs, and answers the ids of events that are deleted. */
async function useAll(
  { address }: Node,
  {
    ledger,
    token,
    operator,
    mark,
  }: {
    ledger: Ledger;
    token: { authorization: string };
    operator: { authorization: string };
    mark: string;
  },
): Promise<number[]> {
  const place = { address: async () => address, token, countedWithinMs };
  const first = ledger.packs.length;
  await uploadPack(place, ledger, { mark: `${mark} by token`, byToken: true });
  await uploadPack(place, ledger, { mark, byToken: false });
  const [one, other] = ledger.packs.slice(first).map(({ modPackId }) => modPackId);
  if (one === undefined || other === undefined) throw new Error('The uploads are not in the ledger.');
  await requestRun(place, ledger, other);
  const more = await upload(address, smallPack(`${mark}, deleted`));
  const unwanted = more.body.modPackId ?? 0;
  const eventsUntil = async (modPackId: number, count: number) => {
    await expect.poll(async () => (await eventsOf(address, modPackId)).length).toBe(count);
    return eventsOf(address, modPackId);
  };
  const [serverPackId = 0] = (await eventsUntil(one, 8)).flatMap(({ serverPackId: id }) => id ?? []);
  await eventsUntil(other, 16);
  await vote(place, ledger, { serverPackId, word: 'up' });
  await voteAs(place, ledger, { serverPackId, voter: 'discord:1', direction: -1 });
  await download(place, ledger, 'serverPacks', serverPackId);
  await download(place, ledger, 'modPacks', one);
  const gone = (await eventsUntil(unwanted, 8)).map(({ id }) => id);
  const query = `mutation { deleteModPack(input: { modPack: "${globalId('ModPack', unwanted)}" }) { __typename } }`;
  const answer = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...operator },
    body: JSON.stringify({ query }),
  });
  deleted.parse(await answer.json());
  return gone;
}
