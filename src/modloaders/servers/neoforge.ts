import type { ModloaderServer } from './server.ts';

/** NeoForge for 1.20.1 still has Forge's name and version form. */
export function neoForgeServer(gameVersion: string): ModloaderServer {
  return {
    scriptParts: ['launch-arguments-file', gameVersion === '1.20.1' ? 'neoforge-1.20.1' : 'neoforge'],
    installerVersion: null,
    container: { type: 'NEOFORGE', version: 'NEOFORGE_VERSION' },
    serverJar: null,
  };
}
