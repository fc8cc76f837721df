import { readFileSync } from 'node:fs';
import { z } from 'zod';

const { name, version } = z
  .object({ name: z.string(), version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));

/** The service's User-Agent, with the operator's contact if one is set. */
export function userAgent(contact: string | null): string {
  return contact === null ? `${name}/${version}` : `${name}/${version} (${contact})`;
}
