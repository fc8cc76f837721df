import type { Facts } from '../known-mods/facts-file.ts';
import { filesMadeAnew, type ReadSettings } from '../pack/pack-files.ts';
import type { TakenProperties } from '../pack/server-properties.ts';
import { joinProblems } from '../problem-list.ts';
import type { ModDecision, ModFile, Problem } from '../report.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import {
  type ExcludedFiles,
  excludedFilesOf,
  type HoldsAccounts,
  type JudgePath,
  judgePaths,
} from '../selection/excluded-files.ts';
import { dataPackWarnings, exclusionWarnings } from '../selection/exclusion-warnings.ts';
import type { ReadHead } from '../selection/first-bytes.ts';
import { type PackEntry, selectEntries } from '../selection/selection.ts';
import { judgeReplacedWorld, laidOut, pathsInWorld } from '../selection/world-overrides.ts';
import type { ChangedNeeds } from '../sides/changed-needs.ts';
import { decideMods } from '../sides/decide-mods.ts';
import type { PackJava } from '../sides/pack-java.ts';
import { catalogueWarnings } from '../warnings/catalogue-warnings.ts';
import {
  argumentWarnings,
  authorsStartWarnings,
  overrideWarnings,
  propertiesWarnings,
} from '../warnings/run-warnings.ts';
import { settingsWarnings } from '../warnings/settings-warnings.ts';
import { javaFor, startWarnings } from '../warnings/start-warnings.ts';
import { versionWarnings } from '../warnings/version-warnings.ts';
import { isFolder } from '../zip/entry.ts';
import { addedFileNames } from './added-files.ts';

/** Most warnings of one server pack, and their most bytes as JSON. */
const most = { warnings: 50, bytes: 16 * 1024 };

/** A file with its path in the pack, and the source of its bytes. */
export interface NamedFile {
  name: string;
  size: number;
}

/** The parts of a modpack that planning reads. */
export interface PlannedPack<Fetched extends NamedFile> {
  /** The entries in the base folder. */
  pack: readonly PackEntry[];
  /** The fetched files that the pack names. */
  fetched: readonly Fetched[];
  mods: ModFile[];
  /** The `server.properties` for the server. */
  properties: TakenProperties;
  readHead: ReadHead;
  readSettings: ReadSettings;
  /** Whether an inner archive holds account files; by default none does. */
  holdsAccounts?: HoldsAccounts;
  /** Problems about how names were read. */
  named?: readonly Problem[];
  /** The facts about mods; by default those of this release. */
  facts?: Facts | undefined;
  /** Mods whose dependencies the pack changes; by default none. */
  changedNeeds?: ChangedNeeds;
  /** Number of jars for which a catalogue should have been queried, but was not. */
  unasked?: number | undefined;
  /** The arguments with which the author starts the game; by default none. */
  startArgs?: readonly string[] | undefined;
}

/** The plan of a server pack. */
export interface ServerPackPlan<Fetched extends NamedFile> {
  /** A decision for every mod, in the order of the inventory. */
  decisions: ModDecision[];
  /** Reasons why the server may not start, and missing parts; at most 50. */
  warnings: Problem[];
  java: PackJava;
  /** The included entries of the archive, with folders. */
  selected: PackEntry[];
  /** The included fetched files. */
  stored: Fetched[];
  /** Excluded files that are no mods. */
  leftOut: ExcludedFiles[];
  /** Gives the reason why another file is excluded. */
  judge: JudgePath;
}

/** Decides on every file of a modpack. */
export function planServerPack<Fetched extends NamedFile>(
  {
    pack,
    fetched,
    mods,
    properties,
    readHead,
    readSettings,
    holdsAccounts,
    named = [],
    unasked = 0,
    startArgs = [],
    facts,
    changedNeeds,
  }: PlannedPack<Fetched>,
  run: RunConfiguration,
): ServerPackPlan<Fetched> {
  const decisions = decideMods(mods, run, facts);
  const sized = [...pack.map(({ entry, name }) => ({ name, size: entry.size })), ...fetched];
  const names = sized.map(({ name }) => name);
  const pathOf = pathsInWorld(run, properties.levelName);
  const judge = judgeReplacedWorld(
    names,
    { pathOf, levelName: properties.levelName },
    {
      judge: judgePaths(names, run, readHead, holdsAccounts),
      judgeWithoutWorld: () => judgePaths(names, { ...run, includeWorld: false }, readHead, holdsAccounts),
    },
  );
  const added = addedFileNames(run);
  const decided = new Set([...filesMadeAnew, ...decisions.map(({ file }) => `mods/${file}`)]);
  const others = sized.filter(({ name }) => !decided.has(name));
  const leftOut = excludedFilesOf(others, judge);
  const files = others.map(({ name }) => name).filter((name) => !isFolder({ name }));
  const goingIn = others.filter((one) => !isFolder(one) && judge(one.name) === null);
  const namesGoingIn = goingIn.map(({ name }) => name);
  const judgeByRules =
    run.includeFiles.length === 0
      ? judge
      : judgePaths(names, { ...run, includeFiles: [] }, undefined, holdsAccounts);
  // Safety warnings come first, so that warnings about mods cannot crowd them out. They quote no names of the pack,
  // which may be long enough to crowd out later warnings.
  const warnings = [
    propertiesWarnings(properties, namesGoingIn),
    overrideWarnings({ names: files, judge, judgeByRules, readHead }, run),
    settingsWarnings(goingIn, readSettings),
    versionWarnings(run),
    [...named],
    catalogueWarnings({ mods, decisions, unasked, facts }, run),
    exclusionWarnings(leftOut, run),
    dataPackWarnings(namesGoingIn.filter((name) => pathOf(name) === null)),
    argumentWarnings(run),
    authorsStartWarnings(startArgs, run),
    startWarnings(mods, decisions, run, changedNeeds),
  ];
  return {
    decisions,
    warnings: joinProblems(warnings, most.warnings, most.bytes),
    java: javaFor(mods, decisions, run, changedNeeds),
    ...laidOut(
      {
        selected: selectEntries(pack, { decisions, added, judge }),
        stored: selectEntries(fetched, { decisions, added, judge }),
      },
      pathOf,
    ),
    leftOut,
    judge,
  };
}
