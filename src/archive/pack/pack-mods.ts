import type { ArchiveLimits } from '../limits.ts';
import type { ProblemList } from '../problem-list.ts';
import { modPath, zipModPath } from '../selection/base-folder.ts';
import { isGameJar, type JudgePath, judgePaths } from '../selection/excluded-files.ts';
import type { ClientNote } from './pack-index.ts';

/** A jar that a loader would find, or an archive that may be a mod for old Forge. */
export interface PackMod {
  /** Path below `mods/`. */
  file: string;
  /** Most bytes to inflate while reading the mod. */
  maxInflatedBytes: number;
  /** Most bytes of the mod's reading as JSON. */
  maxReportBytes: number;
  /** A launcher's note against the mod on servers. */
  note?: ClientNote;
}

/** Bytes of the report for a jar with only a name and a note. */
const barestMod = 300;

/**
 * The jars of a pack, each with its share of the limits: inflated bytes are shared half by number and half by size, the
 * report by number. So neither order nor slicing changes the result. Returns a problem and no jars when there are too
 * many.
 */
export function findPackMods<File extends { size: number | null }>(
  pack: readonly { entry: File; name: string }[],
  limits: Pick<ArchiveLimits, 'modsInflatedBytes' | 'mods' | 'inventoryBytes' | 'jar'>,
  problems: ProblemList,
  notes: ReadonlyMap<string, ClientNote> = new Map(),
): Map<File, PackMod> {
  let judge: JudgePath | undefined;
  const isExcluded = (name: string) => {
    judge ??= judgePaths(
      pack.map((one) => one.name),
      { includeFiles: [], excludeFiles: [], includeWorld: false },
    );
    return judge(name) !== null;
  };
  const jars = pack.flatMap(({ entry, name }) => {
    const file = isGameJar(name) ? null : (modPath(name, '') ?? zipModPath(name));
    // An excluded folder inside mods/, for example a cache, holds no mods.
    return file === null || (file.includes('/') && isExcluded(name)) ? [] : [{ entry, file }];
  });
  const room = jars.reduce((left, { file }) => left - barestMod - bytesAsJson(file), limits.inventoryBytes);
  if (jars.length > limits.mods || room < 0) {
    const most = `at most ${limits.mods} jars, with ${limits.inventoryBytes} bytes in the inventory, can be kept`;
    problems.add('TOO_MANY_MODS', `The pack has ${jars.length} jars in mods/; ${most}.`);
    return new Map();
  }
  const size = jars.reduce((sum, { entry }) => sum + (entry.size ?? 0), 0);
  const half = limits.modsInflatedBytes / 2;
  const maxReportBytes = Math.min(Math.floor(room / jars.length), limits.jar.maxReportBytes);
  return new Map(
    jars.map(({ entry, file }) => {
      const share = half / jars.length + (half * (entry.size ?? 0)) / Math.max(size, 1);
      const maxInflatedBytes = Math.min(Math.floor(share), limits.jar.maxInflatedBytes);
      const note = notes.get(file);
      return [entry, { file, maxInflatedBytes, maxReportBytes, ...(note && { note }) }];
    }),
  );
}

function bytesAsJson(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
