import { type Facts, shippedFacts } from '../known-mods/facts-file.ts';
import { type NamedPack, openNamedPack } from '../pack/named-pack.ts';
import { openHeads, readFetchedFile, readPackFile } from '../pack/pack-files.ts';
import { takeProperties } from '../pack/server-properties.ts';
import type { ArchiveReport, LauncherManifest, Problem } from '../report.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import { readChangedNeeds } from '../sides/changed-needs.ts';
import type { ArchiveEntry } from '../zip/entry.ts';
import type { EntryRecord } from '../zip/records.ts';
import type { StoredFile } from '../zip/stored-files.ts';
import type { AddedFile, BuildUpdates } from './added-files.ts';
import { planServerPack, type ServerPackPlan } from './plan.ts';
import type { SourceModPack } from './server-pack-manifest.ts';

/** Input of a generation; plain data, so that it can be sent to a thread. */
export interface GenerateTask {
  /** The modpack's archive, which has passed the check. */
  archivePath: string;
  /** The server pack's file; the caller owns it, also when generating fails. */
  outputPath: string;
  /** The fetched files that the pack names, in their order. */
  fetched?: readonly StoredFile[];
  /** The facts from the check. */
  report: Pick<
    ArchiveReport,
    'baseFolder' | 'names' | 'accountArchives' | 'unasked' | 'startArgs' | 'recommendedMemory' | 'mods'
  > & {
    /** The launcher's manifest; by default there is none. */
    manifest?: LauncherManifest | null | undefined;
  };
  /** The facts about mods; by default those of this release. */
  facts?: Facts;
  run: RunConfiguration;
  modPack: SourceModPack;
  /** Where the server asks for updates. */
  updates?: BuildUpdates | null;
}

/** An open modpack with all its decisions, ready to be written as a server pack; dispose of it. */
export interface PlannedBuild extends Disposable {
  task: GenerateTask;
  /** The facts behind the decisions. */
  facts: Facts;
  named: NamedPack;
  plan: ServerPackPlan<StoredFile>;
  /** The pack's own files for the server, or null. */
  ofServer: { serverProperties: Uint8Array | null; serverIcon: Uint8Array | null };
}

/** The parts of a server pack to write. */
export interface ServerPackContents {
  /** Generated files. */
  added: AddedFile[];
  /** Entries to copy from the modpack's archive, with their records in the server pack. */
  wanted: ReadonlyMap<ArchiveEntry, EntryRecord>;
  stored: readonly StoredFile[];
  warnings: Problem[];
}

/** Opens a modpack and decides on everything in it. */
export function planBuild(task: GenerateTask): PlannedBuild {
  const { archivePath, fetched = [], report, run, facts = shippedFacts() } = task;
  const named = openNamedPack(archivePath, report, report.mods, run.nameEncoding);
  const { pack, mods } = named;
  const ofPack = (name: string) => readPackFile(archivePath, pack, name) ?? readFetchedFile(fetched, name);
  const properties = takeProperties(ofPack('server.properties'), run.serverProperties);
  const changedNeeds = readChangedNeeds(run, ofPack, (name) =>
    [...pack, ...fetched].some((one) => one.name === name),
  );
  using opened = new DisposableStack();
  const heads = opened.use(openHeads(archivePath, pack, report.accountArchives));
  const { unasked, startArgs } = report;
  const planned = {
    pack,
    fetched,
    mods,
    properties,
    readHead: heads.readHead,
    readSettings: heads.readSettings,
    holdsAccounts: heads.holdsAccounts,
    named: named.warnings,
    unasked,
    startArgs,
    facts,
    changedNeeds,
  };
  const plan = planServerPack(planned, run);
  const ofServer = { serverProperties: properties.bytes, serverIcon: ofPack('server-icon.png') };
  const parts = opened.move();
  return { task, facts, named, plan, ofServer, [Symbol.dispose]: () => parts.dispose() };
}
