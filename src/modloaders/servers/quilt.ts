import type { ModloaderServer } from './server.ts';

export function quiltServer(): ModloaderServer {
  return {
    scriptParts: ['launch-jar', 'quilt'],
    installerVersion: '0.12.1',
    container: { type: 'QUILT', version: 'QUILT_LOADER_VERSION' },
    serverJar: 'quilt-server-launch.jar',
  };
}
