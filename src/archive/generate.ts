import { open } from 'node:fs/promises';
import { addedPart } from './added-archive.ts';
import { addedFiles } from './added-files.ts';
import { decideMods } from './decide-mods.ts';
import { defaultArchiveLimits } from './limits.ts';
import { readPackFile } from './pack-files.ts';
import { type ArchivePart, type CopyProgress, writeArchive } from './raw-writer.ts';
import type { ArchiveProgress, ArchiveReport, ModDecision } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';
import { packEntries, selectEntries } from './selection.ts';
import type { SourceModPack } from './server-pack-manifest.ts';
import { listEntries } from './zip/directory.ts';
import { carriedRecord } from './zip-writer/carried-record.ts';
import { openHashedOutput } from './zip-writer/hashed-output.ts';
import { fileSource } from './zip-writer/raw-source.ts';

/** What a server pack is made of; plain data, so that it can travel to a thread. */
export interface GenerateTask {
  /** The modpack's archive, which has passed the check. */
  archivePath: string;
  /** Where the server pack is written; the caller owns the file, also when generating fails. */
  outputPath: string;
  /** What the check learnt. */
  report: ArchiveReport;
  run: RunConfiguration;
  modPack: SourceModPack;
}

/** A finished server pack: its size in bytes, its lower-case hexadecimal SHA-256 and what became of every mod. */
export interface GeneratedServerPack {
  size: number;
  sha256: string;
  decisions: ModDecision[];
}

const comment = 'Server pack made by Server Pack Service';
/** The archive was held against the limits when it was checked; tightening them later must not break it. */
const alreadyChecked = {
  ...defaultArchiveLimits,
  entries: Number.POSITIVE_INFINITY,
  directoryBytes: Number.POSITIVE_INFINITY,
};
const progressSteps = 100;

/**
 * Builds a server pack by copying: the same input gives the same bytes. Rejects when the archive is not the one that
 * was checked, or when the disk cannot take the result; the file at `outputPath` is then incomplete.
 */
export async function generateServerPack(
  task: GenerateTask,
  hooks: { onProgress?: (progress: ArchiveProgress) => void } = {},
): Promise<GeneratedServerPack> {
  const { archivePath, report, run, modPack } = task;
  const entries = listEntries(archivePath, alreadyChecked);
  const pack = packEntries(entries, report.baseFolder);
  const decisions = decideMods(report.mods, run);
  const serverProperties = readPackFile(archivePath, pack, 'server.properties');
  const serverIcon = readPackFile(archivePath, pack, 'server-icon.png');
  const added = addedFiles({ run, modPack, decisions, serverProperties, serverIcon });
  const selected = selectEntries(
    pack,
    decisions,
    added.map(({ name }) => name),
  );
  const wanted = new Map(selected.map(({ entry, name }) => [entry, carriedRecord(entry, name)]));
  await using archive = await open(archivePath, 'r');
  await using output = await openHashedOutput(task.outputPath);
  const parts = [await addedPart(added), { source: await fileSource(archive), entries, wanted }];
  await writeArchive(output, parts, comment, inSteps(parts, hooks.onProgress ?? (() => {})));
  return { ...(await output.finish()), decisions };
}

/** Reports each whole percent of the bytes once, not each of thousands of reads. */
function inSteps(
  parts: readonly ArchivePart[],
  onProgress: (progress: ArchiveProgress) => void,
): CopyProgress {
  const records = parts.flatMap(({ wanted }) => [...wanted.values()]);
  const entriesTotal = records.length;
  const bytesTotal = records.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
  let reported = 0;
  return (entriesDone, bytesDone) => {
    if (bytesDone < (reported * bytesTotal) / progressSteps) return;
    reported = Math.floor((bytesDone * progressSteps) / bytesTotal) + 1;
    onProgress({ bytesDone, bytesTotal, entriesDone, entriesTotal });
  };
}
