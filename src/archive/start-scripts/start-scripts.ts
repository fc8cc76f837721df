import { readFileSync } from 'node:fs';
import type { ModloaderServer } from '../../modloaders/servers/server.ts';

/** The line of the common scripts that a modloader's parts take the place of. */
const placeForParts = '# <modloader>\n';

/**
 * The start scripts of a modloader's server. They are put together from files of this folder alone: nothing from a
 * request is ever part of a script.
 */
export function startScripts(server: ModloaderServer): { sh: string; ps1: string; bat: string } {
  return {
    sh: assembled('sh', server),
    ps1: assembled('ps1', server),
    bat: source('start.bat').replaceAll('\n', '\r\n'),
  };
}

function assembled(language: 'sh' | 'ps1', server: ModloaderServer): string {
  const parts = server.scriptParts.map((part) => source(`${part}.${language}`));
  return source(`start.${language}`).replace(placeForParts, () => parts.join('\n'));
}

function source(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}
