import type { ModDescriptor } from '../../modloaders/modloader.ts';
import { readJson, type Wanted } from '../lenient/json.ts';
import { flag, member } from '../lenient/value.ts';
import { readAnnotations, type WantedAnnotations } from './class-file.ts';
import { collectIds, collectMods, type DeclaredLimits, type DescriptorContent, modId } from './declared.ts';

/** Types of the annotation that makes a class a Forge mod, since 1.8 and before. */
const modAnnotationTypes = ['Lnet/minecraftforge/fml/common/Mod;', 'Lcpw/mods/fml/common/Mod;'] as const;

const notMods = ['forge', 'fml', 'mcp', 'minecraft', '*'];

/** Most bytes of a value; a dependencies string lists some dozens of mods. */
const longestValue = 16_384;

const valueNames = ['modid', 'name', 'version', 'clientSideOnly', 'serverSideOnly', 'dependencies'] as const;

/** Reads one value of a `@Mod` annotation; undefined for the default. */
type ReadValue = (name: (typeof valueNames)[number]) => unknown;

/** Combines the `@Mod` annotations of a jar, added one by one. */
export interface ModAnnotations {
  /** Most annotations that are read. */
  readonly most: number;
  /** Adds an annotation; returns false when the limit is reached and the search can end. */
  add(read: ReadValue): boolean;
  /** `isComplete` tells whether every possible source of annotations was read. */
  describe(isComplete: boolean): Omit<DescriptorContent, 'nestedJars'>;
}

const cachedAnnotation: Wanted = {
  members: {
    name: {},
    values: {
      members: Object.fromEntries(
        valueNames.map((name) => [name, { members: { value: { longest: longestValue } } }]),
      ),
    },
  },
};

/** Adds the `@Mod` annotations of a `fml_cache_annotation.json`; other annotations may hold the ids of other mods. */
export function addAnnotationsInCache(bytes: Uint8Array, annotations: ModAnnotations): void {
  const take = (annotation: unknown) => {
    const type = member(annotation, 'name');
    if (modAnnotationTypes.some((known) => known === type))
      annotations.add((name) => member(annotation, 'values', name, 'value'));
  };
  const cachedClass: Wanted = { members: { annotations: { items: { of: cachedAnnotation, take } } } };
  readJson(bytes, { entries: { of: cachedClass, take: () => {} } });
}

const wanted: WantedAnnotations = {
  types: modAnnotationTypes.map((type) => Buffer.from(type)),
  values: new Map(valueNames.map((name) => [name, Buffer.from(name)])),
  longestText: longestValue,
};

/**
 * Adds the `@Mod` annotations of a class file; returns false when there are too many. Throws RangeError when the class
 * cannot be read.
 */
export function addAnnotationsInClass(classFile: Buffer, annotations: ModAnnotations): boolean {
  // Most classes never mention the annotation, and searching is far quicker than parsing.
  if (!wanted.types.some((type) => classFile.includes(type))) return true;
  const found = readAnnotations(classFile, wanted, annotations.most + 1);
  return found.every((values) => annotations.add((name) => values.get(name)));
}

/** Collects up to `maxMods` annotations of a jar: real jars have a handful, and a class file has room for a million. */
export function collectAnnotations(
  format: 'fml_cache_annotation.json' | '@Mod',
  limits: DeclaredLimits,
): ModAnnotations {
  const mods = collectMods(format, limits);
  const sides: Sides[] = [];
  const needed = { onServer: new Set<string>(), all: new Set<string>() };
  let isFull = false;
  return {
    most: limits.maxMods,
    add(read) {
      isFull = sides.length >= limits.maxMods;
      if (isFull) return false;
      const id = read('modid');
      const isClientOnly = flag(read('clientSideOnly'));
      sides.push({
        id: modId(id, limits.maxIdLength) ?? '',
        isClientOnly,
        isServerOnly: flag(read('serverSideOnly')),
      });
      mods.add({ id, name: read('name'), version: read('version') });
      for (const needs of requiredIds(read('dependencies'))) {
        needed.all.add(needs);
        if (isClientOnly !== true) needed.onServer.add(needs);
      }
      return true;
    },
    describe(isComplete) {
      const cut = isFull
        ? [`${format} names more than ${limits.maxMods} mods; the others are left out.`]
        : [];
      const except = new Set([...notMods, ...mods.found.map(({ id }) => id.toLowerCase())]);
      const requires = collectIds(`${format} needs`, limits.maxRequires, limits.maxIdLength, except);
      // A server skips the client-only mods of a jar, so only the needs of the others count, if there are others.
      const isForServers = sides.some(({ isClientOnly }) => isClientOnly !== true);
      for (const id of isForServers ? needed.onServer : needed.all) requires.add(id);
      const notes = [...mods.notes(), ...cut, ...requires.notes()];
      if (mods.found.length === 0) return { descriptor: null, notes };
      const side = isComplete && !isFull ? sideOf(format, sides) : unread(format);
      return {
        descriptor: { format, mods: mods.found, ...side, requires: requires.found(), provides: [] },
        notes,
      };
    },
  };
}

/** The sides in one annotation; null for the default. */
interface Sides {
  id: string;
  isClientOnly: boolean | null;
  isServerOnly: boolean | null;
}

type SideReading = Pick<ModDescriptor, 'side' | 'certainty' | 'evidence'>;

function sideOf(format: string, sides: readonly Sides[]): SideReading {
  if (sides.every(({ isClientOnly }) => isClientOnly === true))
    return { side: 'CLIENT', certainty: 'DECLARED', evidence: `${format}: clientSideOnly is true.` };
  if (sides.every(({ isServerOnly }) => isServerOnly === true))
    return { side: 'SERVER', certainty: 'DECLARED', evidence: `${format}: serverSideOnly is true.` };
  if (sides.some(({ isClientOnly }) => isClientOnly === true)) {
    const other = sides.find(({ isClientOnly }) => isClientOnly !== true);
    const evidence = `${format}: the jar also holds ${other?.id}, which is not clientSideOnly.`;
    return { side: 'BOTH', certainty: 'INFERRED', evidence };
  }
  if (sides.every(({ isClientOnly }) => isClientOnly === false))
    return { side: 'BOTH', certainty: 'DECLARED', evidence: `${format}: clientSideOnly is false.` };
  return {
    side: 'UNKNOWN',
    certainty: 'NONE',
    evidence: `${format}: clientSideOnly is not given, which says nothing.`,
  };
}

function unread(format: string): SideReading {
  const evidence = `${format}: not every class of the jar could be read, so its side is unknown.`;
  return { side: 'UNKNOWN', certainty: 'NONE', evidence };
}

/** Ids that an old Forge dependencies string (`required-after:id@[1,2);after:other`) requires on a server. */
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
