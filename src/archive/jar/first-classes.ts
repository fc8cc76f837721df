import { readSigns } from './class-signs.ts';
import type { JarContents } from './contents.ts';
import { classesIn, ownerOf } from './packages.ts';
import type { ReadClass } from './read-class.ts';

/** Most classes read, bytes of one class, and packages kept. */
const most = { classes: 3, classBytes: 256 * 1024, packages: 64 };

/** Findings in the classes that make a jar a mod, and in the first of the jar's classes to which these refer. */
export interface FirstClasses {
  /** The packages of other mods to which these classes refer. */
  refersTo: ReadonlySet<string>;
  /** Whether one of the classes does work of a server. */
  hasWork: boolean;
}

export function readFirstClasses(jar: JarContents, modClasses: readonly ReadClass[]): FirstClasses {
  const own = new Set(modClasses.map(({ path }) => ownerOf(path)));
  const seen = new Set(modClasses.map(({ path }) => path));
  const found = new Set<string>();
  let hasWork = false;
  const take = (bytes: Buffer) => {
    hasWork ||= readSigns(bytes).hook;
    for (const referred of classesIn(bytes)) {
      const owner = ownerOf(referred);
      if (owner === null) continue;
      if (!own.has(owner)) {
        if (found.size < most.packages) found.add(owner);
      } else if (seen.size < most.classes) seen.add(referred);
    }
  };
  const read = new Map(modClasses.map(({ path, bytes }) => [path, bytes]));
  // The set grows during the loop.
  for (const path of seen)
    try {
      const bytes = read.get(path) ?? readClass(jar, path);
      if (bytes !== null) take(bytes);
    } catch (error) {
      // An unreadable class, or one over the limits, counts as a class without references.
      if (!(error instanceof RangeError)) throw error;
    }
  return { refersTo: found, hasWork };
}

function readClass(jar: JarContents, path: string): Buffer | null {
  const entry = jar.find(`${path}.class`);
  return entry === null ? null : jar.readCode(entry, most.classBytes);
}
