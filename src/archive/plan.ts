import { addedFileNames } from './added-files.ts';
import { catalogueWarnings } from './catalogue-warnings.ts';
import type { ChangedNeeds } from './changed-needs.ts';
import { decideMods } from './decide-mods.ts';
import type { ReadHead } from './first-bytes.ts';
import type { Facts } from './known-mods/facts-file.ts';
import { type HoldsAccounts, type JudgePath, judgePaths, type LeftOut, leftOutOf } from './left-out.ts';
import { dataPackWarnings, leftOutWarnings } from './left-out-warnings.ts';
import { filesMadeAnew } from './pack-files.ts';
import { joinProblems } from './problem-list.ts';
import type { ModDecision, ModFile, Problem } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';
import { argumentWarnings, propertiesWarnings, wishWarnings } from './run-warnings.ts';
import { type PackEntry, selectEntries } from './selection.ts';
import type { TakenProperties } from './server-properties.ts';
import { startWarnings } from './start-warnings.ts';
import { versionWarnings } from './version-warnings.ts';
import { isFolder } from './zip/entry.ts';

/** Most warnings of one server pack, and most bytes of them as JSON. */
const most = { warnings: 50, bytes: 16 * 1024 };

/** A file by its path in the pack, and its bytes. */
export interface NamedFile {
  name: string;
  size: number;
}

/** The parts of a modpack that planning reads. */
export interface PlannedPack<Fetched extends NamedFile> {
  /** The entries of its base folder. */
  pack: readonly PackEntry[];
  /** The files that it names and that were fetched. */
  fetched: readonly Fetched[];
  /** Its inventory. */
  mods: ModFile[];
  /** Its `server.properties`. */
  properties: TakenProperties;
  /** Reads the first bytes of its files. */
  readHead: ReadHead;
  /** Tells of archives in it whether they hold account files; by default none does. */
  holdsAccounts?: HoldsAccounts;
  /** Remarks on how its names were read. */
  named?: readonly Problem[];
  /** The facts about mods; by default those of this release. */
  facts?: Facts | undefined;
  /** Mods whose needs the pack changes; by default none. */
  changedNeeds?: ChangedNeeds;
  /** Jars that a catalogue should have been asked about, but was not. */
  unasked?: number | undefined;
}

/** The plan of a server pack. */
export interface ServerPackPlan<Fetched extends NamedFile> {
  /** A decision for every mod, in the order of the inventory. */
  decisions: ModDecision[];
  /** Reasons why the server may not start, and missing parts; at most 50. */
  warnings: Problem[];
  /** The entries of the archive that go in, folders among them. */
  selected: PackEntry[];
  /** The fetched files that go in. */
  stored: Fetched[];
  /** Omitted files beside mods. */
  leftOut: LeftOut[];
  /** Tells why another file stays out. */
  judge: JudgePath;
}

/** Decides about everything in a modpack. */
export function planServerPack<Fetched extends NamedFile>(
  {
    pack,
    fetched,
    mods,
    properties,
    readHead,
    holdsAccounts,
    named = [],
    unasked = 0,
    facts,
    changedNeeds,
  }: PlannedPack<Fetched>,
  run: RunConfiguration,
): ServerPackPlan<Fetched> {
  const decisions = decideMods(mods, run, facts);
  const sized = [...pack.map(({ entry, name }) => ({ name, size: entry.size })), ...fetched];
  const names = sized.map(({ name }) => name);
  const judge = judgePaths(names, run, readHead, holdsAccounts);
  const added = addedFileNames(run);
  const decided = new Set([...filesMadeAnew, ...decisions.map(({ file }) => `mods/${file}`)]);
  const others = sized.filter(({ name }) => !decided.has(name));
  const leftOut = leftOutOf(others, judge);
  const files = others.map(({ name }) => name).filter((name) => !isFolder({ name }));
  const judgeByRules =
    run.includeFiles.length === 0
      ? judge
      : judgePaths(names, { ...run, includeFiles: [] }, undefined, holdsAccounts);
  // Warnings about safety come first, so that mods cannot crowd them out. Long names crowd out later warnings, and the
  // first ones quote none of the pack's.
  const warnings = [
    propertiesWarnings(properties),
    wishWarnings({ names: files, judge, judgeByRules, readHead }, run),
    versionWarnings(run),
    [...named],
    catalogueWarnings(unasked, run),
    leftOutWarnings(leftOut),
    dataPackWarnings(files.filter((name) => judge(name) === null)),
    argumentWarnings(run),
    startWarnings(mods, decisions, run, changedNeeds),
  ];
  return {
    decisions,
    warnings: joinProblems(warnings, most.warnings, most.bytes),
    selected: selectEntries(pack, { decisions, added, judge }),
    stored: selectEntries(fetched, { decisions, added, judge }),
    leftOut,
    judge,
  };
}
