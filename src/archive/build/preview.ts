import type { Facts } from '../known-mods/facts-file.ts';
import { openNamedPack } from '../pack/named-pack.ts';
import { openHeads, readPackFile } from '../pack/pack-files.ts';
import { takeProperties } from '../pack/server-properties.ts';
import type { ModDecision, ModFile, Problem } from '../report.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import type { ExcludedFiles } from '../selection/excluded-files.ts';
import { readChangedNeeds } from '../sides/changed-needs.ts';
import { isFolder } from '../zip/entry.ts';
import type { NameReading } from '../zip/name-encoding.ts';
import { type NamedFile, planServerPack } from './plan.ts';

/** Input of a preview; plain data, so that it can be sent to a thread. */
export interface PreviewTask {
  /** The modpack's archive, which has passed the check. */
  archivePath: string;
  baseFolder: string;
  /** The encoding in which the check read the names. */
  names?: NameReading | undefined;
  /** Offsets of the local headers of inner archives that hold account files. */
  accountArchives?: number[] | undefined;
  /** Number of jars for which the catalogue should have been queried, but was not. */
  unasked?: number | undefined;
  /** The arguments with which the author starts the game. */
  startArgs?: string[] | undefined;
  /** The fetched files that the pack names. */
  fetched: readonly NamedFile[];
  /** The facts about mods; by default those of this release. */
  facts?: Facts;
  run: RunConfiguration;
}

/** A preview without its decisions: small, however many mods there are. */
export interface PreviewSum {
  keptCount: number;
  droppedCount: number;
  /** Bytes of the included jars. */
  keptModBytes: number;
  /** The major version of Java that the server needs; null when unknown. */
  javaVersion: number | null;
  /** Reasons why the server may not start, and missing parts. */
  warnings: Problem[];
  /** Number and bytes of the included files of the modpack, mods among them. */
  fileCount: number;
  fileBytes: number;
  /** The first excluded files that are no mods, up to the limit. */
  leftOut: ExcludedFiles[];
  /** Number and bytes of all excluded files that are no mods. */
  leftOutCount: number;
  leftOutBytes: number;
}

export interface PreviewAnswer {
  sum: PreviewSum;
  /** A decision for every mod, in the order of the inventory. */
  decisions: ModDecision[];
}

/** Most excluded files that are listed: a folder counts once, but a pattern may exclude single files. */
const mostShown = 100;

/** Decides on a pack as a generation would. */
export function previewServerPack(inventory: ModFile[], task: PreviewTask): PreviewAnswer {
  const { archivePath, accountArchives, fetched, unasked, startArgs, facts, run } = task;
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
      readSettings: heads.readSettings,
      holdsAccounts: heads.holdsAccounts,
      named,
      unasked,
      startArgs,
      facts,
      changedNeeds,
    },
    run,
  );
  const { decisions, warnings, java, selected, stored, leftOut } = plan;
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
      javaVersion: java.version,
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
