import type { Certainty, ModDescriptor, Side } from '../../modloaders/modloader.ts';
import { flag, items, member, members } from '../lenient/value.ts';
import { readClassAnnotations } from './class-file.ts';
import { comparableIds, identities, modId } from './declared.ts';

/** How class files spell the type of the annotation that makes a class a Forge mod, from 1.8 on and before. */
const modAnnotationTypes = ['Lnet/minecraftforge/fml/common/Mod;', 'Lcpw/mods/fml/common/Mod;'] as const;

const notMods = new Set(['forge', 'fml', 'mcp', 'minecraft', '*']);

/** What one `@Mod` annotation says; null where it leaves the default. */
export interface ModAnnotation {
  id: unknown;
  name: unknown;
  version: unknown;
  isClientSideOnly: boolean | null;
  isServerSideOnly: boolean | null;
  dependencies: unknown;
}

/** The `@Mod` annotations in a parsed `fml_cache_annotation.json`; other annotations carry ids of other jars' mods. */
export function modAnnotationsInCache(document: unknown): ModAnnotation[] {
  return members(document)
    .flatMap(([, cached]) => items(member(cached, 'annotations')))
    .filter((annotation) => isModAnnotation(member(annotation, 'name')))
    .map((annotation) => modAnnotation((key) => member(annotation, 'values', key, 'value')));
}

/** The `@Mod` annotations of a class file; throws RangeError when it cannot be read. */
export function modAnnotationsInClass(classFile: Buffer): ModAnnotation[] {
  // Most classes of a mod never mention the annotation, and searching is far quicker than parsing.
  if (!modAnnotationTypes.some((type) => classFile.includes(type))) return [];
  return readClassAnnotations(classFile)
    .filter(({ type }) => isModAnnotation(type))
    .map(({ values }) => modAnnotation((key) => values.get(key)));
}

/** What the `@Mod` annotations of a jar come to; null when there is none. `isComplete` tells whether all were read. */
export function describeModAnnotations(
  format: 'fml_cache_annotation.json' | '@Mod',
  annotations: ModAnnotation[],
  isComplete: boolean,
): ModDescriptor | null {
  const mods = identities(annotations);
  if (mods.length === 0) return null;
  const onServer = annotations.filter(({ isClientSideOnly }) => isClientSideOnly !== true);
  const ownIds = mods.map(({ id }) => id.toLowerCase());
  return {
    format,
    mods,
    ...(isComplete ? sideOf(format, annotations) : unread(format)),
    // A server skips the client-only mods of a jar, so only what the others need counts, unless there are no others.
    requires: comparableIds(
      (onServer.length > 0 ? onServer : annotations).flatMap(({ dependencies }) => requiredIds(dependencies)),
      new Set([...notMods, ...ownIds]),
    ),
    provides: [],
  };
}

function isModAnnotation(type: unknown): boolean {
  return modAnnotationTypes.some((known) => known === type);
}

function modAnnotation(read: (key: string) => unknown): ModAnnotation {
  return {
    id: read('modid'),
    name: read('name'),
    version: read('version'),
    isClientSideOnly: flag(read('clientSideOnly')),
    isServerSideOnly: flag(read('serverSideOnly')),
    dependencies: read('dependencies'),
  };
}

function sideOf(
  format: string,
  annotations: ModAnnotation[],
): { side: Side; certainty: Certainty; evidence: string } {
  if (annotations.every(({ isClientSideOnly }) => isClientSideOnly === true))
    return { side: 'CLIENT', certainty: 'DECLARED', evidence: `${format}: clientSideOnly is true.` };
  if (annotations.every(({ isServerSideOnly }) => isServerSideOnly === true))
    return { side: 'SERVER', certainty: 'DECLARED', evidence: `${format}: serverSideOnly is true.` };
  if (annotations.some(({ isClientSideOnly }) => isClientSideOnly === true)) {
    const other = annotations.find(({ isClientSideOnly }) => isClientSideOnly !== true);
    const evidence = `${format}: the jar also holds ${modId(other?.id)}, which is not clientSideOnly.`;
    return { side: 'BOTH', certainty: 'INFERRED', evidence };
  }
  if (annotations.every(({ isClientSideOnly }) => isClientSideOnly === false))
    return { side: 'BOTH', certainty: 'DECLARED', evidence: `${format}: clientSideOnly is false.` };
  return {
    side: 'UNKNOWN',
    certainty: 'NONE',
    evidence: `${format}: clientSideOnly is not given, which says nothing.`,
  };
}

function unread(format: string): { side: Side; certainty: Certainty; evidence: string } {
  const evidence = `${format}: not every class of the jar could be read, so its side is unknown.`;
  return { side: 'UNKNOWN', certainty: 'NONE', evidence };
}

/** The ids that an old Forge dependencies string (`required-after:id@[1,2);after:other`) makes a server need. */
function requiredIds(dependencies: unknown): string[] {
  if (typeof dependencies !== 'string') return [];
  return dependencies.split(';').flatMap((part) => {
    const [unversioned = ''] = part.split(/[@[]/, 1);
    const colon = unversioned.lastIndexOf(':');
    const instructions = unversioned.slice(0, Math.max(colon, 0)).trim().toLowerCase().split('-');
    const isNeeded = instructions.includes('required') && !instructions.includes('client');
    return isNeeded ? [unversioned.slice(colon + 1).trim()] : [];
  });
}
