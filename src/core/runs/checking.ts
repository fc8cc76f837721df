import { eq, sql } from 'drizzle-orm';
import { type ModPackReport, modPacks, platforms } from '../../../drizzle/schema.ts';
import type { Facts } from '../../archive/known-mods/facts-file.ts';
import { holdHashes } from '../../archive/known-mods/known-mods.ts';
import type { ArchiveLimits } from '../../archive/limits.ts';
import type { CheckVerdict, OutsideFiles } from '../../archive/pack/check.ts';
import type { SurveyTask } from '../../archive/pack/survey.ts';
import type { ArchiveProgress, Problem } from '../../archive/report.ts';
import type { NameEncoding } from '../../archive/zip/name-encoding.ts';
import type { Database, Queries } from '../../database/database.ts';
import type { MissingFile } from '../../fetching/missing-file.ts';
import type { Fetching } from '../../fetching/open-fetching.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import type { Catalogue } from '../files/catalogue.ts';
import { fetchableKinds, openOutside } from '../files/outside-files.ts';
import { forgetMods, saveMods, saveWarnings } from '../packs/inventory.ts';
import { type ModPackFile, setModPackFiles } from '../packs/mod-pack-files.ts';
import { findReports, type ModPack } from '../packs/mod-packs.ts';
import { titleIn } from '../packs/titles.ts';

/** The worker threads' interface for checks. */
export interface CheckWork {
  check(
    task: SurveyTask,
    hooks: {
      onProgress: (progress: ArchiveProgress) => void;
      signal: AbortSignal;
      /** True: the task gets a work process without other tasks. */
      alone: boolean;
      /** Receives the mod inventory piece by piece; the task waits for each call. */
      takeMods: (piece: string) => Promise<void>;
      /** Answers the check's queries about files on other hosts. */
      outside: OutsideFiles;
    },
  ): Promise<CheckVerdict>;
}

interface Needs {
  database: Database;
  storage: Storage;
  work: CheckWork;
  fetching: Fetching | null;
  /** Null: mods are not looked up in the catalogue. */
  catalogue: Catalogue | null;
  /** Returns the current facts about mods. */
  facts: () => Facts;
  tracing: Tracing;
}

/** Limits and callbacks of one check. */
export interface CheckRun {
  limits: ArchiveLimits;
  /** The encoding for file names that are not UTF-8, as the request names it. */
  nameEncoding?: NameEncoding | null | undefined;
  signal: AbortSignal;
  alone: boolean;
  /** Bytes of disk space that fetched files leave free beyond the common reserve. */
  keepFree: number;
  onProgress: (phase: 'CHECKING' | 'FETCHING', progress: ArchiveProgress) => void;
  /** Writes rows that no reader sees before the check has passed. */
  prepare<Result>(write: (tx: Queries) => Promise<Result>): Promise<Result>;
}

/** The outcome of a check: problems, or a report for a modpack whose mods are already stored. */
export type Checked =
  | {
      problems: Problem[];
      /** The files that a user has to supply, when missing files are the only problem. */
      missing: readonly MissingFile[];
    }
  | { report: ModPackReport; save: (tx: Queries) => Promise<void> };

/**
 * Checks a modpack unless it has passed its check before. The check fetches the files that the pack only references,
 * queries the catalogue for its mods, and stores the mods as they arrive. Rows of an interrupted attempt are replaced.
 */
export async function checkOnce(
  { database, storage, work, fetching, catalogue, facts, tracing }: Needs,
  modPack: CheckedModPack,
  { limits, nameEncoding, signal, alone, keepFree, onProgress, prepare }: CheckRun,
): Promise<Checked> {
  const modPackId = modPack.id;
  const [known] = await findReports(database, [modPackId]);
  if (known?.report) return { report: known.report, save: async () => {} };
  // The name proves nothing, but most files of an .mrpack are fetched, so the fetching thread is started early.
  if (/\.mrpack$/i.test(modPack.name)) fetching?.begin();
  await using archive = await storage.local(modPack.storageKey);
  await using outside = openOutside(
    { fetching, storage, catalogue },
    {
      signal,
      mostProblems: limits.problems,
      keepFree,
      onProgress: (progress) => onProgress('FETCHING', progress),
    },
  );
  await prepare((tx) => forgetMods(tx, modPackId));
  let modCount = 0;
  const { problems, summary, warnings } = await work.check(
    {
      path: archive.path,
      limits,
      fetchable: fetchableKinds({ fetching }),
      catalogue: catalogue !== null,
      hashes: holdHashes(facts()),
      nameEncoding,
    },
    {
      signal,
      alone,
      onProgress: (progress) => onProgress('CHECKING', progress),
      outside: {
        locate: tracing.attach('locate', outside.locate),
        fetch: tracing.attach('fetch', outside.fetch),
        lookUp: outside.lookUp,
        lookedUp: tracing.attach('catalogue', outside.lookedUp),
      },
      async takeMods(piece) {
        modCount += await prepare((tx) => saveMods(tx, modPackId, { from: modCount, piece }));
      },
    },
  );
  if (summary === null) {
    const isAll = problems.every(({ code }) => code === 'FETCH_FORBIDDEN_BY_AUTHOR');
    return { problems, missing: isAll ? outside.missing : [] };
  }
  const report = { ...summary, modCount, warningCount: warnings.length };
  const { fetched } = outside;
  return { report, save: (tx) => saveReport(tx, modPack, { report, warnings, fetched }) };
}

type CheckedModPack = Pick<ModPack, 'id' | 'name' | 'storageKey' | 'source'>;

async function saveReport(
  tx: Queries,
  { id: modPackId, source }: CheckedModPack,
  found: { report: ModPackReport; warnings: readonly Problem[]; fetched: readonly ModPackFile[] },
): Promise<void> {
  const { report, warnings, fetched } = found;
  const said = report.manifest;
  // The platform itself stated the project and version of this file.
  const ids = platforms.includes(source)
    ? {}
    : { projectID: said?.projectID ?? '', versionID: said?.versionID ?? '' };
  await saveWarnings(tx, modPackId, warnings);
  await setModPackFiles(tx, modPackId, fetched);
  await tx
    .update(modPacks)
    .set({
      report,
      icon: report.icon ?? null,
      holdsAccounts: report.holdsAccounts ?? null,
      // The uploader may have renamed the modpack meanwhile.
      title: sql`case when ${modPacks.renamed} then ${modPacks.title} else ${said && titleIn(said)} end`,
      ...ids,
    })
    .where(eq(modPacks.id, modPackId));
}
