import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, expect, it } from 'vitest';
import { startS3Server } from '../support/s3-server.ts';
import { zipWith } from '../support/zip.ts';
import { run } from './terminal.ts';

const server = await startS3Server();
afterAll(() => server[Symbol.asyncDispose]());

const { credentials, region, endpoint } = server.settings();
const environment = {
  AWS_ENDPOINT_URL_S3: endpoint ?? '',
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: credentials?.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials?.secretAccessKey,
};

it('publish s3 puts the server pack into the bucket, whole, and says in words what is refused', async () => {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'publish-'));
  const file = path.join(folder.path, 'pack.zip');
  const pack = zipWith({ 'server-pack.json': '{}', 'mods/a.jar': 'x'.repeat(70_000) });
  await writeFile(file, pack);
  const put = (address: string, own: Record<string, string | undefined> = environment) =>
    run(['publish', 's3', file, address], { environment: own });

  expect(await put(`s3://${server.bucket}/packs/`)).toMatchObject({
    exitCode: 0,
    out: `The bucket has it as s3://${server.bucket}/packs/pack.zip\n`,
  });
  const client = new S3Client({
    endpoint: server.url,
    region,
    forcePathStyle: true,
    ...(credentials && { credentials }),
  });
  const stored = await client.send(new GetObjectCommand({ Bucket: server.bucket, Key: 'packs/pack.zip' }));
  expect(Buffer.from((await stored.Body?.transformToByteArray()) ?? []).equals(pack)).toBe(true);
  expect(stored.ContentType).toBe('application/zip');
  client.destroy();

  const refused = await put('s3://no-such-bucket/pack.zip');
  expect([refused.exitCode, refused.error]).toEqual([4, expect.stringContaining('refuses')]);
  const away = await put(`s3://${server.bucket}/x`, {
    ...environment,
    AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
  });
  expect([away.exitCode, away.error]).toEqual([5, expect.stringContaining('cannot be asked')]);
  expect((await put('https://example.org/x')).exitCode).toBe(2);
});
