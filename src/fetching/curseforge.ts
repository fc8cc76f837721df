import { z } from 'zod';
import type { Problem } from '../archive/report.ts';
import { type ApiNeeds, callApi } from './api.ts';
import type { Channel } from './channels.ts';
import { groupsOf } from './groups.ts';
import { keyRefusals, refusedKey } from './key-hosts.ts';
import type { FetchProblemCode } from './problem-codes.ts';
import type { FileHashes, WantedFile } from './wanted-file.ts';

/** A file of a project, by the platform's numbers. */
export interface CurseForgeReference {
  projectId: number;
  fileId: number;
  /** Path in the pack, when the pack gives one. */
  path?: string;
}

/** A project: a mod, a resource pack, a modpack. */
export interface CurseForgeProject {
  id: number;
  name: string;
  /** Its page. */
  page: string;
  /** Folder of its files in the game's folder, ending in a slash; null for kinds without one, such as modpacks. */
  folder: string | null;
  isModPack: boolean;
  /** The file that the project's page offers first; null when there is none. */
  mainFileId: number | null;
}

/** The marks among a file's game versions that say on which side the file works; old files have none. */
const sideMarks = ['Client', 'Server'] as const;
export type SideMark = (typeof sideMarks)[number];

export interface CurseForgeFile {
  id: number;
  projectId: number;
  fileName: string;
  /** Bytes. */
  size: number;
  /** SHA-1; MD5 where there is none; otherwise the platform's own fingerprint. */
  hashes: FileHashes;
  /** Null where the author forbids other programs to fetch the file. */
  link: string | null;
  /** Sides, as the author marks them. */
  marks: SideMark[];
  /** Whether the file can be downloaded; a withdrawn file stays known. */
  isAvailable: boolean;
  channel: Channel;
  /** Whether the file is the server pack of another file. */
  isServerPack: boolean;
}

/**
 * The part of CurseForge's API that the service uses. Each call fails with a FetchError or with the signal's reason.
 */
export interface CurseForge {
  /** The files with these ids, by id; unknown ids are missing. */
  files(ids: readonly number[], signal?: AbortSignal): Promise<Map<number, CurseForgeFile>>;
  /** The projects with these ids, by id; unknown ids are missing. */
  projects(ids: readonly number[], signal?: AbortSignal): Promise<Map<number, CurseForgeProject>>;
  /** The newest files of a project, at most 50; null for an unknown project. */
  newestFiles(project: number, signal?: AbortSignal): Promise<CurseForgeFile[] | null>;
  /** The modpack with this slug, the last part of its page's address; null for an unknown slug. */
  modPack(slug: string, signal?: AbortSignal): Promise<CurseForgeProject | null>;
}

const number = z.int().nonnegative();
const hex = (digits: number) => new RegExp(`^[0-9a-f]{${digits}}$`, 'i');
/** The numbers that the API has for hash algorithms (https://docs.curseforge.com/rest-api/#tocS_HashAlgo). */
const algorithms = { sha1: 1, md5: 2 } as const;

const filesAnswer = z.object({
  data: z.array(
    z.object({
      id: number,
      modId: number,
      fileName: z.string().max(500),
      fileLength: number,
      hashes: z.array(z.object({ value: z.string().max(200), algo: z.int() })).max(20),
      fileFingerprint: number.nullish(),
      downloadUrl: z.string().max(2_000).nullish(),
      // Optional information: an invalid list counts as empty.
      gameVersions: z.array(z.string().max(200)).max(1_000).catch([]),
      isAvailable: z.boolean().catch(true),
      releaseType: z.int().catch(1),
      isServerPack: z.boolean().nullish().catch(null),
    }),
  ),
});

/** The API's numbers for release types (https://docs.curseforge.com/rest-api/#tocS_FileReleaseType). */
const channelsByNumber: ReadonlyMap<number, Channel> = new Map([
  [1, 'RELEASE'],
  [2, 'BETA'],
  [3, 'ALPHA'],
]);

const projectsAnswer = z.object({
  data: z.array(
    z.object({
      id: number,
      name: z.string().max(500),
      classId: z.int().nullish(),
      mainFileId: number.nullish(),
      links: z.object({ websiteUrl: z.string().max(2_000).nullish() }).nullish(),
    }),
  ),
});

