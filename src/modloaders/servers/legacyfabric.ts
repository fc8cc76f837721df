import type { ModloaderServer } from './server.ts';

/** LegacyFabric has its own build of Fabric's installer. */
export function legacyFabricServer(): ModloaderServer {
  return {
    scriptParts: ['launch-jar', 'legacyfabric'],
    installerVersion: '1.1.1',
    container: null,
    serverJar: 'fabric-server-launch.jar',
  };
}
