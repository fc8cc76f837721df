import { sql } from 'drizzle-orm';
import { type ModPackReport, modPacks, platforms } from '../../../drizzle/schema.ts';
import type { Facts } from '../../archive/known-mods/facts-file.ts';
import { holdHashes } from '../../archive/known-mods/known-mods.ts';
import type { ArchiveLimits } from '../../archive/limits.ts';
import type { CheckVerdict, OutsideFiles } from '../../archive/pack/check.ts';
import type { SurveyTask } from '../../archive/pack/survey.ts';
import { titleIn } from '../../archive/pack-title.ts';
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
import { listModPackFiles, type ModPackFile, setModPackFiles } from '../packs/mod-pack-files.ts';
import type { ModPack } from '../packs/mod-packs.ts';
import type { ModPackChange } from './queued-runs.ts';
import type { RunToWork } from './run-to-work.ts';

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
  | {
      report: ModPackReport;
      /** The files that the pack names, in the order of its index. */
      fetched: readonly ModPackFile[];
      /** What the step that records the passed check changes of the modpack, and writes. */
      change: ModPackChange;
      save: (tx: Queries) => Promise<void>;
    };

/**
 * Checks a modpack unless it has passed its check before. The check fetches the files that the pack only references,
 * queries the catalogue for its mods, and stores the mods as they arrive. Rows of an interrupted attempt are replaced.
 */
export async function checkOnce(
  { database, storage, work, fetching, catalogue, facts, tracing }: Needs,
  { modPack, report, hasMods, hasFiles }: Pick<RunToWork, 'modPack' | 'report' | 'hasMods' | 'hasFiles'>,
  { limits, nameEncoding, signal, alone, keepFree, onProgress, prepare }: CheckRun,
): Promise<Checked> {
  const modPackId = modPack.id;
  if (report) {
    const named = hasFiles ? await listModPackFiles(database.db, modPackId) : [];
    return { report, fetched: named, change: {}, save: async () => {} };
  }
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
  if (hasMods) await prepare((tx) => forgetMods(tx, modPackId));
  // The last piece is written together with the passed check: most packs have no other.
  const pieces: string[] = [];
  let saved = 0;
  const { problems, summary, warnings, modCount } = await work.check(
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
        const before = pieces.pop();
        if (before !== undefined)
          saved += await prepare((tx) => saveMods(tx, modPackId, { from: saved, piece: before }));
        pieces.push(piece);
      },
    },
  );
  if (summary === null) {
    const isAll = problems.every(({ code }) => code === 'FETCH_FORBIDDEN_BY_AUTHOR');
    return { problems, missing: isAll ? outside.missing : [] };
  }
  const { fetched } = outside;
  const found = { ...summary, modCount, warningCount: warnings.length };
  return {
    report: found,
    fetched,
    change: changeBy(found, modPack),
    async save(tx) {
      for (const piece of pieces) await saveMods(tx, modPackId, { from: saved, piece });
      await saveWarnings(tx, modPackId, warnings);
      if (hasFiles || fetched.length > 0) await setModPackFiles(tx, modPackId, fetched);
    },
  };
}

/** What a report says of its modpack. */
function changeBy(report: ModPackReport, { source }: Pick<ModPack, 'source'>): ModPackChange {
  const said = report.manifest;
  return {
    report,
    icon: report.icon ?? null,
    holdsAccounts: report.holdsAccounts ?? null,
    // The uploader may have renamed the modpack meanwhile.
    title: sql`case when ${modPacks.renamed} then ${modPacks.title} else ${said && titleIn(said)} end`,
    // The platform itself stated the project and version of this file.
    ...(platforms.includes(source)
      ? {}
      : { projectID: said?.projectID ?? '', versionID: said?.versionID ?? '' }),
  };
}
