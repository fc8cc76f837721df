import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Documents by their SHA-256, in lower-case hexadecimal. */
export type PersistedOperations = ReadonlyMap<string, string>;

const manifest = z.record(z.string().regex(/^(sha256:)?[0-9a-f]{64}$/), z.string());

/** Reads a JSON file of documents by hash. Throws an error that names the first document with a wrong hash. */
export function readPersistedOperations(file: string): PersistedOperations {
  const operations = new Map<string, string>();
  for (const [id, text] of Object.entries(manifest.parse(JSON.parse(readFileSync(file, 'utf8'))))) {
    const hash = plainHash(id);
    if (hashOf(text) !== hash)
      throw new Error(`The persisted operation ${hash} has another SHA-256 than its name.`);
    operations.set(hash, text);
  }
  return operations;
}

/** A hash without its `sha256:` prefix. */
export function plainHash(id: string): string {
  return id.replace(/^sha256:/, '');
}

/** The SHA-256 that identifies a document. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
