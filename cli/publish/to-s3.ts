import { createReadStream } from 'node:fs';
import type { CommandContext } from '../context.ts';
import { CommandFailed, exitCodes } from '../exit-codes.ts';
import { shown } from '../screen.ts';
import { openPublishFile } from './publish-file.ts';

/** S3 takes at most 5 GiB in one request (docs.aws.amazon.com, "Uploading objects"). */
const mostBytes = 5 * 1024 ** 3;

/**
 * `publish s3 FILE s3://bucket/key`: puts the server pack into a bucket. A key that ends with a slash, or none, is
 * followed by the file's name. Server and key are those of Amazon's own tools: AWS_REGION, AWS_ENDPOINT_URL_S3,
 * AWS_ACCESS_KEY_ID and others.
 */
export async function publishToS3(context: CommandContext, file: string, address: string): Promise<void> {
  const { environment, screen, signal } = context;
  const [, bucket, given = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(address) ?? [];
  if (bucket === undefined)
    throw new CommandFailed(exitCodes.usage, `"${shown(address)}" is no address like s3://bucket/key.`);
  const pack = await openPublishFile(file, { mostBytes, platform: 'S3' });
  const key = given === '' || given.endsWith('/') ? `${given}${pack.name}` : given;
  const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const endpoint = environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  const sessionToken = environment.AWS_SESSION_TOKEN;
  const client = new S3Client({
    region: environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1',
    // Servers of others seldom have a name for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey
      ? { credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) } }
      : {}),
    // Without it the library writes to standard error.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    // Only some servers know these.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  try {
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: createReadStream(pack.path),
        ContentLength: pack.size,
        ContentType: 'application/zip',
      }),
      { abortSignal: signal },
    );
  } catch (error) {
    signal.throwIfAborted();
    throw await failureOf(error);
  } finally {
    client.destroy();
  }
  screen.data({ platform: 's3', bucket, key });
  screen.print(`The bucket has it as s3://${shown(bucket)}/${shown(key)}`);
}

async function isAnswer(error: unknown): Promise<boolean> {
  const { S3ServiceException } = await import('@aws-sdk/client-s3');
  return error instanceof S3ServiceException;
}

async function failureOf(error: unknown): Promise<CommandFailed> {
  const said = error instanceof Error ? shown(error.message) : '';
  return (await isAnswer(error))
    ? new CommandFailed(exitCodes.refusedRequest, `The S3 server refuses this: ${said}`, { cause: error })
    : new CommandFailed(exitCodes.away, `The S3 server cannot be asked: ${said}`, { cause: error });
}
