import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { defaultS3Settings, leastPartBytes, type S3Settings } from '../../src/storage/s3-settings.ts';
import { startProgram } from './child.ts';
import { freePorts } from './free-ports.ts';

/** A real S3 server of this machine, Swift, with a bucket. */
export interface S3Server extends AsyncDisposable {
  url: string;
  bucket: string;
  /** What a store in a folder of its own within the bucket is opened with; parts are as small as S3 has them. */
  settings(changes?: Partial<S3Settings>): S3Settings;
  /** The same, for a process. */
  environment(settings: S3Settings): Record<string, string>;
}

const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };
const bucket = 'packs';

/** Starts it; it takes two seconds of a processor. Needs Debian's swift-proxy, swift-account, swift-container and swift-object. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 's3-'));
  const port = await freePorts(4);
  const script = fileURLToPath(new URL('s3-server.py', import.meta.url));
  const { accessKeyId, secretAccessKey } = credentials;
  // The system's own Python is where apt puts it.
  const server = startProgram(
    ['/usr/bin/python3', script, folder, String(port), accessKeyId, secretAccessKey],
    { environment: {} },
  );
  let over = false;
  void server.ended.then(() => {
    over = true;
  });
  const url = `http://127.0.0.1:${port}`;
  const client = new S3Client({
    endpoint: url,
    credentials,
    region: defaultS3Settings.region,
    forcePathStyle: true,
    maxAttempts: 1,
  });
  // It says nowhere that it is ready, and is started before a file's first test, where vitest polls for nothing.
  for await (const _ of every(50)) {
    if (over) throw new Error(`The S3 server has ended: ${server.errors()}`);
    if (await made(client)) break;
  }
  client.destroy();
  const settings: S3Server['settings'] = (changes) => ({
    endpoint: url,
    region: defaultS3Settings.region,
    bucket,
    prefix: `${crypto.randomUUID()}/`,
    credentials,
    pathStyle: true,
    cacheBytes: defaultS3Settings.cacheBytes,
    partBytes: leastPartBytes,
    parallel: defaultS3Settings.parallel,
    copyBytes: defaultS3Settings.copyBytes,
    connectTimeoutMs: defaultS3Settings.connectTimeoutMs,
    silenceMs: defaultS3Settings.silenceMs,
    retries: 2,
    redirectSeconds: null,
    ...changes,
  });
  return {
    url,
    bucket,
    settings,
    environment: ({ endpoint, prefix }) => ({
      STORAGE: 's3',
      S3_ENDPOINT: endpoint ?? '',
      S3_BUCKET: bucket,
      S3_PREFIX: prefix,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function made(client: S3Client): Promise<boolean> {
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    return true;
  } catch {
    return false;
  }
}
