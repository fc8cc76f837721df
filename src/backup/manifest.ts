import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../errors.ts';

const content = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), size: z.int() });
export type Content = z.infer<typeof content>;

const manifestForm = z.object({
  format: z.literal(1),
  made: z.iso.datetime(),
  /** The release that made the backup. */
  version: z.string(),
  /** The date of the last migration of its tables. */
  migration: z.int(),
  /** The number of rows of each table. */
  tables: z.record(z.string(), z.int()),
  /** The rows: lines of JSON, compressed by gzip. */
  rows: content,
  /** The files that the rows name: a line with digest and size for each, in order of digests, compressed by gzip. */
  list: content,
  files: z.int(),
  bytes: z.int(),
  modPacks: z.int(),
  /** Digests of listed files that the store had lost or damaged before. */
  lost: z.array(z.string()),
});

/** What a backup holds. Its contents are named by their digests, as all files beside it. */
export type Manifest = z.infer<typeof manifestForm>;

const sealed = z.object({ backup: z.unknown(), sha256: z.string() });

const digestOf = (backup: unknown) => createHash('sha256').update(JSON.stringify(backup)).digest('hex');

/** The text of a manifest, with its own digest. */
export function writeManifest(backup: Manifest): string {
  return `${JSON.stringify({ backup, sha256: digestOf(backup) }, null, 2)}\n`;
}

/** Parses the manifest at this place. Fails with INVALID_INPUT for a damaged one, or one of a newer release. */
export function readManifest(text: string, where: string): Manifest {
  const damaged = (cause?: unknown) =>
    new AppError('INVALID_INPUT', `The backup is damaged: ${where} is not as it was written.`, {}, { cause });
  let parsed: z.infer<typeof sealed>;
  try {
    parsed = sealed.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(error);
  }
  if (digestOf(parsed.backup) !== parsed.sha256) throw damaged();
  const { data, error } = manifestForm.safeParse(parsed.backup);
  if (data) return data;
  throw new AppError(
    'INVALID_INPUT',
    `${where} has a form that this release does not know: restore it with the release that made it, or a newer one.`,
    {},
    { cause: error },
  );
}
