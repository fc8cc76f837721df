import { readChangedNeeds } from './changed-needs.ts';
import type { Facts } from './known-mods/facts-file.ts';
import type { LeftOut } from './left-out.ts';
import { openNamedPack } from './named-pack.ts';
import { openHeads, readPackFile } from './pack-files.ts';
import { type NamedFile, planServerPack } from './plan.ts';
import type { ModDecision, ModFile, Problem } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';
import { takeProperties } from './server-properties.ts';
import { isFolder } from './zip/entry.ts';
import type { NameReading } from './zip/name-encoding.ts';

/** Input of a preview; plain data, so that it can travel to a thread. */
export interface PreviewTask {
  /** The modpack's archive, which has passed the check. */
  archivePath: string;
  baseFolder: string;
  /** The encoding in which the check read its names. */
  names?: NameReading | undefined;
  /** Where the local headers of archives in it are that hold account files. */
  accountArchives?: number[] | undefined;
  /** Jars that the catalogue should have been asked about, but was not. */
  unasked?: number | undefined;
  /** The files that the pack names and that the check has had fetched. */
  fetched: readonly NamedFile[];
  /** The facts about mods; by default those of this release. */
  facts?: Facts;
  run: RunConfiguration;
}

/** A preview without its decisions: of one size, however many mods there are. */
export interface PreviewSum {
  keptCount: number;
  droppedCount: number;
  /** Bytes of the jars that are kept. */
  keptModBytes: number;
  /** Why it could not start, and what would be missed in it. */
  warnings: Problem[];
  /** Files of the modpack that would be in it, mods among them, and their bytes. */
  fileCount: number;
  fileBytes: number;
  /** The first of what would stay out beside mods, as many as are shown. */
  leftOut: LeftOut[];
  /** All files that would stay out beside mods, and their bytes. */
  leftOutCount: number;
  leftOutBytes: number;
}

export interface PreviewAnswer {
  sum: PreviewSum;
  /** A decision for every mod, in the order of the inventory. */
  decisions: ModDecision[];
}

/** Most that is shown of what stays out: folders count once, but any pattern may name single files. */
const mostShown = 100;

/** Decides about a pack as generating would. */
export function previewServerPack(inventory: ModFile[], task: PreviewTask): PreviewAnswer {
  const { archivePath, accountArchives, fetched, unasked, facts, run } = task;
  const { pack, mods, warnings: named } = openNamedPack(archivePath, task, inventory, run.nameEncoding);
  const properties = takeProperties(
    readPackFile(archivePath, pack, 'server.properties'),
    run.serverProperties,
  );
  const changedNeeds = readChangedNeeds(
    run,
    (name) => readPackFile(archivePath, pack, name),
    (name) => [...pack, ...fetched].some((one) => one.name === name),
  );
  using heads = openHeads(archivePath, pack, accountArchives);
  const plan = planServerPack(
    {
      pack,
      fetched,
      mods,
      properties,
      readHead: heads.readHead,
      holdsAccounts: heads.holdsAccounts,
      named,
      unasked,
      facts,
      changedNeeds,
    },
    run,
  );
  const { decisions, warnings, selected, stored, leftOut } = plan;
  const files = [
    ...selected.filter((one) => !isFolder(one)).map(({ entry }) => entry.size),
    ...stored.map(({ size }) => size),
  ];
  const keptBytes = decisions.map(({ kept }, id) => (kept ? (mods[id]?.size ?? 0) : 0));
  const keptCount = decisions.filter(({ kept }) => kept).length;
  return {
    decisions,
    sum: {
      keptCount,
      droppedCount: decisions.length - keptCount,
      keptModBytes: sum(keptBytes),
      warnings,
      fileCount: files.length,
      fileBytes: sum(files),
      leftOut: leftOut.slice(0, mostShown),
      leftOutCount: sum(leftOut.map((part) => part.files)),
      leftOutBytes: sum(leftOut.map(({ bytes }) => bytes)),
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
