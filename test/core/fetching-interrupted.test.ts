import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cancelRun } from '../../src/core/run-control.ts';
import { startTestApp } from '../support/app.ts';
import { type Child, startChild } from '../support/child.ts';
import { eventsOf, upload } from '../support/client.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';
import { openDownloadHost, sendRange, wantedFile } from '../support/download-host.ts';
import { makeDataDir } from '../support/embedded-files.ts';
import { mrpackWith } from '../support/exports.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { eventsUntilEnd } from '../support/runs.ts';

const modOf = (id: string) => jarWith({ 'fabric.mod.json': fabricModJson(id) });

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
    for await (const progress of service.app.progress.follow(modPackId)) {
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
        RUN_RETRY_DELAY_SECONDS: '0',
        QUEUE_LOOK_MS: '200',
        MODLOADER_VERSIONS: 'off',
        CATALOGUE: 'off',
        DATA_DIR: path.join(folder, 'data'),
        FETCH: 'on',
        FETCH_HOSTS: host.at('localhost'),
        FETCH_PRIVATE_ADDRESSES: 'on',
        NODE_EXTRA_CA_CERTS: authority,
        ...database,
      });
    const names = ['one', 'two', 'three'];
    const files = names.map((name) => {
      const { path: place } = host.serve(`/${name}.jar`, modOf(name));
      return wantedFile(modOf(name), [`https://${host.at('localhost')}/${name}.jar`], place);
    });
    const held = Promise.withResolvers<void>();
    host.answer('/three.jar', (request, response, nth) => {
      if (nth > 1) sendRange(request, response, modOf('three'));
      else held.resolve();
    });
    const first = start();
    const address = async (child: Child) => (await child.line(/^listening (.*)/))[1] ?? '';
    const { body } = await upload(await address(first), mrpackWith(files));
    await held.promise;
    // The other two have been kept by then, or are asked for again.
    first.process.kill('SIGKILL');
    await first.ended;
    await using second = start();
    const url = await address(second);
    const last = async () => (await eventsOf(url, body.modPackId ?? 0)).at(-1);
    await expect.poll(last).toMatchObject({ message: 'Syncing ServerPack to database.', errors: [] });
    expect(host.requests.filter(({ path: asked }) => asked === '/three.jar')).toHaveLength(2);
  });
});
