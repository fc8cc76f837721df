import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { asc, isNotNull, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect } from 'vitest';
import {
  events,
  files,
  modPacks,
  modPackTotals,
  runConfigurations,
  serverPacks,
  tokens,
  votes,
} from '../../../drizzle/schema.ts';
import { tidy } from '../../../src/core/chores/sweep.ts';
import { type Database, rows } from '../../../src/database/database.ts';
import { bytesLeft, storedBytes } from '../../../src/limits/quotas.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { figuresAndCounts } from '../figures-and-counts.ts';
import type { Counted, Ledger } from './ledger.ts';
import { quota } from './place.ts';

/** What no process works on any more. */
interface Left {
  database: Database;
  storage: Storage;
  /** Objects of several parts that were begun and are not there. */
  begun(): Promise<string[]>;
}

const messages = [
  'Submitted task to queue.',
  'Checking ModPack for errors.',
  'ModPack checks passed.',
  'Generating ServerPack.',
  'Generated ServerPack.',
  'Submitted task to queue.',
  'Syncing ModPack to database.',
  'Syncing ServerPack to database.',
];

/** That all which the service has acknowledged is there, as often as it said, and that nothing else is. */
export async function expectLedger(left: Left, ledger: Ledger): Promise<void> {
  await expectPacksAndRuns(left, ledger);
  await expectEvents(left, ledger);
  await expectCounters(left, ledger);
  await expectQuota(left, ledger);
  await expectBytes(left);
  await expectNothingUnderWay(left);
}

async function expectPacksAndRuns({ database: { db } }: Left, ledger: Ledger): Promise<void> {
  const stored = await db
    .select({ modPackId: modPacks.id, size: files.size, sha256: files.sha256, status: modPacks.status })
    .from(modPacks)
    .innerJoin(files, sql`${files.id} = ${modPacks.fileId}`)
    .orderBy(asc(modPacks.id));
  expect(stored, 'the modpacks').toEqual(
    ledger.packs
      .map(({ byToken: _, ...pack }) => ({ ...pack, status: 'GENERATED' }))
      .sort((one, next) => one.modPackId - next.modPackId),
  );
  const runs = await db.select().from(runConfigurations);
  const modPackOf = new Map(runs.map(({ id, modPackId }) => [id, modPackId]));
  for (const [run, modPackId] of ledger.runs) expect(modPackOf.get(run), `run ${run}`).toBe(modPackId);
  // Each modpack came with one run.
  const more = runs.length - ledger.packs.length - ledger.runs.size;
  expect(more, 'runs that nobody has asked for').toBeLessThanOrEqual(ledger.maybeRuns);
  expect(more, 'runs that are missing').toBeGreaterThanOrEqual(0);
  const built = await db.select().from(serverPacks);
  expect(built.map(({ runConfigurationId }) => runConfigurationId).sort(), 'one server pack a run').toEqual(
    runs.map(({ id }) => id).sort(),
  );
}

async function expectEvents({ database: { db } }: Left, ledger: Ledger): Promise<void> {
  const recorded = await db.select().from(events).orderBy(asc(events.id));
  const told = recorded.map(({ id, status, message }) => ({ id, status, message }));
  for (const [index, seen] of ledger.seen.entries()) expect(seen, `subscriber ${index}`).toEqual(told);
  const byRun = Map.groupBy(recorded, ({ runConfigurationId }) => runConfigurationId);
  for (const [run, its] of byRun)
    expect(
      its.map(({ message }) => message),
      `run ${run}`,
    ).toEqual(messages);
  expect(byRun.size, 'runs with events').toBe(await db.$count(runConfigurations));
}

function expectCounted(found: number, { sure, maybeUp, maybeDown }: Counted, what: string): void {
  expect(found, `${what}, at least`).toBeGreaterThanOrEqual(sure - maybeDown);
  expect(found, `${what}, at most`).toBeLessThanOrEqual(sure + maybeUp);
}