/** The folders of the platform's classes of projects in Minecraft. */
const folders: ReadonlyMap<number, string> = new Map([
  [6, 'mods/'],
  [12, 'resourcepacks/'],
  [6552, 'shaderpacks/'],
  [6945, 'datapacks/'],
]);

/** CurseForge's ids of the game Minecraft and of its class of modpacks. */
const minecraft = 432;
const classOfModPacks = 4471;

/** Ids in one request: a project's answer also holds its newest files, some ten thousand bytes. */
const group = 200;

/**
 * A client of CurseForge's API at `apiUrl`, without a slash at its end (https://docs.curseforge.com/). Every request
 * carries the key.
 */
export function createCurseForge(
  needs: ApiNeeds,
  { apiUrl, apiKey, milliseconds }: { apiUrl: string; apiKey: string; milliseconds: number },
): CurseForge {
  const headers = { 'x-api-key': apiKey };
  const refusal = (status: number) => (keyRefusals.includes(status) ? refusedKey(status, apiKey) : null);
  const options = (signal?: AbortSignal) => ({
    headers,
    milliseconds,
    refusal,
    ...(signal ? { signal } : {}),
  });
  return {
    async files(ids, signal) {
      const known = new Map<number, CurseForgeFile>();
      for (const fileIds of groupsOf([...new Set(ids)], group)) {
        const request = { url: `${apiUrl}/mods/files`, body: { fileIds }, answer: filesAnswer };
        for (const file of (await callApi(needs, { ...request, ...options(signal) }))?.data ?? [])
          known.set(file.id, toFile(file));
      }
      return known;
    },

    async projects(ids, signal) {
      const known = new Map<number, CurseForgeProject>();
      for (const modIds of groupsOf([...new Set(ids)], group)) {
        const request = { url: `${apiUrl}/mods`, body: { modIds }, answer: projectsAnswer };
        for (const project of (await callApi(needs, { ...request, ...options(signal) }))?.data ?? [])
          known.set(project.id, toProject(project));
      }
      return known;
    },

    async newestFiles(project, signal) {
      const url = `${apiUrl}/mods/${project}/files?${new URLSearchParams({ index: '0', pageSize: '50' })}`;
      const found = await callApi(needs, { url, answer: filesAnswer, ...options(signal) });
      return found?.data.filter(({ modId }) => modId === project).map(toFile) ?? null;
    },

    async modPack(slug, signal) {
      const query = { gameId: String(minecraft), classId: String(classOfModPacks), slug };
      const url = `${apiUrl}/mods/search?${new URLSearchParams(query)}`;
      const [found] = (await callApi(needs, { url, answer: projectsAnswer, ...options(signal) }))?.data ?? [];
      return found ? toProject(found) : null;
    },
  };
}

function toFile(file: z.infer<typeof filesAnswer>['data'][number]): CurseForgeFile {
  return {
    id: file.id,
    projectId: file.modId,
    fileName: file.fileName,
    size: file.fileLength,
    hashes: hashesOf(file.hashes, file.fileFingerprint ?? null),
    link: file.downloadUrl || null,
    marks: sideMarks.filter((mark) => file.gameVersions.includes(mark)),
    isAvailable: file.isAvailable,
    channel: channelsByNumber.get(file.releaseType) ?? 'ALPHA',
    isServerPack: file.isServerPack === true,
  };
}

function toProject({
  id,
  name,
  classId,
  links,
  mainFileId,
}: z.infer<typeof projectsAnswer>['data'][number]): CurseForgeProject {
  return {
    id,
    name,
    page: pageOf(id, links?.websiteUrl),
    folder: folders.get(classId ?? 0) ?? null,
    isModPack: classId === classOfModPacks,
    mainFileId: mainFileId || null,
  };
}

