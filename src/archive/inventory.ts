import type { ModDescriptor } from '../modloaders/modloader.ts';
import { type Allowance, type JarContents, openJar } from './jar/contents.ts';
import { collectIds } from './jar/declared.ts';
import {
  descriptorEntries,
  mayHoldAnnotations,
  readDescriptorFiles,
  readModAnnotations,
  sentence,
} from './jar/descriptors.ts';
import { withClasses } from './jar/mod-classes.ts';
import { label } from './lenient/value.ts';
import type { JarBudget } from './limits.ts';

/** What one jar says about itself; `note` tells what could not be read or was left out and why, or is null. */
export interface JarReading {
  descriptors: ModDescriptor[];
  note: string | null;
}

const maxNoteLength = 600;

/**
 * Reads every descriptor in a jar held in memory; never throws. What that takes in time, in memory and in the report stays
 * within the budget.
 */
export function readJar(bytes: Uint8Array, budget: JarBudget): JarReading {
  return withinReport(readWithin(bytes, budget), budget.maxReportBytes);
}

function readWithin(bytes: Uint8Array, budget: JarBudget): JarReading {
  const allowance: Allowance = { inflatedBytes: budget.maxInflatedBytes };
  try {
    const jar = openJar(bytes, descriptorEntries, budget, allowance);
    const files = readDescriptorFiles(jar, budget);
    const annotations = mayHoldAnnotations(jar, files.descriptors)
      ? readModAnnotations(jar, budget)
      : { descriptors: [], notes: [] };
    const nested = readNestedJars(jar, files.nestedJars, budget, allowance);
    const notes = new Set([...files.notes, ...annotations.notes, ...nested.notes]);
    const found = [...withClasses(jar, files.descriptors), ...annotations.descriptors];
    const descriptors = found.map((descriptor) => {
      const provides = collectIds('The jar provides', budget.maxProvides, budget.maxIdLength);
      for (const id of [...descriptor.provides, ...nested.ids]) provides.add(id);
      for (const note of provides.notes()) notes.add(note);
      return { ...descriptor, provides: provides.found() };
    });
    return { descriptors, note: notes.size === 0 ? null : label([...notes].join(' '), maxNoteLength) };
  } catch (error) {
    return { descriptors: [], note: sentence(error, 'The jar') };
  }
}

/** The reading when it has at most that many bytes as JSON; else only that it has more. */
function withinReport(reading: JarReading, maxBytes: number): JarReading {
  const bytes = Buffer.byteLength(JSON.stringify(reading));
  if (bytes <= maxBytes) return reading;
  const note = `What the jar says of itself has ${bytes} bytes, of which at most ${maxBytes} are kept, so none is.`;
  return { descriptors: [], note };
}

/** The ids that the jars nested in a jar answer to; jars nested in those are not looked into. */
function readNestedJars(
  jar: JarContents,
  named: readonly string[],
  budget: JarBudget,
  allowance: Allowance,
): { ids: Set<string>; notes: Set<string> } {
  const { entries, count } = jar.jars(new Set(named), budget.maxNestedJars);
  const ids = new Set<string>();
  const notes = new Set<string>();
  for (const entry of entries) {
    try {
      const bytes = jar.read(entry, budget.maxInflatedBytes);
      const nested = openJar(bytes, descriptorEntries, budget, allowance);
      const reading = readDescriptorFiles(nested, budget);
      // One beyond the limit is kept, by which it shows that there are more.
      for (const { mods, provides } of reading.descriptors)
        for (const id of [...mods.map((mod) => mod.id), ...provides])
          if (ids.size <= budget.maxProvides) ids.add(id);
      for (const note of reading.notes) notes.add(`In ${entry.name}: ${note}`);
    } catch (error) {
      notes.add(sentence(error, entry.name));
    }
  }
  if (count > entries.length) notes.add(`Only ${entries.length} of ${count} nested jars were looked into.`);
  return { ids, notes };
}
