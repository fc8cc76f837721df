import type { ModDescriptor, ModIdentity } from '../../modloaders/modloader.ts';
import { label } from '../lenient/value.ts';
import type { JarBudget } from '../limits.ts';
import type { FabricStart } from './fabric-start.ts';

/** Limits on the kept parts of a jar's declarations. */
export type DeclaredLimits = Pick<
  JarBudget,
  'maxMods' | 'maxRequires' | 'maxProvides' | 'maxIdLength' | 'maxNestedJars'
>;

/** Content of one descriptor of a jar. */
export interface DescriptorContent {
  /** Null when the file names no mod. */
  descriptor: ModDescriptor | null;
  /** Entries listed as nested jars. */
  nestedJars: string[];
  /** A sentence for each kind of omitted thing. */
  notes: string[];
  /** How Fabric starts the mod; absent in other descriptors. */
  start?: FabricStart;
}

/** Ids collected one by one, up to a limit. */
export interface IdList {
  /** Adds an id; an id that cannot be kept is skipped, with a note. */
  add(id: unknown): void;
  /** The ids so far, in order of arrival. */
  found(): string[];
  /** A sentence for each kind of omitted thing. */
  notes(): string[];
}

/** Mods collected one by one, up to a limit. */
export interface ModList {
  /** Adds a mod, if its id can be kept. */
  add(mod: DeclaredMod): void;
  readonly found: ModIdentity[];
  notes(): string[];
}

/** Most characters of a nested jar's name; longer names match no entry that is read. */
const longestName = 1_000;

/** A mod id as spelt in a descriptor; empty without one, null when too long. */
export function modId(value: unknown, longest: number): string | null {
  if (typeof value !== 'string') return '';
  return value.length > longest ? null : label(value, longest);
}

/** The default language of Fabric's and Quilt's entrypoints. */
export const ownAdapters: ReadonlySet<string> = new Set(['default']);

/** A descriptor's fields for languages used and provided; absent when empty. */
export function languageFields(uses: IdList, teaches: IdList): Pick<ModDescriptor, 'languages' | 'teaches'> {
  const [languages, taught] = [uses.found(), teaches.found()];
  return { ...(languages.length > 0 && { languages }), ...(taught.length > 0 && { teaches: taught }) };
}

/** Collects mod ids in the form for comparison: lower case, unique, not empty and not in `except`. */
export function collectIds(
  what: string,
  most: number,
  longest: number,
  except: ReadonlySet<string> = new Set(),
): IdList {
  const ids = new Set<string>();
  const left = { beyond: false, tooLong: false };
  return {
    add(value) {
      const id = modId(value, longest)?.toLowerCase();
      if (id === undefined) left.tooLong = true;
      else if (id === '' || except.has(id) || ids.has(id)) return;
      else if (ids.size < most) ids.add(id);
      else left.beyond = true;
    },
    found: () => [...ids],
    notes: () => omitted(what, most, longest, left),
  };
}

/** One mod of a descriptor, not checked yet. */
export interface DeclaredMod {
  id: unknown;
  name: unknown;
  version: unknown;
}

/** Collects the mods with a real id; placeholders left by a build are neither names nor versions. */
export function collectMods(format: string, { maxMods, maxIdLength }: DeclaredLimits): ModList {
  const found: ModIdentity[] = [];
  const left = { beyond: false, tooLong: false };
  return {
    found,
    add({ id: declared, name, version }) {
      const id = modId(declared, maxIdLength);
      if (id === null) left.tooLong = true;
      else if (id === '') return;
      else if (found.length < maxMods) found.push({ id, name: filledIn(name), version: filledIn(version) });
      else left.beyond = true;
    },
    notes: () => omitted(`${format} names`, maxMods, maxIdLength, left),
  };
}

/** Collects names of nested jars, and one more than `most`, which shows that there are more. */
export function collectNames(most: number): { add(name: unknown): void; found(): string[] } {
  const names = new Set<string>();
  return {
    add(name) {
      if (names.size <= most) names.add(label(name, longestName));
    },
    found: () => [...names],
  };
}

function omitted(
  what: string,
  most: number,
  longest: number,
  { beyond, tooLong }: { beyond: boolean; tooLong: boolean },
): string[] {
  return [
    ...(beyond ? [`${what} more than ${most} mods; the others are left out.`] : []),
    ...(tooLong ? [`${what} ids of more than ${longest} characters; these are left out.`] : []),
  ];
}

function filledIn(value: unknown): string {
  const text = label(value);
  return text.includes('${') ? '' : text;
}
