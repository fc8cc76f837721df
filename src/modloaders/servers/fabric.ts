import type { ModloaderServer } from './server.ts';

/** How Fabric's server is installed: a ready jar, or by the installer where that jar cannot be had. */
export function fabricServer(): ModloaderServer {
  return {
    scriptParts: ['launch-jar', 'fabric'],
    installerVersion: '1.1.1',
    newestJavaVersion: null,
    container: { type: 'FABRIC', version: 'FABRIC_LOADER_VERSION' },
    serverJar: 'fabric-server-launcher.jar',
  };
}
