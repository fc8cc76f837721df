import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { readsTypeScript } from '../reads-typescript.ts';
import { buildIdOf, projectFolder, sourcesId } from './build-id.ts';
import { openWebApp, type WebApp } from './web-app.ts';

const script = path.join(projectFolder, 'scripts', 'build-web.ts');

const unbuilt =
  'the web app could not be built, so this service has no pages; docs/starting.md says what it needs';

/**
 * The web app of these sources: as it was built before, or built now, in a process of its own. It goes into the project's
 * folder, or into `dataDir` where nothing may be written there. Null, with a line in the log, where it cannot be built.
 */
export async function buildWebApp({ log }: { log: Logger }, dataDir: string): Promise<WebApp | null> {
  try {
    return await findOrBuild(log, dataDir);
  } catch (error) {
    log.error({ err: error }, unbuilt);
    return null;
  }
}

async function findOrBuild(log: Logger, dataDir: string): Promise<WebApp | null> {
  const id = await sourcesId(projectFolder);
  if (id === null) return null;
  const ownFolder = path.join(projectFolder, 'web', 'dist');
  // A package brings its pages built, and no lockfile to tell of what.
  const [brought] = readsTypeScript.length > 0 ? await readdir(ownFolder).catch(() => []) : [];
  if (brought !== undefined) return openWebApp(path.join(ownFolder, brought));
  // Each build has a folder of its own, so that a new one takes nothing from a service that runs.
  const folders = [ownFolder, path.join(dataDir, 'web')];
  for (const folder of folders) {
    const built = path.join(folder, id);
    if ((await buildIdOf(built)) === id) return openWebApp(built);
  }
  log.info('building the web app, once for these sources');
  const failures: string[] = [];
  for (const folder of folders) {
    const failure = await runBuild(folder);
    if (failure === null) return openWebApp(path.join(folder, id));
    failures.push(failure);
  }
  throw new Error(failures.join('\n'));
}

/** What the build says went wrong; null when it went well. */
async function runBuild(folder: string): Promise<string | null> {
  const child = spawn(process.execPath, [...readsTypeScript, script, folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return code === 0 ? null : said.trim().slice(-2_000);
}
