import { readJar } from './inventory.ts';
import { type JarContents, openJar } from './jar/contents.ts';
import { type ArchiveLimits, defaultArchiveLimits } from './limits.ts';
import { listArchive } from './pack-files.ts';
import { openByteSource } from './zip/byte-source.ts';
import { readSmallEntry } from './zip/read-entry.ts';

export interface WantedInJars {
  /** Classes with their packages, such as com.example.Mod. */
  classes: ReadonlySet<string>;
  /** Lower-case ids of mods. */
  modIds: ReadonlySet<string>;
  /** Files in the root of a jar, such as example.mixins.json. */
  files: ReadonlySet<string>;
  /** Names of jars without their folder, such as library-1.0.jar. */
  jars: ReadonlySet<string>;
}

/** The jars in `mods/` that hold each one, themselves or in a nested jar. */
export interface FoundInJars {
  classes: Map<string, string>;
  modIds: Map<string, string>;
  files: Map<string, string>;
  jars: Map<string, string>;
}

/** Jars nested in a jar that are looked into, and how deep. */
const mostNested = 64;
const deepest = 3;

/** Searches the jars in `mods` of a server pack. Unreadable ones are skipped. */
export function findInJars(
  serverPackPath: string,
  wanted: WantedInJars,
  limits: ArchiveLimits = defaultArchiveLimits,
): FoundInJars {
  const found: FoundInJars = { classes: new Map(), modIds: new Map(), files: new Map(), jars: new Map() };
  const { entries } = listArchive(serverPackPath, {});
  using source = openByteSource(serverPackPath);
  for (const entry of entries) {
    if (!/^mods\/.*\.jar$/i.test(entry.name)) continue;
    if (Math.max(entry.size, entry.compressedSize) > limits.jarBytes) continue;
    const bytes = readSmallEntry(source, { ...entry, regionEnd: source.size });
    if (bytes === null) continue;
    const file = entry.name.slice('mods/'.length);
    // A jar of the pack itself goes before one by that name in another jar.
    if (wanted.jars.has(nameOf(file))) found.jars.set(nameOf(file), file);
    lookInto(bytes, file, wanted, found, limits);
    if (wanted.modIds.size > 0) {
      for (const { mods, provides } of readJar(bytes, limits.jar).descriptors)
        for (const id of [...mods.map((mod) => mod.id.toLowerCase()), ...provides])
          if (wanted.modIds.has(id) && !found.modIds.has(id)) found.modIds.set(id, file);
    }
  }
  return found;
}

function lookInto(
  bytes: Uint8Array,
  file: string,
  wanted: WantedInJars,
  found: FoundInJars,
  { jar: budget }: ArchiveLimits,
): void {
  const allowance = { inflatedBytes: budget.maxInflatedBytes };
  const look = (jarBytes: Uint8Array, depth: number) => {
    try {
      const jar = openJar(jarBytes, [...wanted.files], budget, allowance);
      takeOwn(jar, file, wanted, found);
      if (depth >= deepest) return;
      for (const nested of jar.jars(new Set(), mostNested).entries) {
        const name = nameOf(nested.name);
        if (wanted.jars.has(name) && !found.jars.has(name)) found.jars.set(name, file);
        look(jar.read(nested, budget.maxInflatedBytes), depth + 1);
      }
    } catch (error) {
      // A jar that is unreadable or over the limits counts as empty.
      if (!(error instanceof RangeError)) throw error;
    }
  };
  look(bytes, 1);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function takeOwn(jar: JarContents, file: string, wanted: WantedInJars, found: FoundInJars): void {
  for (const name of jar.files.keys()) if (!found.files.has(name)) found.files.set(name, file);
  if (wanted.classes.size === 0) return;
  for (const { name } of jar.classes()) {
    const className = name.slice(0, -'.class'.length).replaceAll('/', '.');
    if (wanted.classes.has(className) && !found.classes.has(className)) found.classes.set(className, file);
  }
}
