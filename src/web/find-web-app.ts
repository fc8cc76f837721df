import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { projectFolder, sourcesId } from './build-id.ts';
import { openWebApp, type WebApp } from './web-app.ts';

/** The web app built from these sources; null, with a line in the log, without such a build. */
export async function findWebApp({ log }: { log: Logger }): Promise<WebApp | null> {
  const folder = path.join(projectFolder, 'web', 'dist');
  // A package contains its pages built, and not their sources.
  const isPackage = existsSync(path.join(projectFolder, 'npm-shrinkwrap.json'));
  const [brought] = isPackage ? await readdir(folder).catch(() => []) : [];
  const build = brought ?? (await sourcesId(projectFolder));
  const app = build === null ? null : await openWebApp(path.join(folder, build));
  if (app === null)
    log.error(
      'the web app of these sources was not built, so this service has no pages: run "npm run build"',
    );
  return app;
}
