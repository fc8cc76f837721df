import type { Readable } from 'node:stream';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { storeFailure } from './failures.ts';
import type { S3Settings } from './s3-settings.ts';
import type { AddressHeaders, ByteRange } from './storage.ts';

export interface Part {
  PartNumber: number;
  ETag: string;
}

/** An open download of an object. */
export interface ObjectBytes {
  /** The whole object's size in bytes. */
  size: number;
  etag: string;
  /** The hash in the object's metadata; null without one. */
  sha256: string | null;
  /** The bytes from the requested position on. */
  body: Readable;
}

/**
 * One bucket of an S3 server, or a prefix in it; names exclude the prefix. Failed requests reject with the errors of
 * `storeFailure`. Each request is signed together with the SHA-256 of its content, which all servers verify.
 */
export interface Bucket {
  /** Fails when the bucket does not exist or access is refused. */
  probe(): Promise<void>;
  /** Stores an object; a given SHA-256 goes into its metadata, for later readers. */
  put(name: string, bytes: Uint8Array, sha256?: string): Promise<void>;
  /** The object's size in bytes; null when there is no such object. */
  size(name: string): Promise<number | null>;
  /**
   * Reads the bytes in `range`, or all; null without such an object. Fails when the object has another `etag`, or no
   * byte at the start.
   */
  read(name: string, bytes?: ByteRange & { etag?: string | undefined }): Promise<ObjectBytes | null>;
  copy(from: string, to: string): Promise<void>;
  /** Removes an object; a missing one is no failure. */
  remove(name: string): Promise<void>;
  list(prefix: string): AsyncGenerator<{ name: string; size: number; modified: Date }>;
  /** Begins a multipart object, and returns its upload id. */
  begin(name: string): Promise<string>;
  putPart(name: string, uploadId: string, number: number, bytes: Uint8Array): Promise<Part>;
  /** The server copies bytes from `start` to before `end` of another object into a part. */
  copyPart(
    name: string,
    uploadId: string,
    number: number,
    of: { name: string; start: number; end: number },
  ): Promise<Part>;
  complete(name: string, uploadId: string, parts: Part[]): Promise<void>;
  /** Discards a multipart object; a missing one is no failure. */
  abort(name: string, uploadId: string): Promise<void>;
  /** Lists multipart objects that are neither completed nor aborted. */
  begun(): AsyncGenerator<{ name: string; uploadId: string; begun: Date }>;
  /** Dates of a multipart object's parts, in their order; none once the object is completed or aborted. */
  partsOf(name: string, uploadId: string): AsyncGenerator<Date>;
  /** A signed address at which anybody can download the object, as a zip of this name. */
  address(name: string, as: AddressHeaders & { seconds: number }): Promise<string>;
}

