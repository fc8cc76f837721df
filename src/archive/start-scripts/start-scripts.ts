import { readFileSync } from 'node:fs';
import type { ModloaderServer } from '../../modloaders/servers/server.ts';

/** The line of the scripts that their parts take the place of. */
const placeForParts = '# <parts>\n';

/** Parts of the scripts of every modloader: each subject is a `.sh` and a `.ps1`. */
const commonParts = [
  'arguments',
  'variables',
  'java',
  'java-install',
  'memory',
  'eula',
  'downloads',
  'installing',
  'running',
  'update',
  'update-online',
] as const;

/**
 * The start scripts of a modloader's server. They consist of files of this folder alone, so that no part of a request
 * ever gets into a script.
 */
export function startScripts(server: ModloaderServer): {
  sh: string;
  ps1: string;
  bat: string;
  jar: Uint8Array;
} {
  return {
    sh: assembled('sh', server),
    ps1: assembled('ps1', server),
    bat: source('start.bat').replaceAll('\n', '\r\n'),
    jar: readFileSync(new URL('start.jar', import.meta.url)),
  };
}

function assembled(language: 'sh' | 'ps1', server: ModloaderServer): string {
  const parts = [...commonParts, ...server.scriptParts].map((part) => source(`${part}.${language}`));
  return source(`start.${language}`).replace(placeForParts, () => parts.join('\n'));
}

function source(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}
