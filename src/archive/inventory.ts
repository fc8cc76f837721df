import type { ModDescriptor } from '../modloaders/modloader.ts';
import { type Allowance, type JarContents, openJar } from './jar/contents.ts';
import { comparableIds } from './jar/declared.ts';
import { readDescriptorFiles, readModAnnotations, sentence } from './jar/descriptors.ts';
import { label } from './lenient/value.ts';
import type { JarBudget } from './limits.ts';

/** What one jar says about itself; `note` tells what could not be read and why, or is null. */
export interface JarReading {
  descriptors: ModDescriptor[];
  note: string | null;
}

const maxNoteLength = 600;

/** Reads every descriptor in a jar held in memory; never throws and stays within the budget. */
export function readJar(bytes: Uint8Array, budget: JarBudget): JarReading {
  const allowance: Allowance = { inflatedBytes: budget.maxInflatedBytes };
  try {
    const jar = openJar(bytes, budget, allowance);
    const files = readDescriptorFiles(jar, budget.maxDescriptorBytes);
    const annotations = mayHoldAnnotations(jar, files.descriptors)
      ? readModAnnotations(jar, budget.maxDescriptorBytes)
      : { descriptors: [], notes: [] };
    const nested = readNestedJars(jar, files.nestedJars, budget, allowance);
    const notes = [...files.notes, ...annotations.notes, ...nested.notes];
    return {
      descriptors: [...files.descriptors, ...annotations.descriptors].map((descriptor) => ({
        ...descriptor,
        provides: comparableIds([...descriptor.provides, ...nested.ids]),
      })),
      note: notes.length === 0 ? null : label(notes.join(' '), maxNoteLength),
    };
  } catch (error) {
    return { descriptors: [], note: sentence(error, 'The jar') };
  }
}

/**
 * Whether looking for `@Mod` annotations is worth its cost: they are what old Forge reads, and reading every class of a
 * jar made for other loaders alone would be for nothing. A jar for several eras of Forge has `mcmod.info` beside its TOML.
 */
function mayHoldAnnotations(jar: JarContents, descriptors: ModDescriptor[]): boolean {
  if (jar.files.has('META-INF/fml_cache_annotation.json') || jar.files.has('mcmod.info')) return true;
  return descriptors.length === 0 && !jar.files.has('META-INF/mods.toml');
}

/** The ids that the jars nested in a jar answer to; jars nested in those are not looked into. */
function readNestedJars(
  jar: JarContents,
  named: string[],
  budget: JarBudget,
  allowance: Allowance,
): { ids: string[]; notes: string[] } {
  const isNamed = new Set(named);
  const entries = [...jar.files.values()].filter(
    ({ name }) => isNamed.has(name) || /^META-INF\/.+\.jar$/i.test(name),
  );
  const ids: string[] = [];
  const notes: string[] = [];
  for (const entry of entries.slice(0, budget.maxNestedJars)) {
    try {
      const nested = openJar(jar.read(entry, budget.maxInflatedBytes), budget, allowance);
      const reading = readDescriptorFiles(nested, budget.maxDescriptorBytes);
      for (const { mods, provides } of reading.descriptors)
        ids.push(...mods.map(({ id }) => id), ...provides);
      notes.push(...reading.notes.map((note) => `In ${entry.name}: ${note}`));
    } catch (error) {
      notes.push(sentence(error, entry.name));
    }
  }
  if (entries.length > budget.maxNestedJars)
    notes.push(`Only ${budget.maxNestedJars} of ${entries.length} nested jars were looked into.`);
  return { ids, notes };
}
