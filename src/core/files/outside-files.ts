import type { NumberedFile } from '../../archive/manifests/read-named-files.ts';
import type { Gathered, OutsideFiles } from '../../archive/pack/check.ts';
import type { OfferedFile } from '../../archive/pack/offered-files.ts';
import type { CatalogueWord } from '../../archive/pack/unclear-jars.ts';
import type { ArchiveProgress, ManifestKind, Problem } from '../../archive/report.ts';
import { resolveCurseForge } from '../../fetching/curseforge.ts';
import { type MissingFile, missingFileOf, mostMissing } from '../../fetching/missing-file.ts';
import type { Fetching } from '../../fetching/open-fetching.ts';
import { FetchError } from '../../fetching/problem-codes.ts';
import { layReady } from '../../storage/lay-ready.ts';
import type { Storage } from '../../storage/storage.ts';
import type { ModPackFile } from '../packs/mod-pack-files.ts';
import type { Catalogue } from './catalogue.ts';
import { openQueries } from './catalogue-queries.ts';
import { wordsOfCurseForge, wordsOfModrinth } from './platform-words.ts';

interface Needs {
  /** Null when fetching is switched off. */
  fetching: Pick<Fetching, 'fetchFiles' | 'curseForge'> | null;
  storage: Pick<Storage, 'local' | 'scratch'>;
  /** Null: no catalogue is used. */
  catalogue: Catalogue | null;
}

/** The kinds of exports whose files can be fetched here. */
export function fetchableKinds({ fetching }: Pick<Needs, 'fetching'>): ManifestKind[] {
  if (fetching === null) return [];
  return [
    'MODRINTH',
    'FTB',
    'PACKWIZ',
    ...(fetching.curseForge === null ? [] : ['CURSEFORGE_EXPORT' as const]),
  ];
}

/** The access of one check to files outside of the pack, and the files fetched so far. */
export interface OpenOutside extends OutsideFiles, AsyncDisposable {
  /** The fetched files, in the order of the pack's index. */
  readonly fetched: readonly ModPackFile[];
  /** The files that a user has to provide; empty unless no other file is missing. */
  readonly missing: readonly MissingFile[];
}

