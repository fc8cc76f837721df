import { compareGameVersions } from '../game-version.ts';
import type { ModloaderServer } from './server.ts';

const container = { type: 'FORGE', version: 'FORGE_VERSION' };

/** Up to 1.16.5, a jar starts Forge; from 1.17 on, an argument file does. */
export function forgeServer(gameVersion: string): ModloaderServer {
  if (compareGameVersions(gameVersion, '1.17') >= 0) {
    return {
      scriptParts: ['launch-arguments-file', 'forge-arguments-file'],
      installerVersion: null,
      container,
      serverJar: null,
    };
  }
  return {
    scriptParts: ['launch-jar', 'forge-jar'],
    installerVersion: null,
    container,
    serverJar: 'forge.jar',
  };
}
