import type { JarContents } from './contents.ts';
import type { ReadClass } from './mod-classes.ts';
import { classesIn, ownerOf } from './packages.ts';

/** Most classes that are looked at, bytes of one, and packages that are kept. */
const most = { classes: 3, classBytes: 256 * 1024, packages: 64 };

/**
 * The packages of other mods that a jar refers to where it cannot do without them: in the classes that make it a mod, and in the
 * first of its own that these refer to.
 */
export function referredPackages(jar: JarContents, modClasses: readonly ReadClass[]): ReadonlySet<string> {
  const own = new Set(modClasses.map(({ path }) => ownerOf(path)));
  const seen = new Set(modClasses.map(({ path }) => path));
  const found = new Set<string>();
  const take = (bytes: Buffer) => {
    for (const referred of classesIn(bytes)) {
      const owner = ownerOf(referred);
      if (owner === null) continue;
      if (!own.has(owner)) {
        if (found.size < most.packages) found.add(owner);
      } else if (seen.size < most.classes) seen.add(referred);
    }
  };
  const read = new Map(modClasses.map(({ path, bytes }) => [path, bytes]));
  // Grows while it is walked.
  for (const path of seen)
    try {
      const bytes = read.get(path) ?? readClass(jar, path);
      if (bytes !== null) take(bytes);
    } catch (error) {
      // A class that cannot be read, or costs more than is allowed, refers to nothing that could be named.
      if (!(error instanceof RangeError)) throw error;
    }
  return found;
}

function readClass(jar: JarContents, path: string): Buffer | null {
  const entry = jar.find(`${path}.class`);
  return entry === null ? null : jar.readCode(entry, most.classBytes);
}