/** Locates and fetches the files of one pack, and looks its jars up; local copies exist until disposal. */
export function openOutside(
  { fetching, storage, catalogue }: Needs,
  {
    signal,
    mostProblems,
    keepFree,
    onProgress,
  }: {
    signal: AbortSignal;
    mostProblems: number;
    /** Bytes of the disk that fetched files leave free beyond the common reserve. */
    keepFree: number;
    onProgress: (progress: ArchiveProgress) => void;
  },
): OpenOutside {
  const opened = new AsyncDisposableStack();
  const fetched: ModPackFile[] = [];
  const missing: MissingFile[] = [];
  const curseForge = fetching?.curseForge ?? null;
  const queries = catalogue === null ? null : opened.use(openQueries(catalogue, signal));
  const queriedJars = new Set<string>();
  return {
    fetched,
    missing,
    async locate(numbered) {
      if (curseForge === null) {
        const sentence = `CurseForge has to be asked for ${numbered.length} of the mods of the pack, and the operator has set no key for it (CURSEFORGE_API_KEY).`;
        return { problems: [{ code: 'FETCH_NO_KEY', error: sentence, entry: null }], files: [] };
      }
      try {
        const resolved = await resolveCurseForge(curseForge, numbered, signal);
        return { problems: [], files: offers(numbered, resolved) };
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        const advice = error.code === 'FETCH_KEY_REFUSED' ? '' : ' Try again later.';
        const sentence = `CurseForge, which has to be asked for the mods of the pack, ${error.message}.${advice}`;
        return { problems: [{ code: error.code, error: sentence, entry: null }], files: [] };
      }
    },
    async fetch(wanted) {
      if (fetching === null) throw new Error('Files are asked for, but nothing is fetched.');
      if (keepFree > 0) {
        // Room is requested for all files together, by the sizes that the pack states; each file requests more as it
        // grows.
        const expectedBytes = wanted.reduce((bytes, { size }) => bytes + (size ?? 0), 0);
        await using _room = await storage.scratch({ expectedBytes, keepFree });
      }
      const { files, problems } = await fetching.fetchFiles(wanted, {
        signal,
        mostProblems,
        keepFree,
        onProgress: ({ filesDone, filesTotal, ...bytes }) =>
          onProgress({ entriesDone: filesDone, entriesTotal: filesTotal, ...bytes }),
      });
      const lacking = wanted.filter((_, index) => !files.has(index));
      missing.push(...missingAmong(lacking));
      const gathered: Gathered<{ source: string; size: number; crc32: number }> = {
        problems: problems.map((problem) => inItsWords(problem, lacking)),
        files: [],
      };
      if (problems.length > 0) return gathered;
      const named = wanted.map(({ path }, index) => {
        const stored = files.get(index);
        if (stored === undefined) throw new Error(`"${path}" is neither there nor a problem.`);
        return { path, ...stored };
      });
      const keys = named.map(({ storageKey }) => storageKey);
      for (const [index, source] of (await layReady(storage, keys, opened)).entries()) {
        const file = named[index];
        if (file === undefined) continue;
        fetched.push(file);
        gathered.files.push({ source, size: file.size, crc32: file.crc32 });
      }
      return gathered;
    },
    async lookUp(jars) {
      const hashes = jars.map(({ sha512 }) => sha512);
      for (const hash of hashes) queriedJars.add(hash);
      queries?.about(hashes);
    },
    async lookedUp() {
      if (queries === null) return { problems: [], files: [] };
      const known = await queries.answers();
      const files = [...queriedJars].flatMap((sha512): CatalogueWord[] => {
        const project = known.get(sha512);
        if (project === undefined) return [{ sha512, claims: null }];
        const claims = wordsOfModrinth(project);
        return claims.length === 0 ? [] : [{ sha512, claims }];
      });
      return { problems: [], files };
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The missing files that a run waits for, if people can provide all of them. */
function missingAmong(lacking: readonly OfferedFile[]): MissingFile[] {
  if (lacking.length > mostMissing) return [];
  const files = lacking.map(({ blocked, ...file }) => (blocked ? missingFileOf(file, blocked) : null));
  return files.every((file) => file !== null) ? files : [];
}

/** For a file that may not be fetched, advice is more useful than the missing link. */
function inItsWords(problem: Problem, lacking: readonly OfferedFile[]): Problem {
  const file = problem.entry === null ? undefined : lacking.find(({ path }) => path === problem.entry);
  return file?.blocked?.problem ?? problem;
}

/** CurseForge's answers about the files, in their order. */
function offers(
  numbered: readonly NumberedFile[],
  { wanted, forbidden, marked, problems }: Awaited<ReturnType<typeof resolveCurseForge>>,
): OfferedFile[] {
  const refusals = problems.values();
  return numbered.map(({ projectId, fileId, path: named }, index) => {
    const file = wanted.get(index);
    const mark = marked.get(index);
    const blocked = forbidden.get(index);
    const claims = mark === undefined ? [] : wordsOfCurseForge(mark);
    if (file)
      return {
        ...file,
        path: named ?? file.path,
        server: null,
        ...(claims.length > 0 && { claims }),
        ...(blocked && { blocked }),
        refusal: null,
      };
    const refusal = refusals.next().value ?? null;
    if (refusal === null) throw new Error(`File ${fileId} is neither known nor a problem.`);
    // An unknown file has no known path, so no file of the archive replaces it.
    const path = named ?? refusal.entry ?? `mods/${projectId}-${fileId}.jar`;
    return { path, links: [], hashes: {}, size: null, server: null, refusal };
  });
}
