import type { ModDescriptor } from '../../modloaders/modloader.ts';
import { readJson } from '../lenient/json.ts';
import { decodeText } from '../lenient/text.ts';
import { label, member } from '../lenient/value.ts';
import type { JarBudget } from '../limits.ts';
import { tweakerDescriptor } from './client-tweakers.ts';
import type { JarContents } from './contents.ts';
import { collectNames, type DeclaredLimits, type DescriptorContent } from './declared.ts';
import { readFabricModJson } from './fabric-mod-json.ts';
import type { FabricStart } from './fabric-start.ts';
import { type JarManifest, manifestEntry } from './manifest.ts';
import { coremodList, loaderServices } from './manifest-descriptor.ts';
import { addAnnotationsInCache, addAnnotationsInClass, collectAnnotations } from './mod-annotation.ts';
import { readModsToml } from './mods-toml.ts';
import { readQuiltModJson } from './quilt-mod-json.ts';

/** The descriptors of one jar, without those of its nested jars. */
export interface DescriptorReading {
  descriptors: ModDescriptor[];
  /** Entries that the descriptors list as nested jars. */
  nestedJars: string[];
  /** A sentence for each unreadable part. */
  notes: string[];
  /** How Fabric starts the mod; null when no descriptor says so. */
  start: FabricStart | null;
}

interface DescriptorFile {
  entry: string;
  read(bytes: Buffer, limits: DeclaredLimits, jarVersion: () => string): DescriptorContent;
}

const annotationCache = 'META-INF/fml_cache_annotation.json';
const jarJarMetadata = 'META-INF/jarjar/metadata.json';
/** Display data of old Forge; only its presence matters here. */
const oldModInfo = 'mcmod.info';

const descriptorFiles: readonly DescriptorFile[] = [
  { entry: 'quilt.mod.json', read: readQuiltModJson },
  { entry: 'fabric.mod.json', read: readFabricModJson },
  { entry: 'META-INF/neoforge.mods.toml', read: tomlReader('neoforge.mods.toml') },
  { entry: 'META-INF/mods.toml', read: tomlReader('mods.toml') },
];

/** The entries to look up by name. */
export const entriesByName: readonly string[] = [
  ...descriptorFiles.map(({ entry }) => entry),
  annotationCache,
  manifestEntry,
  jarJarMetadata,
  oldModInfo,
  ...loaderServices,
  coremodList,
];

/** Reads the descriptors that are files of their own. */
export function readDescriptorFiles(
  jar: JarContents,
  manifest: JarManifest,
  budget: JarBudget,
): DescriptorReading {
  const reading: DescriptorReading = { descriptors: [], nestedJars: [], notes: [], start: null };
  for (const { entry, read } of descriptorFiles) {
    const found = jar.files.get(entry);
    if (found === undefined) continue;
    try {
      const { descriptor, nestedJars, notes, start } = read(
        jar.readText(found, budget.maxDescriptorBytes),
        budget,
        () => label(manifest.get('implementation-version')),
      );
      if (descriptor === null) reading.notes.push(`${entry} names no mod.`);
      else reading.descriptors.push(descriptor);
      reading.nestedJars.push(...nestedJars);
      reading.notes.push(...notes);
      reading.start ??= start ?? null;
    } catch (error) {
      reading.notes.push(sentence(error, entry));
    }
  }
  const metadata = jar.files.get(jarJarMetadata);
  if (metadata !== undefined) {
    try {
      reading.nestedJars.push(
        ...readJarJarMetadata(jar.readText(metadata, budget.maxDescriptorBytes), budget),
      );
    } catch (error) {
      reading.notes.push(sentence(error, jarJarMetadata));
    }
  }
  return reading;
}

/** The entries in Forge's and NeoForge's list of nested jars. */
function readJarJarMetadata(bytes: Buffer, limits: DeclaredLimits): string[] {
  const nested = collectNames(limits.maxNestedJars);
  const jar = { of: { members: { path: {} } }, take: (one: unknown) => nested.add(member(one, 'path')) };
  readJson(bytes, { members: { jars: { items: jar } } });
  return nested.found();
}

/**
 * Whether to search for the `@Mod` annotations of old Forge. Jars for other loaders are not searched, which saves
 * reading every class. A jar for several eras of Forge has `mcmod.info` beside its TOML.
 */
export function mayHoldAnnotations(
  jar: JarContents,
  manifest: JarManifest,
  descriptors: readonly ModDescriptor[],
): boolean {
  if (jar.files.has(annotationCache) || jar.files.has(oldModInfo)) return true;
  // A library with this attribute is for newer loaders, and a client-only tweaker has no mod of its own.
  if (manifest.has('fmlmodtype') || tweakerDescriptor(manifest.get('tweakclass') ?? '') !== null)
    return false;
  return descriptors.length === 0 && !jar.files.has('META-INF/mods.toml');
}

/** Reads the `@Mod` annotations of old Forge: from the cache made at build time, else from the class files. */
export function readModAnnotations(
  jar: JarContents,
  budget: JarBudget,
): Omit<DescriptorReading, 'nestedJars' | 'start'> {
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
    // Old Forge never loads these copies for newer Java versions.
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

/** Describes a failure to read an entry in one sentence. */
export function sentence(error: unknown, entry: string): string {
  // Node's own errors, which carry a code, mention offsets and buffers.
  const isOurs = (error instanceof SyntaxError || error instanceof RangeError) && !('code' in error);
  if (isOurs && error.message.startsWith(entry)) return label(error.message, 300);
  const fault = error instanceof RangeError ? 'it is damaged' : 'reading it failed unexpectedly';
  const reason = isOurs ? error.message.replace(/\.$/, '') : fault;
  return label(`${entry} could not be read: ${reason}.`, 300);
}

function tomlReader(format: 'mods.toml' | 'neoforge.mods.toml'): DescriptorFile['read'] {
  return (bytes, limits, jarVersion) => readModsToml(format, decodeText(bytes), jarVersion, limits);
}
