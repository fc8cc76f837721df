import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Child, onItsOwn, startChild } from '../support/child.ts';
import { eventsOf, smallPack, upload } from '../support/client.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { makeDataDir } from '../support/embedded-files.ts';
import { missHeartbeats } from '../support/heartbeats.ts';
import { wholeRun } from '../support/runs.ts';

/** A data folder, and a database, for nodes that have nothing to spare for a failed run. */
async function openPlace(kind: 'embedded' | 'server') {
  await using opened = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dying-nodes-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  if (kind === 'embedded') await makeDataDir(dataDir);
  const databaseUrl = kind === 'embedded' ? null : opened.use(await createServerDatabase()).url;
  const parts = opened.move();
  const start = (environment: Record<string, string> = {}) =>
    startChild('test/support/service-process.ts', {
      ...onItsOwn,
      LOG_LEVEL: 'silent',
      RUN_RETRIES: '0',
      RUN_RETRY_DELAY_SECONDS: '0',
      QUEUE_LOOK_MS: '200',
      SHUTDOWN_GRACE_MS: '0',
      DATA_DIR: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      ...environment,
    });
  const takenForDead = async () => {
    if (databaseUrl !== null) await missHeartbeats(databaseUrl);
  };
  return { start, databaseUrl, takenForDead, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

const address = async (child: Child) => (await child.line(/^listening (.*)/))[1] ?? '';

async function expectWhole(child: Child, modPackId: number): Promise<void> {
  const url = await address(child);
  const statuses = async () => (await eventsOf(url, modPackId)).map(({ status }) => status);
  const isOver = async () =>
    (await statuses()).some((status) => status === 'GENERATED' || status === 'ERROR');
  await expect.poll(isOver, { interval: 200 }).toBe(true);
  expect(await statuses()).toEqual(wholeRun);
}

describe.each(databaseKinds)('a run that may not be tried again, on the %s database', (kind) => {
  it('ends whole after three nodes have died in the middle of its check', async () => {
    await using place = await openPlace(kind);
    let modPackId = 0;
    for (const death of [1, 2, 3]) {
      await using node = place.start({ KILL_AT_STEP: 'amid check' });
      if (death === 1) modPackId = (await upload(await address(node), smallPack())).body.modPackId ?? 0;
      expect(await node.ended).toBe('SIGKILL');
      await place.takenForDead();
    }
    await using last = place.start();
    await expectWhole(last, modPackId);
  });
});

const lapsed = z.tuple([z.object({ lapsed: z.boolean() })]);

it.runIf(databaseKinds.includes('server'))(
  'a run that may not be tried again ends whole where its only node stood still until its claim had lapsed',
  async () => {
    await using place = await openPlace('server');
    await using node = place.start({ KILL_AT_STEP: 'amid check', KILL_WITH: 'SIGSTOP' });
    const { body } = await upload(await address(node), smallPack());
    await expect.poll(() => node.lines.at(-1)).toBe('step amid check');
    await place.takenForDead();
    const claim = () =>
      onConnection(place.databaseUrl ?? '', async (client) => {
        const { rows } = await client.query(`select coalesce(bool_and(
            now() > heartbeat_on + make_interval(secs => heartbeat_seconds)), false) as lapsed
          from pgboss.job where name = 'runs' and state = 'active'`);
        return lapsed.parse(rows)[0].lapsed;
      });
    await expect.poll(claim, { interval: 200 }).toBe(true);
    node.process.kill('SIGCONT');
    await expectWhole(node, body.modPackId ?? 0);
  },
);
