import { readFileSync } from 'node:fs';
import { z } from 'zod';

const { name, version } = z
  .object({ name: z.string(), version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));

/** What the service calls itself, with where its operator can be reached if that is set. */
export function userAgent(contact: string | null): string {
  return contact === null ? `${name}/${version}` : `${name}/${version} (${contact})`;
}
