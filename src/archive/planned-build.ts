import type { AddedFile, BuildUpdates } from './added-files.ts';
import { readChangedNeeds } from './changed-needs.ts';
import { type Facts, shippedFacts } from './known-mods/facts-file.ts';
import { type NamedPack, openNamedPack } from './named-pack.ts';
import { openHeads, readFetchedFile, readPackFile } from './pack-files.ts';
import { planServerPack, type ServerPackPlan } from './plan.ts';
import type { ArchiveReport, LauncherManifest, Problem } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';
import type { SourceModPack } from './server-pack-manifest.ts';
import { takeProperties } from './server-properties.ts';
import type { ArchiveEntry } from './zip/entry.ts';
import type { EntryRecord } from './zip-writer/records.ts';
import type { StoredFile } from './zip-writer/stored-files.ts';

/** Input of a generation; plain data, so that it can travel to a thread. */
export interface GenerateTask {
  /** The modpack's archive, which has passed the check. */
  archivePath: string;
  /** The server pack's file; the caller owns it, also when generating fails. */
  outputPath: string;
  /** The files that the pack names and that the check has had fetched, in their order. */
  fetched?: readonly StoredFile[];
  /** The facts from the check. */
  report: Pick<ArchiveReport, 'baseFolder' | 'names' | 'accountArchives' | 'unasked' | 'mods'> & {
    /** The launcher's manifest; by default there is none. */
    manifest?: LauncherManifest | null | undefined;
  };
  /** The facts about mods; by default those of this release. */
  facts?: Facts;
  run: RunConfiguration;
  modPack: SourceModPack;
  /** Where its server looks for what is newer. */
  updates?: BuildUpdates | null;
}

/** A modpack that is open and decided about, ready to be written as a server pack. To be disposed of. */
export interface PlannedBuild extends Disposable {
  task: GenerateTask;
  /** The facts that were used. */
  facts: Facts;
  named: NamedPack;
  plan: ServerPackPlan<StoredFile>;
  /** The pack's own files for the server; null where it has none. */
  ofServer: { serverProperties: Uint8Array | null; serverIcon: Uint8Array | null };
}

/** The parts from which a server pack is written. */
export interface ServerPackContents {
  /** Files that are made for it. */
  added: AddedFile[];
  /** Entries of the modpack's archive, with what the server pack says about each. */
  wanted: ReadonlyMap<ArchiveEntry, EntryRecord>;
  /** Fetched files. */
  stored: readonly StoredFile[];
  warnings: Problem[];
}

/** Opens a modpack and decides about everything in it. */
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
  const { unasked } = report;
  const planned = {
    pack,
    fetched,
    mods,
    properties,
    readHead: heads.readHead,
    holdsAccounts: heads.holdsAccounts,
    named: named.warnings,
    unasked,
    facts,
    changedNeeds,
  };
  const plan = planServerPack(planned, run);
  const ofServer = { serverProperties: properties.bytes, serverIcon: ofPack('server-icon.png') };
  const parts = opened.move();
  return { task, facts, named, plan, ofServer, [Symbol.dispose]: () => parts.dispose() };
}
