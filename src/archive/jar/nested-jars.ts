import type { JarBudget } from '../limits.ts';
import { type Allowance, type JarContents, openJar } from './contents.ts';
import { coremodIds } from './coremods.ts';
import {
  askedEntries,
  type DescriptorReading,
  readDescriptorFiles,
  readModAnnotations,
  sentence,
} from './descriptors.ts';
import { anyName, readLanguages } from './languages.ts';
import { type JarManifest, readManifest } from './manifest.ts';

/** Levels of nested jars below the outermost one: jars that contain themselves would never end. */
const deepestNesting = 16;

/** The results of all nested jars. */
export interface NestedJars {
  /** The ids that they answer to. */
  ids: Set<string>;
  /** The languages that they provide. */
  languages: Set<string>;
  /** The ids that they may answer to; `*` when not all of them could be looked into. */
  mayProvide: Set<string>;
  /** The names of those in the jar itself, as far as they are looked into. */
  names: string[];
  /** A sentence for each thing that could not be read. */
  notes: Set<string>;
}

interface Search {
  budget: JarBudget;
  allowance: Allowance;
  /** Number of nested jars that may still be read. */
  left: number;
  found: NestedJars;
}

/** Looks into the jars nested in a jar, to any depth that the limits allow; `named` are those that its descriptors name. */
export function readNestedJars(
  jar: JarContents,
  named: readonly string[],
  manifest: JarManifest,
  budget: JarBudget,
  allowance: Allowance,
): NestedJars {
  const found = {
    ids: new Set<string>(),
    languages: new Set<string>(),
    mayProvide: new Set<string>(),
    names: [] as string[],
    notes: new Set<string>(),
  };
  search(jar, named, manifest, { budget, allowance, left: budget.maxNestedJars, found }, 1);
  return found;
}

function search(
  jar: JarContents,
  named: readonly string[],
  manifest: JarManifest,
  state: Search,
  depth: number,
): void {
  const { budget, found } = state;
  const contained = containedDeps(manifest);
  const { entries, count } = jar.jars(new Set([...named, ...contained]), state.left);
  if (count > 0 && depth > deepestNesting) {
    found.notes.add(`Jars nested more than ${deepestNesting} deep were not looked into.`);
    found.mayProvide.add(anyName);
    return;
  }
  state.left -= entries.length;
  if (depth === 1) found.names = entries.map(({ name }) => name);
  for (const entry of entries) {
    try {
      const nested = openJar(jar.read(entry, budget.maxInflatedBytes), askedEntries, budget, state.allowance);
      const own = readManifest(nested, budget.maxDescriptorBytes);
      const reading = readDescriptorFiles(nested, own, budget);
      take(reading, budget, found);
      // Old Forge takes out of a jar what its manifest names, and reads it as any jar in mods/.
      if (contained.includes(entry.name)) take(readModAnnotations(nested, budget), budget, found);
      for (const name of readLanguages(nested, own, budget)) found.languages.add(name);
      for (const id of coremodIds(nested, own, budget)) found.mayProvide.add(id);
      for (const note of reading.notes) found.notes.add(`In ${entry.name}: ${note}`);
      search(nested, reading.nestedJars, own, state, depth + 1);
    } catch (error) {
      found.notes.add(sentence(error, entry.name));
      found.mayProvide.add(anyName);
    }
  }
  if (count > entries.length) {
    found.notes.add(`Only ${entries.length} of ${count} nested jars were looked into.`);
    found.mayProvide.add(anyName);
  }
}

function take(
  { descriptors }: Pick<DescriptorReading, 'descriptors'>,
  budget: JarBudget,
  found: NestedJars,
): void {
  for (const { mods, provides, teaches = [] } of descriptors) {
    // One beyond the limit is kept, by which it shows that there are more.
    for (const id of [...mods.map((mod) => mod.id), ...provides])
      if (found.ids.size <= budget.maxProvides) found.ids.add(id);
    for (const name of teaches) if (found.languages.size < budget.maxProvides) found.languages.add(name);
  }
}

/** The jars that old Forge takes out of a jar, by their names in it: beside everything else, or in a folder of their own. */
function containedDeps(manifest: JarManifest): string[] {
  const names = (manifest.get('containeddeps') ?? '').split(' ').filter((name) => name !== '');
  return names.flatMap((name) => [name, `META-INF/libraries/${name}`]);
}
