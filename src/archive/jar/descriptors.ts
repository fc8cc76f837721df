import type { ModDescriptor } from '../../modloaders/modloader.ts';
import { parseJson } from '../lenient/json.ts';
import { label } from '../lenient/value.ts';
import type { JarContents } from './contents.ts';
import { nestedInFabric, readFabricModJson } from './fabric-mod-json.ts';
import {
  describeModAnnotations,
  type ModAnnotation,
  modAnnotationsInCache,
  modAnnotationsInClass,
} from './mod-annotation.ts';
import { jarVersionPlaceholder, readModsToml } from './mods-toml.ts';
import { nestedInQuilt, readQuiltModJson } from './quilt-mod-json.ts';

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
  read(text: string, jarVersion: () => string): { descriptor: ModDescriptor | null; nestedJars: string[] };
}

const annotationCache = 'META-INF/fml_cache_annotation.json';
const jarManifest = 'META-INF/MANIFEST.MF';

const descriptorFiles: readonly DescriptorFile[] = [
  { entry: 'quilt.mod.json', read: jsonReader(readQuiltModJson, nestedInQuilt) },
  { entry: 'fabric.mod.json', read: jsonReader(readFabricModJson, nestedInFabric) },
  { entry: 'META-INF/neoforge.mods.toml', read: tomlReader('neoforge.mods.toml') },
  { entry: 'META-INF/mods.toml', read: tomlReader('mods.toml') },
];

/** Reads the descriptors that a jar holds as files of their own. */
export function readDescriptorFiles(jar: JarContents, maxBytes: number): DescriptorReading {
  const reading: DescriptorReading = { descriptors: [], nestedJars: [], notes: [] };
  for (const { entry, read } of descriptorFiles) {
    const found = jar.files.get(entry);
    if (found === undefined) continue;
    try {
      const { descriptor, nestedJars } = read(jar.readText(found, maxBytes), () =>
        implementationVersion(jar, maxBytes),
      );
      if (descriptor === null) reading.notes.push(`${entry} names no mod.`);
      else reading.descriptors.push(descriptor);
      reading.nestedJars.push(...nestedJars);
    } catch (error) {
      reading.notes.push(sentence(error, entry));
    }
  }
  return reading;
}

/** Reads the `@Mod` annotations of old Forge: from the cache made at build time, else from the class files themselves. */
export function readModAnnotations(
  jar: JarContents,
  maxBytes: number,
): Omit<DescriptorReading, 'nestedJars'> {
  const notes: string[] = [];
  const cached = jar.files.get(annotationCache);
  if (cached !== undefined) {
    try {
      const annotations = modAnnotationsInCache(parseJson(jar.readText(cached, maxBytes)));
      const descriptor = describeModAnnotations('fml_cache_annotation.json', annotations, true);
      if (descriptor !== null) return { descriptors: [descriptor], notes };
    } catch (error) {
      notes.push(sentence(error, annotationCache));
    }
  }
  const annotations: ModAnnotation[] = [];
  let unread = 0;
  let firstFailure = '';
  for (const entry of jar.classes()) {
    // Copies for newer Java versions; old Forge never sees them.
    if (entry.name.startsWith('META-INF/')) continue;
    try {
      annotations.push(...modAnnotationsInClass(jar.read(entry, maxBytes)));
    } catch (error) {
      if (unread === 0) firstFailure = sentence(error, entry.name);
      unread++;
    }
  }
  if (unread > 0)
    notes.push(unread === 1 ? firstFailure : `${firstFailure} ${unread} classes in all were not read.`);
  const descriptor = describeModAnnotations('@Mod', annotations, unread === 0);
  return { descriptors: descriptor === null ? [] : [descriptor], notes };
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

function jsonReader(
  read: (document: unknown) => ModDescriptor | null,
  nested: (document: unknown) => string[],
): DescriptorFile['read'] {
  return (text) => {
    const document = parseJson(text);
    return { descriptor: read(document), nestedJars: nested(document) };
  };
}

function tomlReader(format: 'mods.toml' | 'neoforge.mods.toml'): DescriptorFile['read'] {
  return (text, jarVersion) => {
    const version = jarVersionPlaceholder.test(text) ? jarVersion() : '';
    return { descriptor: readModsToml(format, text, version), nestedJars: [] };
  };
}

/** The version in the jar's own manifest, which a TOML descriptor may refer to; empty when there is none. */
function implementationVersion(jar: JarContents, maxBytes: number): string {
  const entry = jar.files.get(jarManifest);
  if (entry === undefined) return '';
  try {
    return /^Implementation-Version:[ \t]*(\S.*)$/m.exec(jar.readText(entry, maxBytes))?.[1]?.trim() ?? '';
  } catch {
    return '';
  }
}
