import type { LeftOut } from './left-out.ts';
import { listArchive } from './pack-files.ts';
import { type NamedFile, planServerPack } from './plan.ts';
import type { ModDecision, ModFile, Problem } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';
import { packEntries } from './selection.ts';
import { isFolder } from './zip/entry.ts';

/** One page that is wanted of the decisions; places are positions in the inventory. */
export interface PageWanted {
  /** Only the mods that are kept, or only those that are dropped; null: all. */
  kept: boolean | null;
  /** Only what lies after this position. */
  after: number | null;
  /** Only what lies before this position. */
  before: number | null;
  /** Most decisions that are answered. */
  limit: number;
  /** Counts from the end, and answers in that order. */
  fromEnd: boolean;
}

/** What is wanted of a preview; plain data, so that it can travel to a thread. */
export interface PreviewTask {
  /** The modpack's archive, which has passed the check. */
  archivePath: string;
  baseFolder: string;
  /** The files that the pack names and that the check has had fetched. */
  fetched: readonly NamedFile[];
  run: RunConfiguration;
  pages: readonly PageWanted[];
}

/** A decision with its position in the inventory. */
export interface PlacedDecision extends ModDecision {
  id: number;
}

/** A preview as far as it was wanted: never more than that, however many mods there are. */
export interface PreviewAnswer {
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
  /** For each page that is wanted, its decisions. */
  pages: PlacedDecision[][];
}

/** Most that is shown of what stays out: folders count once, but any pattern may name single files. */
const mostShown = 100;

/** Decides about a pack as generating would, and answers the wanted part of it. */
export function previewServerPack(mods: ModFile[], task: PreviewTask): PreviewAnswer {
  const { archivePath, baseFolder, fetched, run, pages } = task;
  const pack = packEntries(listArchive(archivePath), baseFolder);
  const plan = planServerPack({ pack, fetched, mods }, run);
  const decisions = plan.decisions.map((decision, id) => ({ id, ...decision }));
  const { warnings, leftOut } = plan;
  const files = [
    ...plan.selected.filter((one) => !isFolder(one)).map(({ entry }) => entry.size),
    ...plan.stored.map(({ size }) => size),
  ];
  const kept = decisions.filter((decision) => decision.kept);
  return {
    keptCount: kept.length,
    droppedCount: decisions.length - kept.length,
    keptModBytes: kept.reduce((sum, { id }) => sum + (mods[id]?.size ?? 0), 0),
    warnings,
    fileCount: files.length,
    fileBytes: sum(files),
    leftOut: leftOut.slice(0, mostShown),
    leftOutCount: sum(leftOut.map((part) => part.files)),
    leftOutBytes: sum(leftOut.map(({ bytes }) => bytes)),
    pages: pages.map((page) => cutOut(decisions, page)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function cutOut(
  decisions: readonly PlacedDecision[],
  { kept, after, before, limit, fromEnd }: PageWanted,
): PlacedDecision[] {
  const page: PlacedDecision[] = [];
  const step = fromEnd ? -1 : 1;
  const first = fromEnd
    ? Math.min(before ?? decisions.length, decisions.length) - 1
    : Math.max((after ?? -1) + 1, 0);
  for (let id = first; page.length < limit; id += step) {
    const decision = decisions[id];
    if (decision === undefined || id <= (after ?? -1) || id >= (before ?? decisions.length)) break;
    if (kept === null || decision.kept === kept) page.push(decision);
  }
  return page;
}
