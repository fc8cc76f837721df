import { defaultArchiveLimits, type JarBudget } from '../../src/archive/limits.ts';
import { readJar } from '../../src/archive/pack/inventory.ts';
import type { ModFile } from '../../src/archive/report.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { decideMods } from '../../src/archive/sides/decide-mods.ts';
import { startWarnings } from '../../src/archive/warnings/start-warnings.ts';
import type { ModDescriptor } from '../../src/modloaders/modloader.ts';
import { type JarFiles, jarWith } from './jar.ts';

/** The jars of a pack, by their files. */
export type Jars = Readonly<Record<string, JarFiles>>;

/** A jar of a pack as it is read. */
export function modOf(file: string, files: JarFiles, budget: Partial<JarBudget> = {}) {
  return { file, size: 1, ...readJar(jarWith(files), { ...defaultArchiveLimits.jar, ...budget }) };
}

export const modsOf = (jars: Jars) => Object.entries(jars).map(([file, files]) => modOf(file, files));

/** What becomes of the jars, and of what it is warned: codes with the files that they are about, and sentences. */
export function outcome(jars: Jars, run: RunConfiguration) {
  const mods = modsOf(jars);
  const decisions = decideMods(mods, run);
  const warnings = startWarnings(mods, decisions, run);
  return {
    kept: decisions.filter(({ kept }) => kept).map(({ file }) => file),
    dropped: decisions.filter(({ kept }) => !kept).map(({ file }) => file),
    warnings: warnings.map(({ code, entry }) => `${code} ${entry}`),
    said: warnings.map(({ error }) => error),
  };
}

export const warned = (jars: Jars, run: RunConfiguration) => outcome(jars, run).warnings;

/** A jar that was read, with one descriptor, which is for both sides. */
export function described(file: string, ids: readonly string[], more: Partial<ModDescriptor> = {}): ModFile {
  const descriptor: ModDescriptor = {
    format: 'fabric.mod.json',
    mods: ids.map((id) => ({ id, name: '', version: '' })),
    side: 'BOTH',
    certainty: 'DECLARED',
    evidence: '',
    requires: [],
    provides: [],
    ...more,
  };
  return { file, size: 1, note: null, descriptors: [descriptor] };
}

/** A jar without any descriptor. */
export const bare = (file: string): ModFile => ({ file, size: 1, descriptors: [], note: null });
