import { modPath } from './base-folder.ts';
import type { ArchiveLimits } from './limits.ts';
import { isGameJar, type PackEntry } from './selection.ts';
import type { ArchiveEntry } from './zip/entry.ts';

/** A jar of the pack that a loader would find. */
export interface PackMod {
  /** Path below `mods/`. */
  file: string;
  /** Most bytes that may be inflated to read it. */
  maxInflatedBytes: number;
}

/**
 * The jars among the entries of a pack, each with its part of what reading all of them may cost: half of it is shared
 * by number, half by size. So it does not matter in which order and in how many slices they are read.
 */
export function findPackMods(
  pack: readonly PackEntry[],
  limits: Pick<ArchiveLimits, 'modsInflatedBytes' | 'jar'>,
): Map<ArchiveEntry, PackMod> {
  const jars = pack.flatMap(({ entry, name }) => {
    const file = isGameJar(name) ? null : modPath(name, '');
    return file === null ? [] : [{ entry, file }];
  });
  const size = jars.reduce((sum, { entry }) => sum + entry.size, 0);
  const half = limits.modsInflatedBytes / 2;
  return new Map(
    jars.map(({ entry, file }) => {
      const share = half / jars.length + (half * entry.size) / Math.max(size, 1);
      return [entry, { file, maxInflatedBytes: Math.min(Math.floor(share), limits.jar.maxInflatedBytes) }];
    }),
  );
}
