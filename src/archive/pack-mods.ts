import { modPath } from './base-folder.ts';
import { isGameJar, type JudgePath, judgePaths } from './left-out.ts';
import type { ArchiveLimits } from './limits.ts';
import type { ClientNote } from './pack-index.ts';
import type { ProblemList } from './problem-list.ts';

/** A jar of the pack that a loader would find. */
export interface PackMod {
  /** Path below `mods/`. */
  file: string;
  /** Most bytes that may be inflated to read it. */
  maxInflatedBytes: number;
  /** Most bytes of what it says as JSON. */
  maxReportBytes: number;
  /** What a launcher noted of it, if that speaks against a server. */
  note?: ClientNote;
}

/** Bytes of what the report has of a jar of which nothing is known but its name and why. */
const barestMod = 300;

/**
 * The jars among the entries of a pack, each with its part of what reading all of them may cost, half of it shared by
 * number and half by size, and of what the report may hold, shared by number. So it does not matter in which order and in
 * how many slices they are read. None, and a problem, when there are too many.
 */
export function findPackMods<File extends { size: number | null }>(
  pack: readonly { entry: File; name: string }[],
  limits: Pick<ArchiveLimits, 'modsInflatedBytes' | 'mods' | 'inventoryBytes' | 'jar'>,
  problems: ProblemList,
  notes: ReadonlyMap<string, ClientNote> = new Map(),
): Map<File, PackMod> {
  let judge: JudgePath | undefined;
  const staysOut = (name: string) => {
    judge ??= judgePaths(
      pack.map((one) => one.name),
      { includeFiles: [], excludeFiles: [], includeWorld: false },
    );
    return judge(name) !== null;
  };
  const jars = pack.flatMap(({ entry, name }) => {
    const file = isGameJar(name) ? null : modPath(name, '');
    // What stays out of a folder of mods/ anyway, such as a cache, is nobody's mod.
    return file === null || (file.includes('/') && staysOut(name)) ? [] : [{ entry, file }];
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
