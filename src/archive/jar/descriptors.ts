import type { ModDescriptor } from '../../modloaders/modloader.ts';
import { decodeText } from '../lenient/text.ts';
import { label } from '../lenient/value.ts';
import type { JarBudget } from '../limits.ts';
import { tweakClassIn, tweakerDescriptor } from './client-tweakers.ts';
import type { JarContents } from './contents.ts';
import type { DeclaredLimits, DescriptorContent } from './declared.ts';
import { readFabricModJson } from './fabric-mod-json.ts';
import { addAnnotationsInCache, addAnnotationsInClass, collectAnnotations } from './mod-annotation.ts';
import { readModsToml } from './mods-toml.ts';
import { readQuiltModJson } from './quilt-mod-json.ts';

/** What reading the descriptors of one jar, without its nested jars, gave. */
export interface DescriptorReading {
  descriptors: ModDescriptor[];
  /** Entries that the descriptors name as nested jars. */
  nestedJars: string[];
  /** A sentence for each thing that could not be read. */
  notes: string[];
}

interface DescriptorFile {
  entry: string;
  read(bytes: Buffer, limits: DeclaredLimits, jarVersion: () => string): DescriptorContent;
}

const annotationCache = 'META-INF/fml_cache_annotation.json';
const jarManifest = 'META-INF/MANIFEST.MF';
/** What old Forge shows of a mod; that it is there is all that matters. */
const oldModInfo = 'mcmod.info';

const descriptorFiles: readonly DescriptorFile[] = [
  { entry: 'quilt.mod.json', read: readQuiltModJson },
  { entry: 'fabric.mod.json', read: readFabricModJson },
  { entry: 'META-INF/neoforge.mods.toml', read: tomlReader('neoforge.mods.toml') },
  { entry: 'META-INF/mods.toml', read: tomlReader('mods.toml') },
];

/** The entries of a jar that are asked for by their names. */
export const descriptorEntries: readonly string[] = [
  ...descriptorFiles.map(({ entry }) => entry),
  annotationCache,
  jarManifest,
  oldModInfo,
];

/** Reads the descriptors that a jar holds as files of their own. */
export function readDescriptorFiles(jar: JarContents, budget: JarBudget): DescriptorReading {
  const reading: DescriptorReading = { descriptors: [], nestedJars: [], notes: [] };
  for (const { entry, read } of descriptorFiles) {
    const found = jar.files.get(entry);
    if (found === undefined) continue;
    try {
      const { descriptor, nestedJars, notes } = read(
        jar.readText(found, budget.maxDescriptorBytes),
        budget,
        once(() => implementationVersion(jar, budget.maxDescriptorBytes)),
      );
      if (descriptor === null) reading.notes.push(`${entry} names no mod.`);
      else reading.descriptors.push(descriptor);
      reading.nestedJars.push(...nestedJars);
      reading.notes.push(...notes);
    } catch (error) {
      reading.notes.push(sentence(error, entry));
    }
  }
  const tweaker =
    reading.descriptors.length === 0
      ? tweakerDescriptor(tweakClassIn(manifestText(jar, budget.maxDescriptorBytes)))
      : null;
  if (tweaker !== null) reading.descriptors.push(tweaker);
  return reading;
}

/**
 * Whether looking for `@Mod` annotations is worth its cost: they are what old Forge reads, and reading every class of a
 * jar made for other loaders alone would be for nothing. A jar for several eras of Forge has `mcmod.info` beside its TOML.
 */
export function mayHoldAnnotations(jar: JarContents, descriptors: readonly ModDescriptor[]): boolean {
  if (jar.files.has(annotationCache) || jar.files.has(oldModInfo)) return true;
  return descriptors.length === 0 && !jar.files.has('META-INF/mods.toml');
}

/** Reads the `@Mod` annotations of old Forge: from the cache made at build time, else from the class files themselves. */
export function readModAnnotations(
  jar: JarContents,
  budget: JarBudget,
): Omit<DescriptorReading, 'nestedJars'> {
  const failures: string[] = [];
  const cached = jar.files.get(annotationCache);
  if (cached !== undefined) {
    try {
      const annotations = collectAnnotations('fml_cache_annotation.json', budget);
      addAnnotationsInCache(jar.readText(cached, budget.maxDescriptorBytes), annotations);
      const { descriptor, notes } = annotations.describe(true);
      if (descriptor !== null) return { descriptors: [descriptor], notes };
    } catch (error) {
      failures.push(sentence(error, annotationCache));
    }
  }
  const annotations = collectAnnotations('@Mod', budget);
  let unread = 0;
  let firstFailure = '';
  for (const entry of jar.classes()) {
    // Copies for newer Java versions; old Forge never sees them.
    if (entry.name.startsWith('META-INF/')) continue;
    try {
      if (!addAnnotationsInClass(jar.read(entry, budget.maxDescriptorBytes), annotations)) break;
    } catch (error) {
      if (unread === 0) firstFailure = sentence(error, entry.name);
      unread++;
    }
  }
  if (unread > 0)
    failures.push(unread === 1 ? firstFailure : `${firstFailure} ${unread} classes in all were not read.`);
  const { descriptor, notes } = annotations.describe(unread === 0);
  return { descriptors: descriptor === null ? [] : [descriptor], notes: [...failures, ...notes] };
}

/** A failure to read an entry as one sentence for people. */
export function sentence(error: unknown, entry: string): string {
  // Errors of Node itself, which carry a code, speak of offsets and buffers.
  const isOurs = (error instanceof SyntaxError || error instanceof RangeError) && !('code' in error);
  if (isOurs && error.message.startsWith(entry)) return label(error.message, 300);
  const fault = error instanceof RangeError ? 'it is damaged' : 'reading it failed unexpectedly';
  const reason = isOurs ? error.message.replace(/\.$/, '') : fault;
  return label(`${entry} could not be read: ${reason}.`, 300);
}

function tomlReader(format: 'mods.toml' | 'neoforge.mods.toml'): DescriptorFile['read'] {
  return (bytes, limits, jarVersion) => readModsToml(format, decodeText(bytes), jarVersion, limits);
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The version in the jar's own manifest, which a TOML descriptor may refer to; empty when there is none. */
function implementationVersion(jar: JarContents, maxBytes: number): string {
  const text = manifestText(jar, maxBytes);
  return label(/^Implementation-Version:[ \t]*(\S.*)/m.exec(text)?.[1]);
}

/** The jar's own manifest; empty when there is none or it cannot be read. */
function manifestText(jar: JarContents, maxBytes: number): string {
  const entry = jar.files.get(jarManifest);
  if (entry === undefined) return '';
  try {
    return decodeText(jar.readText(entry, maxBytes));
  } catch {
    return '';
  }
}
