import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AppError } from '../errors.ts';

/** Documents that are known by their SHA-256, in lower-case hexadecimal. */
export type PersistedOperations = ReadonlyMap<string, string>;

const manifest = z.record(z.string().regex(/^(sha256:)?[0-9a-f]{64}$/), z.string());
const named = z.object({
  query: z.string().nullish(),
  /** As the GraphQL over HTTP working draft has it. */
  documentId: z.string().nullish(),
  /** As Apollo's and urql's clients have it. */
  extensions: z.object({ persistedQuery: z.object({ sha256Hash: z.string() }).optional() }).nullish(),
});

/** Reads a JSON file of documents by hash. Throws an error that names the first document with a wrong hash. */
export function readPersistedOperations(file: string): PersistedOperations {
  const operations = new Map<string, string>();
  for (const [id, text] of Object.entries(manifest.parse(JSON.parse(readFileSync(file, 'utf8'))))) {
    const hash = plain(id);
    if (hashOf(text) !== hash)
      throw new Error(`The persisted operation ${hash} has another SHA-256 than its name.`);
    operations.set(hash, text);
  }
  return operations;
}

/**
 * The document that a request means: its own, or the one that it names by hash. With `only`, documents that are not
 * known are refused, whether they come by hash or as they are. Fails with NOT_FOUND or FORBIDDEN; null when the request
 * holds neither.
 */
export function documentOf(params: object, operations: PersistedOperations, only: boolean): string | null {
  const { data } = named.safeParse(params);
  const id = data?.documentId ?? data?.extensions?.persistedQuery?.sha256Hash;
  const query = data?.query || null;
  if (query !== null) {
    if (only && !operations.has(hashOf(query))) {
      throw new AppError('FORBIDDEN', 'Only operations that this service knows beforehand are accepted.');
    }
    return query;
  }
  if (id == null) return null;
  const document = operations.get(plain(id));
  if (document === undefined)
    throw new AppError('NOT_FOUND', 'PersistedQueryNotFound: no operation has this hash.');
  return document;
}

function plain(id: string): string {
  return id.replace(/^sha256:/, '');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