async function expectCounters({ database }: Left, ledger: Ledger): Promise<void> {
  const { db } = database;
  const nothing = { sure: 0, maybeUp: 0, maybeDown: 0 };
  for (const counts of [ledger.votes, ledger.downloads.modPacks, ledger.downloads.serverPacks])
    expect([...counts.values()].filter(({ sure }) => sure !== 0).length, 'what is sure').toBeGreaterThan(0);
  const named = await db.select().from(votes);
  expect(new Map(named.map(({ serverPackId, voter, vote }) => [`${serverPackId} ${voter}`, vote]))).toEqual(
    ledger.voters,
  );
  const built = await db.select().from(serverPacks);
  for (const { id, confirmedWorking, downloads } of built) {
    const own = named.flatMap(({ serverPackId, vote }) => (serverPackId === id ? [vote] : []));
    const anonymous = confirmedWorking - own.reduce((sum, vote) => sum + vote, 0);
    expectCounted(anonymous, ledger.votes.get(id) ?? nothing, `votes on server pack ${id}`);
    expectCounted(
      downloads,
      ledger.downloads.serverPacks.get(id) ?? nothing,
      `downloads of server pack ${id}`,
    );
  }
  for (const [id, counted] of ledger.downloads.modPacks) {
    const its = await rows(db, sql`select from downloads where mod_pack_id = ${id}`);
    expectCounted(its.length, counted, `downloads of modpack ${id}`);
  }
  const uncounted = sql`select id from server_packs
    where downloads <> (select count(*) from downloads where server_pack_id = server_packs.id)`;
  expect(await rows(db, uncounted), 'server packs whose counter is not their downloads').toEqual([]);
  const totals = await db.select().from(modPackTotals);
  for (const { modPackId, downloads, confirmedWorking } of totals) {
    const its = built.filter((one) => one.modPackId === modPackId);
    const sum = (of: (one: (typeof its)[number]) => number) => its.reduce((all, one) => all + of(one), 0);
    expect([downloads, confirmedWorking], `totals of modpack ${modPackId}`).toEqual([
      sum((one) => one.downloads),
      sum((one) => one.confirmedWorking),
    ]);
  }
  const [figures, counts] = await figuresAndCounts(database);
  expect(figures, 'figures').toEqual(counts);
}

async function expectQuota({ database: { db } }: Left, ledger: Ledger): Promise<void> {
  // Others may have been made beside it, and which comes first changes as they are used.
  const [tokenId = 0, ...others] = (
    await db.select({ id: tokens.id }).from(tokens).where(isNotNull(tokens.quota))
  ).map(({ id }) => id);
  expect(others, 'more tokens with a quota').toEqual([]);
  const own = ledger.packs.filter(({ byToken }) => byToken);
  const uploaded = own.reduce((sum, { size }) => sum + size, 0);
  const first = sql`select min(id) from run_configurations where mod_pack_id in (${sql.join(
    own.map(({ modPackId }) => sql`${modPackId}`),
    sql`, `,
  )}) group by mod_pack_id`;
  const built = await db
    .select({ size: files.size })
    .from(serverPacks)
    .innerJoin(files, sql`${files.id} = ${serverPacks.fileId}`)
    .where(sql`${serverPacks.runConfigurationId} in (${first})`);
  const used = built.reduce((sum, { size }) => sum + size, uploaded);
  expect(await storedBytes(db, tokenId), 'what counts on the quota').toBe(used);
  expect(await bytesLeft(db, { tokenId, quota }), 'what is left of it').toBe(quota - used);
}

/** That the store has exactly what rows speak of, with these bytes. */
async function expectBytes({ database: { db }, storage }: Left): Promise<void> {
  const named = await db.select().from(files);
  const keys: string[] = [];
  for await (const key of storage.publishedBefore(new Date(Date.now() + 60_000))) keys.push(key);
  expect(keys.sort(), 'the keys of the store').toEqual(named.map(({ storageKey }) => storageKey).sort());
  for (const { storageKey, sha256, size } of named) {
    await using local = await storage.local(storageKey);
    const bytes = await readFile(local.path);
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect([digest, bytes.length], storageKey).toEqual([sha256, size]);
  }
}

async function expectNothingUnderWay(left: Left): Promise<void> {
  const { db, kind } = left.database;
  // What a node has half-received or half-built when it dies may be another's, as far as the next one knows; alone it knows.
  const aside = await left.storage.sweepUnpublished(new Date(Date.now() + 60_000));
  if (kind === 'embedded') expect(aside, 'files aside').toBe(0);
  expect(await left.begun(), 'begun in parts').toEqual([]);
  // What they held goes by the hour; now that none lives, all of it.
  const settings = { unfinishedMs: -60_000, resumableMs: -60_000, refusedMs: 0, deliveriesMs: 0 };
  await tidy({ ...left, log: pino({ level: 'silent' }) }, settings);
  for (const table of ['setbacks', 'queued_runs', 'held_uploads', 'resumable_uploads', 'fetched_files'])
    expect(await rows(db, sql`select * from ${sql.raw(table)}`), table).toEqual([]);
}
