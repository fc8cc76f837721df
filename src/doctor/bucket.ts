import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { type Bucket, openBucket } from '../storage/bucket.ts';
import { checkClock } from './database.ts';
import { type Finding, fault, ok, wordsOf } from './finding.ts';

/** Whether the bucket can be written and read, shows at once what was written, and has the same time. */
export async function checkBucket({ s3 }: Pick<Config, 's3'>): Promise<Finding[]> {
  if (s3 === null) return [];
  const bucket = await openBucket(s3);
  // The sweep removes what is left here.
  const name = `incoming/doctor-${randomUUID()}`;
  try {
    return await checkObject(bucket, name, s3.bucket);
  } catch (error) {
    const where = s3.endpoint ?? `Amazon's ${s3.region}`;
    return [
      fault(
        `The bucket ${s3.bucket} at ${where} cannot be used: ${wordsOf(error)}. See to its address, the S3_* settings and the rights of the key.`,
      ),
    ];
  } finally {
    await bucket.remove(name).catch(() => undefined);
  }
}

async function checkObject(bucket: Bucket, name: string, label: string): Promise<Finding[]> {
  const text = randomUUID();
  await bucket.put(name, Buffer.from('before'));
  await bucket.put(name, Buffer.from(text));
  const now = Date.now();
  const object = await bucket.read(name);
  const isSame = object !== null && (await buffer(object.body)).toString() === text;
  let modified: Date | null = null;
  for await (const listed of bucket.list(name)) modified = listed.modified;
  await bucket.remove(name);
  if (!isSame || modified === null || (await bucket.size(name)) !== null)
    return [
      fault(
        `The bucket ${label} does not show at once what was written, changed or removed. The service needs a store that is ` +
          'consistent after each write: turn off caches in front of it, or use another one.',
      ),
    ];
  return [
    ok(`The bucket ${label} can be read and written, and shows at once what was written.`),
    checkClock('the S3 server', modified.getTime() - now),
  ];
}
