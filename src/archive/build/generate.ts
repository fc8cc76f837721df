import { open } from 'node:fs/promises';
import type { ArchiveProgress, LauncherManifest, ModDecision, ModFile, Problem } from '../report.ts';
import { carriedRecord } from '../zip/carried-record.ts';
import { isFolder } from '../zip/entry.ts';
import { openHashedOutput } from '../zip/hashed-output.ts';
import type { NameReading } from '../zip/name-encoding.ts';
import { writePieces } from '../zip/pieces.ts';
import { fileSource } from '../zip/raw-source.ts';
import { type ArchivePart, type CopyProgress, writeArchive } from '../zip/raw-writer.ts';
import { type StoredFile, storedRecord } from '../zip/stored-files.ts';
import { addedPart } from './added-archive.ts';
import { addedFiles } from './added-files.ts';
import { type FindLinks, noLinks } from './file-links.ts';
import { mrpackContents } from './mrpack-contents.ts';
import { type GenerateTask, type PlannedBuild, planBuild, type ServerPackContents } from './planned-build.ts';

/** A finished server pack: its size in bytes, its lower-case hexadecimal SHA-256 and the decision on every mod. */
export interface GeneratedServerPack {
  size: number;
  sha256: string;
  decisions: ModDecision[];
  /** The major version of Java that the server needs; null when unknown. */
  javaVersion: number | null;
  /** Reasons why the server may not start, and missing parts; at most 50. */
  warnings: Problem[];
}

/** A task to generate, whose mods and decisions are passed in pieces. */
export interface GenerateOrder extends Omit<GenerateTask, 'report'> {
  baseFolder: string;
  /** The encoding in which the check read the names. */
  names?: NameReading | undefined;
  /** Offsets of the local headers of inner archives that hold account files. */
  accountArchives?: number[] | undefined;
  /** Number of jars for which the catalogue should have been queried, but was not. */
  unasked?: number | undefined;
  manifest?: LauncherManifest | null | undefined;
  /** The arguments with which the author starts the game. */
  startArgs?: string[] | undefined;
  /** The memory in MiB that a launcher gives the game. */
  recommendedMemory?: number | undefined;
  /** The file for the decisions: empty, and owned by the caller. */
  decisionsPath: string;
}

/** A finished server pack whose decisions are in a file. */
export interface GeneratedAside extends Omit<GeneratedServerPack, 'decisions'> {
  keptCount: number;
  droppedCount: number;
  /** Bytes of each piece of decisions in that file: `ModDecision`s with their `position` in the inventory. */
  pieces: number[];
}

/** Builds a server pack of these mods and writes the decisions on them to the decisions file. */
export async function generateAside(
  {
    baseFolder,
    names,
    accountArchives,
    unasked,
    manifest,
    startArgs,
    recommendedMemory,
    decisionsPath,
    ...order
  }: GenerateOrder,
  mods: ModFile[],
  hooks: GenerateHooks = {},
): Promise<GeneratedAside> {
  const { decisions, ...built } = await generateServerPack(
    {
      ...order,
      report: {
        baseFolder,
        mods,
        manifest,
        ...(names && { names }),
        ...(accountArchives && { accountArchives }),
        ...(unasked && { unasked }),
        ...(startArgs && { startArgs }),
        ...(recommendedMemory && { recommendedMemory }),
      },
    },
    hooks,
  );
  const keptCount = decisions.filter(({ kept }) => kept).length;
  const rows = decisions.map((decision, position) => ({ position, ...decision }));
  const pieces = await writePieces(decisionsPath, rows);
  return { ...built, keptCount, droppedCount: decisions.length - keptCount, pieces };
}

const comment = 'Server pack made by Server Pack Service';
const progressSteps = 100;

/** Callbacks of a generation. */
export interface GenerateHooks {
  onProgress?: (progress: ArchiveProgress) => void;
  /** Looks up where files can be downloaded, for formats that may link files; by default no link is known. */
  findLinks?: FindLinks;
}

/**
 * Builds a server pack by copying: equal input and equal known links give equal bytes. Rejects when the archive differs
 * from the checked one, or when the disk is full; the file at `outputPath` is then incomplete.
 */
export async function generateServerPack(
  task: GenerateTask,
  { onProgress = () => {}, findLinks = noLinks }: GenerateHooks = {},
): Promise<GeneratedServerPack> {
  using build = planBuild(task);
  const contents = task.run.format === 'MRPACK' ? await mrpackContents(build, findLinks) : zipContents(build);
  const { added, wanted, stored, warnings } = contents;
  await using archive = await open(task.archivePath, 'r');
  await using output = await openHashedOutput(task.outputPath);
  const { entries } = build.named;
  const parts = [await addedPart(added), { source: await fileSource(archive), entries, wanted }];
  const progress = inSteps(parts, stored, onProgress);
  await writeArchive(output, { parts, stored }, comment, progress);
  return {
    ...(await output.finish()),
    decisions: build.plan.decisions,
    javaVersion: build.plan.java.version,
    warnings,
  };
}

/** The contents of a server pack that starts by its own scripts. */
function zipContents({ task, facts, ofServer, plan }: PlannedBuild): ServerPackContents {
  const { run, modPack, report, updates = null } = task;
  const { decisions, warnings, java, selected, stored } = plan;
  const files = selected.filter(({ entry }) => !isFolder(entry));
  const carried = [
    ...files.map(({ entry, name }) => ({ name, crc32: entry.crc32 })),
    ...stored.map(({ name, crc32 }) => ({ name, crc32 })),
  ];
  return {
    added: addedFiles({
      run,
      modPack,
      manifest: report.manifest ?? null,
      recommendedMemory: report.recommendedMemory ?? null,
      facts,
      decisions,
      warnings,
      java,
      carried,
      updates,
      ...ofServer,
    }),
    wanted: new Map(selected.map(({ entry, name }) => [entry, carriedRecord(entry, name)])),
    stored,
    warnings,
  };
}

/** Reports each whole percent of the bytes once, instead of thousands of reads. */
function inSteps(
  parts: readonly ArchivePart[],
  stored: readonly StoredFile[],
  onProgress: (progress: ArchiveProgress) => void,
): CopyProgress {
  const records = [...parts.flatMap(({ wanted }) => [...wanted.values()]), ...stored.map(storedRecord)];
  const entriesTotal = records.length;
  const bytesTotal = records.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
  let reported = 0;
  return (entriesDone, bytesDone) => {
    if (bytesDone < (reported * bytesTotal) / progressSteps) return;
    reported = Math.floor((bytesDone * progressSteps) / bytesTotal) + 1;
    onProgress({ bytesDone, bytesTotal, entriesDone, entriesTotal });
  };
}