function hashesOf(given: readonly { value: string; algo: number }[], fingerprint: number | null): FileHashes {
  const hashBy = (algorithm: keyof typeof algorithms, digits: number) =>
    given
      .find(({ algo, value }) => algo === algorithms[algorithm] && hex(digits).test(value))
      ?.value.toLowerCase();
  const sha1 = hashBy('sha1', 40);
  const md5 = hashBy('md5', 32);
  if (sha1 !== undefined) return { sha1 };
  if (md5 !== undefined) return { md5 };
  // The platform writes 0 for a missing fingerprint.
  return fingerprint ? { murmur2: String(fingerprint) } : {};
}

/** The page of a project; without a page in the answer, the address by id, which works for any project. */
function pageOf(id: number, website: string | null | undefined): string {
  const isOurs = website && URL.canParse(website) && /^https:\/\/(www\.)?curseforge\.com\//.test(website);
  return isOurs ? website : `https://www.curseforge.com/projects/${id}`;
}

/** The page of one file below its project's page; with an address by id, the project's page itself. */
function pageOfFile(page: string, fileId: number): string {
  return /\/projects\/\d+$/.test(page) ? page : `${page.replace(/\/$/, '')}/files/${fileId}`;
}

/** Sides of a file, as the platform marks them. */
export interface MarkedFile {
  marks: readonly SideMark[];
  /** The name of the project; its author may write anything. */
  project: string;
  page: string;
}

/** A file whose author forbids downloads by other programs. */
export interface ForbiddenFile {
  project: string;
  /** Its download page for people. */
  page: string;
  problem: Problem & { code: FetchProblemCode };
}

/** The files of a CurseForge export: links, refusals, sides and problems. */
export interface ResolvedFiles {
  /**
   * Each file that the platform knows, by its index in the requested list; without a link if programs may not fetch the
   * file.
   */
  wanted: Map<number, WantedFile>;
  /** The files that programs may not fetch, by their index in the requested list. */
  forbidden: Map<number, ForbiddenFile>;
  /** Sides of each file, by the same indexes. */
  marked: Map<number, MarkedFile>;
  /** A problem for each unknown file, in the order of the requested list. */
  problems: (Problem & { code: FetchProblemCode })[];
}

/** Resolves the files of an export to links and paths. Fails as `CurseForge` does. */
export async function resolveCurseForge(
  curseForge: CurseForge,
  references: readonly CurseForgeReference[],
  signal?: AbortSignal,
): Promise<ResolvedFiles> {
  const files = await curseForge.files(
    references.map(({ fileId }) => fileId),
    signal,
  );
  const projects = await curseForge.projects(
    references.map(({ projectId }) => projectId),
    signal,
  );
  const wanted: ResolvedFiles['wanted'] = new Map();
  const forbidden: ResolvedFiles['forbidden'] = new Map();
  const marked: ResolvedFiles['marked'] = new Map();
  const problems: ResolvedFiles['problems'] = [];
  for (const [index, { projectId, fileId, path: named }] of references.entries()) {
    const file = files.get(fileId);
    const project = projects.get(projectId);
    if (!file || file.projectId !== projectId) {
      const error = `CurseForge does not know file ${fileId} of project ${projectId} (${project?.name ?? 'which it does not know either'}): ${pageOf(projectId, project?.page)}. Choose another version of it in your launcher and export the pack again.`;
      problems.push({ code: 'FETCH_UNKNOWN_FILE', error, entry: null });
      continue;
    }
    const path = named ?? `${project?.folder ?? 'mods/'}${file.fileName}`;
    const origin = { source: 'CURSEFORGE' as const, project: projectId, file: fileId };
    const links = file.link === null ? [] : [file.link];
    wanted.set(index, { path, links, hashes: file.hashes, size: file.size, origin });
    const name = project?.name ?? `project ${projectId}`;
    const page = pageOf(projectId, project?.page);
    marked.set(index, { marks: file.marks, project: name, page });
    if (file.link !== null) continue;
    const error = `The author of ${name} does not let other programs fetch ${file.fileName}. Download it at ${page}, put it into ${named === undefined ? 'overrides/' : ''}${path.slice(0, path.lastIndexOf('/'))} of the pack and upload that again.`;
    const problem = { code: 'FETCH_FORBIDDEN_BY_AUTHOR' as const, error, entry: path };
    forbidden.set(index, { project: name, page: pageOfFile(page, fileId), problem });
  }
  return { wanted, forbidden, marked, problems };
}
