import { existsSync } from 'node:fs';

/** How a modpack is named: a file of this machine, a link to where it is published, or its number on the service. */
export function kindOfPack(pack: string): 'file' | 'link' | 'number' {
  if (existsSync(pack)) return 'file';
  if (/^[1-9]\d{0,9}$/.test(pack) && Number(pack) < 2 ** 31) return 'number';
  return /^(?:[a-z]+:\/\/|ftb:)/i.test(pack) ? 'link' : 'file';
}
