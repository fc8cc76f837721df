import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The folder of this project. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Sources of the web app outside its own folder. */
const beside = [
  'client/gateway/operation.ts',
  'scripts/build-web.ts',
  'scripts/place-build.ts',
  'schema.graphql',
  'package-lock.json',
];

const notSources = new Set(['dist', 'node_modules']);
/** The description of a build: its sources, and the paths of its pages. */
const built = z.object({ build: z.string(), paths: z.array(z.string()) });

/** A hash of the web app's sources, build, packages and schema; null without sources. */
export async function sourcesId(project: string): Promise<string | null> {
  const folder = path.join(project, 'web');
  const top = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (!top.some(({ name }) => name === 'index.html')) return null;
  const names = await filesBelow(project, 'texts');
  for (const entry of top) {
    if (notSources.has(entry.name) || entry.name.startsWith('dist-')) continue;
    if (entry.isFile()) names.push(`web/${entry.name}`);
    if (entry.isDirectory()) names.push(...(await filesBelow(project, `web/${entry.name}`)));
  }
  const hash = createHash('sha256');
  for (const name of [...names.toSorted(), ...beside]) {
    const bytes = await readFile(path.join(project, name)).catch(() => Buffer.alloc(0));
    hash.update(`${name.split(path.sep).join('/')}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

/** The paths, relative to the project, of all files below one of its folders. */
async function filesBelow(project: string, folder: string): Promise<string[]> {
  const below = await readdir(path.join(project, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return below
    .filter((entry) => entry.isFile())
    .map((file) => path.relative(project, path.join(file.parentPath, file.name)));
}

/** The description of the build in this folder; null if it is missing or incomplete. */
export async function aboutBuild(folder: string): Promise<z.infer<typeof built> | null> {
  const text = await readFile(path.join(folder, 'build.json'), 'utf8').catch(() => null);
  return text === null ? null : built.parse(JSON.parse(text));
}

/** The hash of the sources of the build in this folder; null if the build is incomplete. */
export async function buildIdOf(folder: string): Promise<string | null> {
  return (await aboutBuild(folder))?.build ?? null;
}
