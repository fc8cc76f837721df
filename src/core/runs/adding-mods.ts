import type { ArchiveLimits } from '../../archive/limits.ts';
import type { FetchedTask } from '../../archive/pack/inspect-fetched.ts';
import type { ModFile, Problem } from '../../archive/report.ts';
import type { RunConfiguration } from '../../archive/run-configuration.ts';
import type { Database, Queries } from '../../database/database.ts';
import type { FetchOptions, FetchResult, StoredFile } from '../../fetching/fetch-files.ts';
import type { Fetching } from '../../fetching/open-fetching.ts';
import { FetchError } from '../../fetching/problem-codes.ts';
import { layReady } from '../../storage/lay-ready.ts';
import type { Storage } from '../../storage/storage.ts';
import { findStoredByContent } from '../files/fetched-files.ts';
import { findFilesNamed, listAddedMods, saveAddedMods } from '../packs/added-mods.ts';
import type { ModPackFile } from '../packs/mod-pack-files.ts';
import { type AddedJar, type FoundJars, findAddedMods, isFileName } from './find-added-mods.ts';
import { runProblem } from './run-problems.ts';
import { notStored, type UploadedJar, uploadedJarOf, uploadedJarsIn } from './uploaded-jars.ts';

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
  /** The stored jars with these SHA-256, of those that were uploaded. */
  findUploaded(hashes: readonly string[]): Promise<ReadonlyMap<string, StoredFile>>;
}

/** Finds, fetches and reads the jars that a run adds to those of its pack, uploaded ones first; or says why it cannot. */
export async function addMods(
  { fetching, storage, adding }: Sources,
  run: RunConfiguration,
  { limits, fetch, alone, namesTaken, findUploaded }: AddOptions,
): Promise<{ problems: Problem[] } | { added: AddedMod[] }> {
  const slugs = run.addedMods.filter((entry) => uploadedJarOf(entry) === null);
  if (fetching === null && slugs.length > 0)
    return failed(['Mods of Modrinth cannot be added, since the operator has switched fetching off.']);
  const { signal } = fetch;
  try {
    const uploaded = uploadedJarsIn(run.addedMods);
    const kept = await findUploaded(uploaded.map(({ sha256 }) => sha256));
    const found =
      fetching === null || slugs.length === 0
        ? noJars
        : await findAddedMods(fetching.modrinth, { ...run, addedMods: slugs }, signal);
    const lost = uploaded.filter(({ sha256 }) => !kept.has(sha256));
    const faults = [...lost.map(notStored), ...found.faults];
    if (faults.length > 0) return failed(faults);
    const jars = [...uploaded.map(asJar), ...found.jars.map((jar) => ({ ...jar, sha256: null }))];
    const asked = jars.flatMap(namesFor).map((name) => name.toLowerCase());
    const taken = new Set(await namesTaken(asked));
    const named: (typeof jars)[number][] = [];
    for (const jar of jars) {
      const file = namesFor(jar).find((name) => !taken.has(name.toLowerCase()));
      if (file === undefined) return failed([`The pack has files by all names that "${jar.file}" may get.`]);
      taken.add(file.toLowerCase());
      named.push({ ...jar, file });
    }
    const wanted = named.flatMap(({ file, wanted }) => (wanted ? [{ path: `mods/${file}`, ...wanted }] : []));
    const { files, problems } =
      fetching === null || wanted.length === 0 ? nothingFetched : await fetching.fetchFiles(wanted, fetch);
    if (problems.length > 0) return failed(problems.map(({ error }) => error));
    await using opened = new AsyncDisposableStack();
    const stored = named.map(({ file, sha256 }, index) => {
      const one = sha256 === null ? files.get(index - uploaded.length) : kept.get(sha256);
      if (one === undefined) throw new Error(`"${file}" is neither there nor a problem.`);
      return one;
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
      const told = `${named[index]?.evidence ?? ''}${index < uploaded.length ? objectionOf(mod) : ''}`;
      return file ? [{ mod: { ...mod, added: told }, stored: file }] : [];
    });
    return { added };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return failed([`Modrinth, which is asked for the mods to add, ${error.message}. Try again later.`]);
  }
}

/** Names for the file of a jar, the best first. A server pack that is uploaded again has the second one, too. */
function namesFor({ file, otherName }: Pick<AddedJar, 'file' | 'otherName'>): string[] {
  return [file, otherName, `added-${otherName}`];
}

const noJars: FoundJars = { jars: [], faults: [] };
const nothingFetched: Pick<FetchResult, 'files' | 'problems'> = { files: new Map(), problems: [] };

function asJar({ file, sha256 }: UploadedJar) {
  const otherName = `${sha256.slice(0, 12)}.jar`;
  const evidence = `addedMods names it: an uploaded file, SHA-256 ${sha256}.`;
  return { file: isFileName(file) ? file : otherName, otherName, wanted: null, sha256, evidence };
}

/** What a jar that no platform knows says against a server itself. */
function objectionOf({ descriptors }: ModFile): string {
  const [first] = descriptors;
  return first && descriptors.every(({ side }) => side === 'CLIENT')
    ? ` It is a mod for clients: ${first.evidence}`
    : '';
}

function failed(sentences: readonly string[]): { problems: Problem[] } {
  return { problems: sentences.map((sentence) => runProblem('ADDED_MOD_REFUSED', sentence)) };
}

interface Needs extends Sources {
  database: Pick<Database, 'db'>;
}

interface AddRun extends Omit<AddOptions, 'namesTaken' | 'findUploaded'> {
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
  const findUploaded = (hashes: readonly string[]) => findStoredByContent(db, hashes);
  const found = await addMods(sources, run, { ...options, namesTaken, findUploaded });
  if ('problems' in found) return found;
  await prepare((tx) => saveAddedMods(tx, run.id, found.added));
  return {
    files: found.added.map(({ mod, stored }) => ({ path: `mods/${mod.file}`, ...stored })),
  };
}
