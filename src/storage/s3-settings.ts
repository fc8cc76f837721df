export interface S3Settings {
  /** Null: that of Amazon in `region`. */
  endpoint: string | null;
  region: string;
  bucket: string;
  /** Begins the name of every object; empty, or ending with a slash. */
  prefix: string;
  /** Null: whatever the environment has for Amazon's clients, such as a role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** The bucket stands in the path of addresses, not in the host. */
  pathStyle: boolean;
  /** Bytes of the files that are kept at hand on this machine, most recently used first. */
  cacheBytes: number;
  /** Bytes of one part of an upload; that many are in memory for each part on its way. */
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

/** The least that S3 takes as a part that is not the last, and what is hashed in one turn without holding others up. */
export const leastPartBytes = 5 * MiB;
export const mostPartBytes = 64 * MiB;
/** S3's limit for one object. */
const mostParts = 10_000;

/** Bytes of the parts of an object that has at most so many: more than usual where there would be too many parts. */
export function partBytesFor(wanted: number, mostBytes: number): number {
  return Math.max(wanted, Math.ceil(mostBytes / mostParts));
}
