import { name, version } from '../version.ts';

/** The service's User-Agent, with the operator's contact if one is set. */
export function userAgent(contact: string | null): string {
  return contact === null ? `${name}/${version}` : `${name}/${version} (${contact})`;
}