export function clientOptions(settings: S3Settings) {
  return {
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
    region: settings.region,
    forcePathStyle: settings.pathStyle,
    maxAttempts: settings.retries + 1,
    requestHandler: {
      connectionTimeout: settings.connectTimeoutMs,
      socketTimeout: settings.silenceMs,
      // The storage limits concurrent downloads and parts itself.
      httpAgent: { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY },
    },
    // Not every server supports these headers; the signature covers the SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } satisfies S3ClientConfig;
}

/** The import is dynamic because loading the client takes a third of a second and 35 MB. */
export async function openBucket(settings: S3Settings): Promise<Bucket> {
  const s3 = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const client: S3Client = new s3.S3Client(clientOptions(settings));
  const Bucket = settings.bucket;
  const keyOf = (name: string) => settings.prefix + name;
  const nameOf = (key: string) => key.slice(settings.prefix.length);
  const sourceOf = (name: string) => `${Bucket}/${encodeURI(keyOf(name))}`;

  async function sent<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer;
    } catch (error) {
      throw storeFailure(error);
    }
  }

  async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
    try {
      return await answer;
    } catch (error) {
      if (isMissing(error)) return null;
      throw storeFailure(error);
    }
  }

  return {
    async probe() {
      await sent(client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: settings.prefix, MaxKeys: 1 })));
    },

    async put(name, Body, sha256) {
      const Metadata = sha256 === undefined ? {} : { sha256 };
      await sent(client.send(new s3.PutObjectCommand({ Bucket, Key: keyOf(name), Body, Metadata })));
    },

    async size(name) {
      const head = await orNull(client.send(new s3.HeadObjectCommand({ Bucket, Key: keyOf(name) })));
      return head && given(head.ContentLength, 'a length');
    },

    async read(name, { start, end, etag } = { start: 0 }) {
      const isPart = start > 0 || end !== undefined;
      const condition = {
        ...(isPart ? { Range: `bytes=${start}-${end === undefined ? '' : end - 1}` } : {}),
        ...(etag === undefined ? {} : { IfMatch: etag }),
      };
      const answer = await orNull(
        client.send(new s3.GetObjectCommand({ Bucket, Key: keyOf(name), ...condition })),
      );
      if (answer === null) return null;
      const body = given(answer.Body, 'bytes');
      if (!('read' in body)) throw new Error('The S3 client answers no stream of Node.js.');
      const whole = isPart ? Number(answer.ContentRange?.split('/')[1]) : answer.ContentLength;
      const sha256 = answer.Metadata?.sha256 ?? null;
      return { size: given(whole, 'a length'), etag: given(answer.ETag, 'an ETag'), sha256, body };
    },

    async copy(from, to) {
      await sent(
        client.send(new s3.CopyObjectCommand({ Bucket, Key: keyOf(to), CopySource: sourceOf(from) })),
      );
    },

    async remove(name) {
      await orNull(client.send(new s3.DeleteObjectCommand({ Bucket, Key: keyOf(name) })));
    },

    async *list(prefix) {
      for (let ContinuationToken: string | undefined; ; ) {
        const page = await sent(
          client.send(
            new s3.ListObjectsV2Command({
              Bucket,
              Prefix: keyOf(prefix),
              ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
            }),
          ),
        );
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          yield {
            name: nameOf(given(Key, 'a name')),
            size: given(Size, 'a size'),
            modified: given(LastModified, 'a date'),
          };
        }
        ContinuationToken = page.NextContinuationToken;
        if (ContinuationToken === undefined) return;
      }
    },

    async begin(name) {
      const command = new s3.CreateMultipartUploadCommand({ Bucket, Key: keyOf(name) });
      return given((await sent(client.send(command))).UploadId, 'an id');
    },

    async putPart(name, UploadId, PartNumber, Body) {
      const command = new s3.UploadPartCommand({ Bucket, Key: keyOf(name), UploadId, PartNumber, Body });
      return { PartNumber, ETag: given((await sent(client.send(command))).ETag, 'an ETag') };
    },

    async copyPart(name, UploadId, PartNumber, of) {
      const command = new s3.UploadPartCopyCommand({
        Bucket,
        Key: keyOf(name),
        UploadId,
        PartNumber,
        CopySource: sourceOf(of.name),
        CopySourceRange: `bytes=${of.start}-${of.end - 1}`,
      });
      const { CopyPartResult } = await sent(client.send(command));
      return { PartNumber, ETag: given(CopyPartResult?.ETag, 'an ETag') };
    },

    async complete(name, UploadId, Parts) {
      const command = new s3.CompleteMultipartUploadCommand({
        Bucket,
        Key: keyOf(name),
        UploadId,
        MultipartUpload: { Parts },
      });
      await sent(client.send(command));
    },

    async abort(name, UploadId) {
      await orNull(client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key: keyOf(name), UploadId })));
    },

    async *begun() {
      for (let after: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
        const command = new s3.ListMultipartUploadsCommand({ Bucket, Prefix: settings.prefix, ...after });
        const page = await sent(client.send(command));
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          yield {
            name: nameOf(given(Key, 'a name')),
            uploadId: given(UploadId, 'an id'),
            begun: given(Initiated, 'a date'),
          };
        }
        if (!page.IsTruncated || page.NextKeyMarker === undefined) return;
        after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker ?? '' };
      }
    },

    async *partsOf(name, UploadId) {
      for (let after: { PartNumberMarker?: string } = {}; ; ) {
        const command = new s3.ListPartsCommand({ Bucket, Key: keyOf(name), UploadId, ...after });
        const page = await orNull(client.send(command));
        for (const { LastModified } of page?.Parts ?? []) yield given(LastModified, 'a date');
        if (!page?.IsTruncated || page.NextPartNumberMarker === undefined) return;
        after = { PartNumberMarker: page.NextPartNumberMarker };
      }
    },

    address: (name, { contentType, disposition, seconds }) =>
      getSignedUrl(
        client,
        new s3.GetObjectCommand({
          Bucket,
          Key: keyOf(name),
          ResponseContentType: contentType,
          ResponseContentDisposition: disposition,
        }),
        { expiresIn: seconds },
      ),
  };
}

const missing = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);

function isMissing(error: unknown): boolean {
  return error instanceof Error && missing.has(error.name);
}

function given<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The S3 server answers without ${what}.`);
  return value;
}
