import { type JarContents, openJar } from '../jar/contents.ts';
import { type ArchiveLimits, defaultArchiveLimits } from '../limits.ts';
import { openByteSource } from '../zip/byte-source.ts';
import { readSmallEntry } from '../zip/read-entry.ts';
import { readJar } from './inventory.ts';
import { listArchive } from './pack-files.ts';

export interface WantedInJars {
  /** Classes with their packages, for example com.example.Mod. */
  classes: ReadonlySet<string>;
  /** Packages of which a jar holds a class, for example com.example.api. */
  packages: ReadonlySet<string>;
  /** Lower-case ids of mods. */
  modIds: ReadonlySet<string>;
  /** Lower-case names of mods, as players see them. */
  modNames: ReadonlySet<string>;
  /** Files in the root of a jar, for example example.mixins.json. */
  files: ReadonlySet<string>;
  /** Names of jars without their folder, for example library-1.0.jar. */
  jars: ReadonlySet<string>;
}

/** For each searched name, the jars in `mods/` that hold it, themselves or in a nested jar. */
export interface FoundInJars {
  classes: Map<string, string>;
  /** All jars with a class of the package, at most `mostOfPackage`. */
  packages: Map<string, Set<string>>;
  modIds: Map<string, string>;
  modNames: Map<string, string>;
  files: Map<string, string>;
  jars: Map<string, string>;
}

/** Most nested jars that are searched in a jar, and their greatest depth. */
const mostNested = 64;
const deepest = 3;
/** Most jars that are listed for one package. */
const mostOfPackage = 6;

/** Searches the jars in `mods` of a server pack. Unreadable ones are skipped. */
export function findInJars(
  serverPackPath: string,
  wanted: WantedInJars,
  limits: ArchiveLimits = defaultArchiveLimits,
): FoundInJars {
  const found: FoundInJars = {
    classes: new Map(),
    packages: new Map(),
    modIds: new Map(),
    modNames: new Map(),
    files: new Map(),
    jars: new Map(),
  };
  const { entries } = listArchive(serverPackPath, {});
  using source = openByteSource(serverPackPath);
  for (const entry of entries) {
    if (!/^mods\/.*\.jar$/i.test(entry.name)) continue;
    if (Math.max(entry.size, entry.compressedSize) > limits.jarBytes) continue;
    const bytes = readSmallEntry(source, { ...entry, regionEnd: source.size });
    if (bytes === null) continue;
    const file = entry.name.slice('mods/'.length);
    // A jar of the pack takes precedence over a nested jar of the same name.
    if (wanted.jars.has(nameOf(file))) found.jars.set(nameOf(file), file);
    searchIn(bytes, file, wanted, found, limits);
    if (wanted.modIds.size + wanted.modNames.size > 0) {
      for (const { mods, provides } of readJar(bytes, limits.jar).descriptors) {
        for (const id of [...mods.map((mod) => mod.id.toLowerCase()), ...provides])
          if (wanted.modIds.has(id) && !found.modIds.has(id)) found.modIds.set(id, file);
        for (const name of mods.map((mod) => mod.name?.toLowerCase() ?? ''))
          if (wanted.modNames.has(name) && !found.modNames.has(name)) found.modNames.set(name, file);
      }
    }
  }
  return found;
}

function searchIn(
  bytes: Uint8Array,
  file: string,
  wanted: WantedInJars,
  found: FoundInJars,
  { jar: budget }: ArchiveLimits,
): void {
  const allowance = { inflatedBytes: budget.maxInflatedBytes };
  const search = (jarBytes: Uint8Array, depth: number) => {
    try {
      const jar = openJar(jarBytes, [...wanted.files], budget, allowance);
      takeOwn(jar, file, wanted, found);
      if (depth >= deepest) return;
      for (const nested of jar.jars(new Set(), mostNested).entries) {
        const name = nameOf(nested.name);
        if (wanted.jars.has(name) && !found.jars.has(name)) found.jars.set(name, file);
        search(jar.read(nested, budget.maxInflatedBytes), depth + 1);
      }
    } catch (error) {
      // An unreadable jar, or one over the limits, counts as empty.
      if (!(error instanceof RangeError)) throw error;
    }
  };
  search(bytes, 1);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function takeOwn(jar: JarContents, file: string, wanted: WantedInJars, found: FoundInJars): void {
  for (const name of jar.files.keys()) if (!found.files.has(name)) found.files.set(name, file);
  if (wanted.classes.size + wanted.packages.size === 0) return;
  for (const { name } of jar.classes()) {
    const className = name.slice(0, -'.class'.length).replaceAll('/', '.');
    if (wanted.classes.has(className) && !found.classes.has(className)) found.classes.set(className, file);
    for (const one of wanted.packages) if (className.startsWith(`${one}.`)) addToPackage(found, one, file);
  }
}

function addToPackage({ packages }: FoundInJars, name: string, file: string): void {
  const files = packages.get(name) ?? new Set();
  if (files.size < mostOfPackage) packages.set(name, files.add(file));
}
