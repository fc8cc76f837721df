import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createClient } from 'graphql-ws';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cancelRun } from '../../src/core/runs/run-control.ts';
import { startTestApp } from '../support/app.ts';
import { type Child, startChild } from '../support/child.ts';
import { eventsOf, upload } from '../support/client.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { openDownloadHost, sendRange, wantedFile } from '../support/download-host.ts';
import { makeDataDir } from '../support/embedded-files.ts';
import { mrpackWith } from '../support/exports.ts';
import { missHeartbeats } from '../support/heartbeats.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { eventsUntilEnd } from '../support/runs.ts';

const progressed = z.object({
  run: z.object({ progress: z.object({ phase: z.string(), entriesDone: z.int() }).nullable() }),
});

/** Follows a run until so many of its files have been fetched and kept. */
async function untilFetched(url: string, runId: number, files: number): Promise<void> {
  const client = createClient({ url: `${url.replace(/^http/, 'ws')}/graphql` });
  try {
    const query =
      'subscription ($run: Int!) { run(by: { databaseId: $run }) { progress { phase entriesDone } } }';
    const variables = { run: runId };
    for await (const { data } of client.iterate({ query, variables })) {
      const { progress } = progressed.parse(data).run;
      if (progress?.phase === 'FETCHING' && progress.entriesDone >= files) return;
    }
    throw new Error('The gateway ended the subscription.');
  } finally {
    await client.dispose();
  }
}

/** As if the service had been dead for so long that nobody waits for its heartbeat, or for the files that it was fetching. */
async function deadLongAgo(databaseUrl: string): Promise<void> {
  await missHeartbeats(databaseUrl);
  await onConnection(databaseUrl, (client) =>
    client.query('update fetched_files set claimed_until = now() where claimed_until > now()'),
  );
}

const modOf = (id: string, filling = '') =>
  jarWith({ 'fabric.mod.json': fabricModJson(id), 'assets/filling.txt': filling });

describe.each(databaseKinds)('fetching, on the %s database,', (kind) => {
  it('is told while it goes on, and ends at once when its run is cancelled', async () => {
    await using host = await openDownloadHost();
    await using service = await startTestApp({
      database: kind,
      environment: { FETCH: 'on', FETCH_HOSTS: host.host },
      overrides: { connect: host.connect },
    });
    const content = modOf('endless');
    const left = Promise.withResolvers<void>();
    host.answer('/endless.jar', (_request, response) => {
      response.on('close', left.resolve);
      response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 10));
    });
    const named = wantedFile(content, [`https://${host.host}/endless.jar`], 'mods/endless.jar');
    const { body } = await upload(service.url, mrpackWith([named]));
    const modPackId = body.modPackId ?? 0;
    for await (const progress of service.app.progress.follow(body.runConfigId ?? 0)) {
      if (progress.phase !== 'FETCHING') continue;
      expect(progress).toMatchObject({ entriesDone: 0, entriesTotal: 1, bytesTotal: content.length });
      break;
    }
    await cancelRun(service.app.database, body.runConfigId ?? 0);
    await left.promise;
    const events = await eventsUntilEnd(service.app, modPackId);
    expect(events.at(-1)?.errors?.map(({ code }) => code)).toEqual(['CANCELLED']);
  });

  it('goes on where it was when its process is killed', async () => {
    await using parts = new AsyncDisposableStack();
    const host = parts.use(await openDownloadHost());
    const folder = await mkdtemp(path.join(os.tmpdir(), 'killed-fetching-'));
    parts.defer(() => rm(folder, { recursive: true, force: true }));
    const authority = path.join(folder, 'authority.pem');
    await writeFile(authority, String(host.connect.ca));
    if (kind === 'embedded') await makeDataDir(path.join(folder, 'data'));
    const database =
      kind === 'server' ? { DATABASE_URL: parts.use(await createServerDatabase()).url } : undefined;
    const start = (): Child =>
      startChild('test/support/service-process.ts', {
        PORT: '0',
        LOG_LEVEL: 'silent',
        WORKER_THREADS: '1',
        'config.runRetryDelaySeconds': '0',
        'config.queuePollMs': '200',
        MODLOADER_VERSIONS: 'off',
        CATALOGUE: 'off',
        DATA_DIR: path.join(folder, 'data'),
        FETCH: 'on',
        FETCH_HOSTS: host.at('localhost'),
        FETCH_PRIVATE_ADDRESSES: 'on',
        NODE_EXTRA_CA_CERTS: authority,
        ...database,
      });
    const jars = {
      one: modOf('one'),
      two: modOf('two'),
      three: modOf('three', randomBytes(100_000).toString('hex')),
    };
    const files = Object.entries(jars).map(([name, jar]) => {
      const { path: place } = host.serve(`/${name}.jar`, jar);
      return wantedFile(jar, [`https://${host.at('localhost')}/${name}.jar`], place);
    });
    // Comes byte by byte, so that there is always something to be told of.
    host.answer('/three.jar', (request, response, nth) => {
      if (nth > 1) return sendRange(request, response, jars.three);
      response.writeHead(200, { 'content-length': jars.three.length });
      const dripping = setInterval(() => response.write(jars.three.subarray(0, 1)), 20);
      response.on('close', () => clearInterval(dripping));
    });
    const first = start();
    const address = async (child: Child) => (await child.line(/^listening (.*)/))[1] ?? '';
    const firstAddress = await address(first);
    const { body } = await upload(firstAddress, mrpackWith(files));
    await untilFetched(firstAddress, body.runConfigId ?? 0, 2);
    first.process.kill('SIGKILL');
    await first.ended;
    if (database) await deadLongAgo(database.DATABASE_URL);
    await using second = start();
    const url = await address(second);
    const last = async () => (await eventsOf(url, body.modPackId ?? 0)).at(-1);
    await expect
      .poll(last, { interval: 200 })
      .toMatchObject({ message: 'Syncing ServerPack to database.', errors: [] });
    // What had come was kept.
    const asked = host.requests.map((request) => request.path).sort();
    expect(asked).toEqual(['/one.jar', '/three.jar', '/three.jar', '/two.jar']);
  });
});
