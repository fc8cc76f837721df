import { open } from 'node:fs/promises';
import { addedPart } from './added-archive.ts';
import { addedFiles } from './added-files.ts';
import { readChangedNeeds } from './changed-needs.ts';
import { type Facts, shippedFacts } from './known-mods/facts-file.ts';
import { openNamedPack } from './named-pack.ts';
import { openHeads, readFetchedFile, readPackFile } from './pack-files.ts';
import { writePieces } from './pieces.ts';
import { planServerPack } from './plan.ts';
import { type ArchivePart, type CopyProgress, writeArchive } from './raw-writer.ts';
import type { ArchiveProgress, ArchiveReport, ModDecision, ModFile, Problem } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';
import type { SourceModPack } from './server-pack-manifest.ts';
import { takeProperties } from './server-properties.ts';
import { isFolder } from './zip/entry.ts';
import type { NameReading } from './zip/name-encoding.ts';
import { carriedRecord } from './zip-writer/carried-record.ts';
import { openHashedOutput } from './zip-writer/hashed-output.ts';
import { fileSource } from './zip-writer/raw-source.ts';
import { type StoredFile, storedRecord } from './zip-writer/stored-files.ts';

/** Input of a generation; plain data, so that it can travel to a thread. */
export interface GenerateTask {
  /** The modpack's archive, which has passed the check. */
  archivePath: string;
  /** The server pack's file; the caller owns it, also when generating fails. */
  outputPath: string;
  /** The files that the pack names and that the check has had fetched, in their order. */
  fetched?: readonly StoredFile[];
  /** The facts from the check. */
  report: Pick<ArchiveReport, 'baseFolder' | 'names' | 'unasked' | 'mods'>;
  /** What is known of mods; by default what comes with this release. */
  facts?: Facts;
  run: RunConfiguration;
  modPack: SourceModPack;
}

/** A finished server pack: its size in bytes, its lower-case hexadecimal SHA-256 and what became of every mod. */
export interface GeneratedServerPack {
  size: number;
  sha256: string;
  decisions: ModDecision[];
  /** Reasons why the server may not start, and missing parts; at most 50. */
  warnings: Problem[];
}

/** The same with the mods and decisions in pieces. */
export interface GenerateOrder extends Omit<GenerateTask, 'report'> {
  baseFolder: string;
  /** The encoding in which the check read its names. */
  names?: NameReading | undefined;
  /** Jars that the catalogue should have been asked about, but was not. */
  unasked?: number | undefined;
  /** The file for the decisions: empty, and owned by the caller. */
  decisionsPath: string;
}

/** A finished server pack whose decisions were written to a file. */
export interface GeneratedAside extends Omit<GeneratedServerPack, 'decisions'> {
  keptCount: number;
  droppedCount: number;
  /** Bytes of each piece of decisions in that file: `ModDecision`s with their `position` in the inventory. */
  pieces: number[];
}

/** Builds a server pack of these mods, and writes the decisions on them to their file. */
export async function generateAside(
  { baseFolder, names, unasked, decisionsPath, ...order }: GenerateOrder,
  mods: ModFile[],
  hooks: { onProgress?: (progress: ArchiveProgress) => void } = {},
): Promise<GeneratedAside> {
  const { decisions, ...built } = await generateServerPack(
    { ...order, report: { baseFolder, mods, ...(names && { names }), ...(unasked && { unasked }) } },
    hooks,
  );
  const keptCount = decisions.filter(({ kept }) => kept).length;
  const rows = decisions.map((decision, position) => ({ position, ...decision }));
  const pieces = await writePieces(decisionsPath, rows);
  return { ...built, keptCount, droppedCount: decisions.length - keptCount, pieces };
}

const comment = 'Server pack made by Server Pack Service';
const progressSteps = 100;

/**
 * Builds a server pack by copying: the same input gives the same bytes. Rejects when the archive differs from the
 * checked one, or when the disk is full; the file at `outputPath` is then incomplete.
 */
export async function generateServerPack(
  task: GenerateTask,
  hooks: { onProgress?: (progress: ArchiveProgress) => void } = {},
): Promise<GeneratedServerPack> {
  const { archivePath, fetched = [], report, run, modPack, facts = shippedFacts() } = task;
  const named = openNamedPack(archivePath, report, report.mods, run.nameEncoding);
  const { entries, pack, mods } = named;
  const ofPack = (name: string) => readPackFile(archivePath, pack, name) ?? readFetchedFile(fetched, name);
  const properties = takeProperties(ofPack('server.properties'), run.serverProperties);
  const changedNeeds = readChangedNeeds(run, ofPack, (name) =>
    [...pack, ...fetched].some((one) => one.name === name),
  );
  using heads = openHeads(archivePath, pack);
  const { unasked } = report;
  const planned = {
    pack,
    fetched,
    mods,
    properties,
    readHead: heads.readHead,
    named: named.warnings,
    unasked,
    facts,
    changedNeeds,
  };
  const { decisions, warnings, selected, stored } = planServerPack(planned, run);
  const serverProperties = properties.bytes;
  const serverIcon = ofPack('server-icon.png');
  const files = selected.filter(({ entry }) => !isFolder(entry));
  const carried = [
    ...files.map(({ entry, name }) => ({ name, crc32: entry.crc32 })),
    ...stored.map(({ name, crc32 }) => ({ name, crc32 })),
  ];
  const added = addedFiles({
    run,
    modPack,
    facts,
    decisions,
    warnings,
    carried,
    serverProperties,
    serverIcon,
  });
  const wanted = new Map(selected.map(({ entry, name }) => [entry, carriedRecord(entry, name)]));
  await using archive = await open(archivePath, 'r');
  await using output = await openHashedOutput(task.outputPath);
  const parts = [await addedPart(added), { source: await fileSource(archive), entries, wanted }];
  const progress = inSteps(parts, stored, hooks.onProgress ?? (() => {}));
  await writeArchive(output, { parts, stored }, comment, progress);
  return { ...(await output.finish()), decisions, warnings };
}

/** Reports each whole percent of the bytes once, not each of thousands of reads. */
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
