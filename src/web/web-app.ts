import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildIdOf } from './build-id.ts';

/** The built web app, as it lies in a folder. */
export interface WebApp {
  folder: string;
  /** Which build it is: another one has other files. */
  build: string;
  /** Its page, in which the mark <!--head--> is where a card can be put. */
  page: string;
  /** Paths of all its other files, such as /assets/index-4fd1.js; compressed copies lie beside them. */
  files: ReadonlySet<string>;
}

/** Opens what a build has put into a folder; null where there is none. */
export async function openWebApp(folder: string): Promise<WebApp | null> {
  const build = await buildIdOf(folder);
  if (build === null) return null;
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  const files = new Set(paths.map((name) => `/${name.split(path.sep).join('/')}`));
  for (const name of ['/index.html', '/build.json']) files.delete(name);
  return { folder, build, page, files };
}
