import { readFileSync } from 'node:fs';
import type { ModloaderServer } from '../../modloaders/servers/server.ts';

/** The line in the scripts that their parts replace. */
const partsLine = '# <parts>\n';

/** Parts of the scripts for every modloader: each subject is a `.sh` and a `.ps1`. */
const commonParts = [
  'arguments',
  'variables',
  'title',
  'java',
  'java-install',
  'memory',
  'eula',
  'lock',
  'downloads',
  'installing',
  'mods',
  'running',
  'update',
] as const;

/**
 * The start scripts of a modloader's server. They consist only of files in this folder, so that no part of a request
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
  return source(`start.${language}`).replace(partsLine, () => parts.join('\n'));
}

function source(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}
