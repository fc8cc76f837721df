import type { ModloaderServer } from './server.ts';

/** Fabric has a ready server jar; the installer is the fallback. */
export function fabricServer(): ModloaderServer {
  return {
    scriptParts: ['launch-jar', 'fabric'],
    installerVersion: '1.1.1',
    container: { type: 'FABRIC', version: 'FABRIC_LOADER_VERSION' },
    serverJar: 'fabric-server-launcher.jar',
  };
}
