import type { ArchiveLimits } from '../../archive/limits.ts';
import type { FetchedTask } from '../../archive/pack/inspect-fetched.ts';
import type { ModFile, Problem } from '../../archive/report.ts';
import type { RunConfiguration } from '../../archive/run-configuration.ts';
import type { Database, Queries } from '../../database/database.ts';
import type { FetchOptions, StoredFile } from '../../fetching/fetch-files.ts';
import type { Fetching } from '../../fetching/open-fetching.ts';
import { FetchError } from '../../fetching/problem-codes.ts';
import { layReady } from '../../storage/lay-ready.ts';
import type { Storage } from '../../storage/storage.ts';
import { findFilesNamed, listAddedMods, saveAddedMods } from '../packs/added-mods.ts';
import type { ModPackFile } from '../packs/mod-pack-files.ts';
import { type AddedJar, findAddedMods } from './find-added-mods.ts';
import { runProblem } from './run-problems.ts';

/** The worker threads' interface for jars that a request adds. */
export interface AddWork {
  inspectJars(task: FetchedTask, hooks: { signal: AbortSignal; alone: boolean }): Promise<ModFile[]>;
}

/** A stored jar that a request adds, with its inventory. */
export interface AddedMod {
  mod: ModFile;
  stored: StoredFile;
}

interface Sources {
  /** Null when fetching is switched off. */
  fetching: Pick<Fetching, 'fetchFiles' | 'modrinth'> | null;
  storage: Pick<Storage, 'local'>;
  adding: AddWork;
}

interface AddOptions {
  limits: ArchiveLimits;
  fetch: FetchOptions;
  alone: boolean;
  /** Which of these files in `mods/` the pack has, in lower case. */
  namesTaken(names: readonly string[]): Promise<readonly string[]>;
}

/** Finds, fetches and reads the jars that a run adds to those of its pack; or says why it cannot. */
export async function addMods(
  { fetching, storage, adding }: Sources,
  run: RunConfiguration,
  { limits, fetch, alone, namesTaken }: AddOptions,
): Promise<{ problems: Problem[] } | { added: AddedMod[] }> {
  if (fetching === null)
    return failed(['Mods cannot be added, since the operator has switched fetching off.']);
  const { signal } = fetch;
  try {
    const { jars, faults } = await findAddedMods(fetching.modrinth, run, signal);
    if (faults.length > 0) return failed(faults);
    const asked = jars.flatMap(namesFor).map((name) => name.toLowerCase());
    const taken = new Set(await namesTaken(asked));
    const named: AddedJar[] = [];
    for (const jar of jars) {
      const file = namesFor(jar).find((name) => !taken.has(name.toLowerCase()));
      if (file === undefined) return failed([`The pack has files by all names that "${jar.file}" may get.`]);
      taken.add(file.toLowerCase());
      named.push({ ...jar, file });
    }
    const wanted = named.map(({ file, wanted }) => ({ path: `mods/${file}`, ...wanted }));
    const { files, problems } = await fetching.fetchFiles(wanted, fetch);
    if (problems.length > 0) return failed(problems.map(({ error }) => error));
    await using opened = new AsyncDisposableStack();
    const stored = wanted.map(({ path }, index) => {
      const file = files.get(index);
      if (file === undefined) throw new Error(`"${path}" is neither there nor a problem.`);
      return file;
    });
    const keys = stored.map(({ storageKey }) => storageKey);
    const sources = await layReady(storage, keys, opened);
    const { maxInflatedBytes, maxReportBytes } = limits.jar;
    const mods = await adding.inspectJars(
      {
        limits,
        jars: named.map(({ file }, index) => ({
          source: sources[index] ?? '',
          size: stored[index]?.size ?? 0,
          mod: { file, maxInflatedBytes, maxReportBytes },
          claims: [],
        })),
      },
      { signal, alone },
    );
    const added = mods.flatMap((mod, index) => {
      const file = stored[index];
      return file ? [{ mod: { ...mod, added: named[index]?.evidence ?? '' }, stored: file }] : [];
    });
    return { added };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return failed([`Modrinth, which is asked for the mods to add, ${error.message}. Try again later.`]);
  }
}

/** Names for the file of a jar, the best first. A server pack that is uploaded again has the second one, too. */
function namesFor({ file, otherName }: AddedJar): string[] {
  return [file, otherName, `added-${otherName}`];
}

function failed(sentences: readonly string[]): { problems: Problem[] } {
  return { problems: sentences.map((sentence) => runProblem('ADDED_MOD_REFUSED', sentence)) };
}

interface Needs extends Sources {
  database: Pick<Database, 'db'>;
}

interface AddRun extends Omit<AddOptions, 'namesTaken'> {
  /** Writes rows while the attempt still holds its run. */
  prepare<Result>(write: (tx: Queries) => Promise<Result>): Promise<Result>;
}

/** Adds the mods that a run asks for, unless an earlier attempt has: later ones build with the same jars. */
export async function addOnce(
  { database: { db }, ...sources }: Needs,
  run: RunConfiguration & { id: number; modPackId: number },
  { prepare, ...options }: AddRun,
): Promise<{ problems: Problem[] } | { files: readonly ModPackFile[] }> {
  if (run.addedMods.length === 0) return { files: [] };
  const before = await listAddedMods({ db }, run.id);
  if (before.length > 0) return { files: before };
  const namesTaken = (names: readonly string[]) => findFilesNamed({ db }, run.modPackId, names);
  const found = await addMods(sources, run, { ...options, namesTaken });
  if ('problems' in found) return found;
  await prepare((tx) => saveAddedMods(tx, run.id, found.added));
  return {
    files: found.added.map(({ mod, stored }) => ({ path: `mods/${mod.file}`, ...stored })),
  };
}
