/** A service whose S3 server, Debian's Swift, is away: nobody listens where it was. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { onItsOwn, startChild } from './support/child.ts';
import { eventsOf, requestAnother, smallPack, upload } from './support/client.ts';
import { createServerDatabase } from './support/database.ts';
import { openPassage } from './support/passage.ts';
import { startS3Server } from './support/s3-server.ts';

const logLine = z.looseObject({ address: z.string() });

it('is told in words; runs wait, no node starts, nothing is lost, and all goes on when it is back', async () => {
  await using s3 = await startS3Server();
  await using own = await createServerDatabase();
  await using passage = await openPassage(s3.url);
  await using cleaning = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'store-away-'));
  cleaning.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const settings = s3.settings({ endpoint: new URL(passage.url).origin });
  const start = (folder: string, program = 'test/support/service-process.ts') =>
    startChild(program, {
      ...onItsOwn,
      ...s3.environment(settings),
      DATA_DIR: path.join(dataDir, folder),
      DATABASE_URL: own.url,
      // Nothing is to be had from a cache.
      S3_CACHE_BYTES: '0',
      'config.s3.retries': '0',
      'config.roomWait.firstSeconds': '1',
    });
  await using node = start('node');
  const [line] = await node.line(/^.*"msg":"listening".*$/);
  const at = logLine.parse(JSON.parse(line)).address;
  const lastOf = async (modPackId: number) => (await eventsOf(at, modPackId)).at(-1)?.message;
  const first = await upload(at, smallPack());
  const modPackId = first.body.modPackId ?? 0;
  await expect.poll(() => lastOf(modPackId)).toBe('Syncing ServerPack to database.');
  const [serverPack] = (await eventsOf(at, modPackId)).flatMap(({ serverPackId }) => serverPackId ?? []);
  const download = () => fetch(`${at}/api/v2/serverpacks/download/${serverPack}`);
  const readiness = async () => (await fetch(`${at}/health/ready`)).status;

  passage.cut();
  await expect.poll(readiness).toBe(503);
  const health = await (await fetch(`${at}/health/ready`)).text();
  expect(health).toContain('cannot be reached');
  expect((await upload(at, smallPack('while it is away'))).status).toBe(503);
  const refused = await download();
  expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('cannot be reached')]);
  const heard = node.lines.length;
  // What needs rows alone goes on, and the run that it asks for waits.
  expect((await requestAnother(at, modPackId)).status).toBe(200);
  await node.nextLine(/"type":"StoreAwayError".*"msg":"a run waits /, heard);
  await using late = start('late', 'src/main.ts');
  expect(await late.ended).toBe(1);
  expect(late.errors()).toMatch(/^The bucket packs at http:\S+ cannot be used\. [^\n]*\n$/);

  await passage.open();
  await expect.poll(readiness).toBe(200);
  await expect.poll(async () => (await eventsOf(at, modPackId)).length).toBe(16);
  expect((await eventsOf(at, modPackId)).filter(({ status }) => status === 'ERROR')).toEqual([]);
  const again = await download();
  const sha256 = createHash('sha256')
    .update(await again.bytes())
    .digest('hex');
  expect(again.headers.get('etag')).toBe(`"${sha256}"`);
  const taken = await upload(at, smallPack('while it is away'));
  expect(taken.status).toBe(200);
  await expect.poll(() => lastOf(taken.body.modPackId ?? 0)).toBe('Syncing ServerPack to database.');
});
