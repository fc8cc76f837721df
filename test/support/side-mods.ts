import { readFileSync } from 'node:fs';
import { openJar } from '../../src/archive/jar/contents.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import type { JarFiles } from './jar.ts';

const built = openJar(
  readFileSync(new URL('side-mods/classes.zip', import.meta.url)),
  [],
  defaultArchiveLimits.jar,
  { inflatedBytes: defaultArchiveLimits.jar.maxInflatedBytes },
);
const classes = [...built.classes()].map((entry) => ({ name: entry.name, bytes: built.read(entry, 65_536) }));

/** The compiled classes of a mod in `side-mods/`, or one of them by its name without packages, as files of a jar. */
export function compiled(mod: string, only?: string): JarFiles {
  const found = classes.filter(
    ({ name }) => name.startsWith(`${mod}/`) && (only === undefined || name.endsWith(`/${only}.class`)),
  );
  if (found.length === 0) throw new Error(`side-mods/ has no ${mod} ${only ?? ''}`);
  return Object.fromEntries(found.map(({ name, bytes }) => [name.slice(mod.length + 1), bytes]));
}

/** The compiled classes of a mod in `side-mods/` below a folder, as files of a jar. */
export function compiledIn(mod: string, folder: string): JarFiles {
  const found = Object.entries(compiled(mod)).filter(([name]) => name.startsWith(folder));
  if (found.length === 0) throw new Error(`side-mods/${mod} has no ${folder}`);
  return Object.fromEntries(found);
}

/** The names of the classes of a mod in `side-mods/`, without packages. */
export function compiledClasses(mod: string): string[] {
  const ofMod = classes.filter(({ name }) => name.startsWith(`${mod}/`));
  return ofMod.map(({ name }) => name.slice(name.lastIndexOf('/') + 1, -'.class'.length));
}
