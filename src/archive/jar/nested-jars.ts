import type { JavaNeed, ModIdentity } from '../../modloaders/modloader.ts';
import { label } from '../lenient/value.ts';
import type { JarBudget } from '../limits.ts';
import { type Allowance, type JarContents, openJar } from './contents.ts';
import { coremodIds } from './coremods.ts';
import {
  type DescriptorReading,
  entriesByName,
  readDescriptorFiles,
  readModAnnotations,
  sentence,
} from './descriptors.ts';
import { highestNeeds, readJavaNeeds } from './java-needs.ts';
import { anyName, readLanguages } from './languages.ts';
import { type JarManifest, readManifest } from './manifest.ts';

/** Deepest nesting of jars: a jar that contains itself would never end. */
const deepestNesting = 16;

/** The combined results of all nested jars. */
export interface NestedJars {
  /** Ids of their mods, with the ids that these provide. */
  ids: Set<string>;
  /** Mods that a loader loads, because a descriptor or the manifest lists their jar. */
  mods: Pick<ModIdentity, 'id' | 'version'>[];
  /** Languages that the jars provide. */
  languages: Set<string>;
  /** Ids that the jars may provide; `*` when some jar could not be read. */
  mayProvide: Set<string>;
  /** Java needs of the loaded jars. */
  java: JavaNeed[];
  /** Names of the jars directly in the outer jar that were read. */
  names: string[];
  /** A sentence for each unreadable part. */
  notes: Set<string>;
}

interface Search {
  budget: JarBudget;
  allowance: Allowance;
  /** Number of nested jars that may still be read. */
  left: number;
  found: NestedJars;
}

/** Reads the nested jars of a jar, as deep as the limits allow; `named` are those that its descriptors list. */
export function readNestedJars(
  jar: JarContents,
  named: readonly string[],
  manifest: JarManifest,
  budget: JarBudget,
  allowance: Allowance,
): NestedJars {
  const found = {
    ids: new Set<string>(),
    mods: [] as NestedJars['mods'],
    languages: new Set<string>(),
    mayProvide: new Set<string>(),
    java: [] as JavaNeed[],
    names: [] as string[],
    notes: new Set<string>(),
  };
  search(jar, named, manifest, { budget, allowance, left: budget.maxNestedJars, found }, { depth: 1 });
  return found;
}

function search(
  jar: JarContents,
  named: readonly string[],
  manifest: JarManifest,
  state: Search,
  { depth, games, isLoaded = true }: { depth: number; games?: string[] | undefined; isLoaded?: boolean },
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
      const nested = openJar(
        jar.read(entry, budget.maxInflatedBytes),
        entriesByName,
        budget,
        state.allowance,
      );
      const own = readManifest(nested, budget.maxDescriptorBytes);
      const reading = readDescriptorFiles(nested, own, budget);
      const loaded = isLoaded && (named.includes(entry.name) || contained.includes(entry.name));
      take(reading, budget, found, loaded);
      // Old Forge extracts the jars that the manifest lists, and reads them like any jar in mods/.
      if (contained.includes(entry.name)) take(readModAnnotations(nested, budget), budget, found, loaded);
      for (const name of readLanguages(nested, own, budget)) found.languages.add(name);
      for (const id of coremodIds(nested, own, budget)) found.mayProvide.add(id);
      const forGames = gamesOf(reading) ?? games;
      if (loaded) {
        const ofDescriptors = reading.descriptors.flatMap(({ javaNeeds = [] }) => javaNeeds);
        const needs = [...ofDescriptors, ...readJavaNeeds(nested, own)].map(({ version, by }) => ({
          version,
          by: `${by} in ${label(entry.name)}`,
          ...(forGames && { games: forGames }),
        }));
        found.java = highestNeeds([...found.java, ...needs]);
      }
      for (const note of reading.notes) found.notes.add(`In ${entry.name}: ${note}`);
      search(nested, reading.nestedJars, own, state, { depth: depth + 1, games: forGames, isLoaded: loaded });
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

/** The game versions that a nested mod declares; undefined without any. */
function gamesOf({ descriptors }: DescriptorReading): string[] | undefined {
  return descriptors.flatMap(({ versionNeeds = [] }) => versionNeeds).find(({ on }) => on === 'minecraft')
    ?.versions;
}

function take(
  { descriptors }: Pick<DescriptorReading, 'descriptors'>,
  budget: JarBudget,
  found: NestedJars,
  isLoaded: boolean,
): void {
  for (const { mods, provides, teaches = [] } of descriptors) {
    // A provided id may have another version than the mod itself.
    const versions = [...mods, ...provides.map((id) => ({ id, version: '' }))];
    for (const { id, version } of isLoaded ? versions : [])
      if (found.mods.length <= budget.maxMods) found.mods.push({ id, version });
    // One id beyond the limit is kept, to show that there are more.
    for (const id of [...mods.map((mod) => mod.id), ...provides])
      if (found.ids.size <= budget.maxProvides) found.ids.add(id);
    for (const name of teaches) if (found.languages.size < budget.maxProvides) found.languages.add(name);
  }
}

/** Names of the jars that old Forge extracts, in the root or in a folder of their own. */
function containedDeps(manifest: JarManifest): string[] {
  const names = (manifest.get('containeddeps') ?? '').split(' ').filter((name) => name !== '');
  return names.flatMap((name) => [name, `META-INF/libraries/${name}`]);
}
