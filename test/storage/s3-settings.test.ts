import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { clientOptions } from '../../src/storage/bucket.ts';

const bucket = { STORAGE: 's3', S3_BUCKET: 'packs' };

it('the client of an S3 server waits and tries as is set', () => {
  const { s3 } = readConfig(bucket);
  if (s3 === null) throw new Error('It is set.');
  expect(clientOptions({ ...s3, retries: 4, connectTimeoutMs: 101, silenceMs: 102 })).toMatchObject({
    maxAttempts: 5,
    requestHandler: { connectionTimeout: 101, socketTimeout: 102 },
  });
});
