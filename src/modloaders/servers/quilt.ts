import type { ModloaderServer } from './server.ts';

/** How Quilt's server is installed: by its installer. */
export function quiltServer(): ModloaderServer {
  return {
    scriptParts: ['launch-jar', 'quilt'],
    installerVersion: '0.12.1',
    newestJavaVersion: null,
    serverJar: 'quilt-server-launch.jar',
  };
}
