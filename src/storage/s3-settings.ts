/** An S3 server, and how requests are sent to it. */
export interface S3Server {
  /** Null: Amazon's endpoint for `region`. */
  endpoint: string | null;
  region: string;
  /** Null: the default credential chain of Amazon's clients, such as the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Whether the bucket stands in the path of addresses, not in the host. */
  pathStyle: boolean;
  /** Bytes of the cache on this machine. */
  cacheBytes: number;
  /** Bytes of one part of an upload, held in memory. */
  partBytes: number;
  /** Parts sent at a time, of all uploads together. */
  parallel: number;
  /** Bytes that the server copies at a time. */
  copyBytes: number;
  /** Milliseconds within which a connection has to be open. */
  connectTimeoutMs: number;
  /** Milliseconds that a connection may be silent. */
  silenceMs: number;
  /** How often a failed request is retried. */
  retries: number;
  /** Lifetime in seconds of the addresses that downloads are redirected to; null: no redirects. */
  redirectSeconds: number | null;
}

/** A folder in a bucket. */
export interface S3Settings extends S3Server {
  bucket: string;
  /** Prefix of every object's name; empty, or ending with a slash. */
  prefix: string;
}

/** The prefix as a folder: empty, or ending with a slash. */
export function folderOf(prefix: string): string {
  return prefix.replace(/(?<=[^/])$/, '/');
}

const MiB = 1024 ** 2;

export const defaultS3Settings = {
  region: 'us-east-1',
  cacheBytes: 10 * 1024 * MiB,
  partBytes: 8 * MiB,
  parallel: 4,
  copyBytes: 256 * MiB,
  connectTimeoutMs: 3_000,
  silenceMs: 30_000,
  retries: 3,
  linkSeconds: 300,
} as const;

/** S3's smallest part except the last. */
export const leastPartBytes = 5 * MiB;
/** S3's limit for one object. */
const mostParts = 10_000;

/** The part size: larger than configured where an object would have too many parts. */
export function partBytesFor(wanted: number, mostBytes: number): number {
  return Math.max(wanted, Math.ceil(mostBytes / mostParts));
}
