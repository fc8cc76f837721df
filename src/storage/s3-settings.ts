export interface S3Settings {
  /** Null: that of Amazon in `region`. */
  endpoint: string | null;
  region: string;
  bucket: string;
  /** Begins the name of every object; empty, or ending with a slash. */
  prefix: string;
  /** Null: the credentials of Amazon's clients, such as a role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** The bucket stands in the path of addresses, not in the host. */
  pathStyle: boolean;
  /** Bytes of the cache on this machine. */
  cacheBytes: number;
  /** Bytes of one part of an upload, held in memory. */
  partBytes: number;
  /** Parts on their way at a time, of all uploads together. */
  parallel: number;
  /** Bytes that the server copies at a time. */
  copyBytes: number;
  /** Milliseconds within which there has to be a connection. */
  connectTimeoutMs: number;
  /** Milliseconds that a connection may be silent. */
  silenceMs: number;
  /** Times that what failed is tried again. */
  retries: number;
  /** Lifetime in seconds of the addresses that downloads are redirected to; null: no redirects. */
  redirectSeconds: number | null;
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

/** S3's smallest part but the last, and the most that is hashed in one turn of the event loop. */
export const leastPartBytes = 5 * MiB;
export const mostPartBytes = 64 * MiB;
/** S3's limit for one object. */
const mostParts = 10_000;

/** The size of parts: larger than usual where an object would have too many parts. */
export function partBytesFor(wanted: number, mostBytes: number): number {
  return Math.max(wanted, Math.ceil(mostBytes / mostParts));
}
