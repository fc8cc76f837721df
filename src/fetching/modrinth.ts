import { z } from 'zod';
import { type ApiNeeds, callApi } from './api.ts';
import type { Channel } from './channels.ts';
import { groupsOf } from './groups.ts';
import { FetchError } from './problem-codes.ts';

/** Values of a Modrinth project's sides, as the platform writes them. */
export const sideWords = ['required', 'optional', 'unsupported', 'unknown'] as const;
export type SideWord = (typeof sideWords)[number];

/** Values of a version's environment, from https://modrinth.com/news/article/new-environments (read 2026-11-27). */
const environmentWords = [
  'client_only',
  'client_only_server_optional',
  'singleplayer_only',
  'server_only',
  'server_only_client_optional',
  'dedicated_server_only',
  'client_and_server',
  'client_or_server',
  'client_or_server_prefers_both',
  'unknown',
] as const;
export type EnvironmentWord = (typeof environmentWords)[number];

/** A mod as Modrinth's catalogue describes it. */
export interface CatalogueProject {
  id: string;
  slug: string;
  title: string;
  clientSide: SideWord;
  serverSide: SideWord;
  /**
   * The environment that the author gives for the jar's version; absent when there is none, as in answers cached before
   * August 2026.
   */
  environment?: EnvironmentWord;
  /** The link of the file with the hash; absent in answers cached before links were read. */
  link?: string;
}

/** One file of a version. */
export interface ModrinthFile {
  url: string;
  filename: string;
  /** Bytes. */
  size: number;
  sha512: string;
  sha1: string;
  /** Whether the file is the main one among several. */
  primary: boolean;
}

/** A version of a project, such as a modpack. */
export interface ModrinthVersion {
  id: string;
  projectId: string;
  name: string;
  versionNumber: string;
  /** In milliseconds; null for an unreadable date. */
  published: number | null;
  gameVersions: string[];
  loaders: string[];
  files: ModrinthFile[];
  channel: Channel;
  /** Absent where the author gives none. */
  environment?: EnvironmentWord;
  /** The mods that this version needs, each by its project or its version. */
  needs: { projectId: string | null; versionId: string | null }[];
}

/** A version in the list of its project. */
export interface ListedVersion {
  id: string;
  channel: Channel;
  /** In milliseconds; null for an unreadable date. */
  published: number | null;
}

/** The part of Modrinth's API that the service uses. Each call fails with a FetchError or with the signal's reason. */
export interface Modrinth {
  /** The projects of the jars with these SHA-512 hashes, by hash; unknown hashes are missing. */
  projectsOf(sha512: readonly string[], signal?: AbortSignal): Promise<Map<string, CatalogueProject>>;
  /** The projects with these ids or slugs, in no particular order; unknown ones are missing. */
  projects(names: readonly string[], signal?: AbortSignal): Promise<CatalogueProject[]>;
  /** A version by its id; null when there is none. */
  version(id: string, signal?: AbortSignal): Promise<ModrinthVersion | null>;
  /** A version of a project (id or slug) by its own id or number; null when there is none. */
  versionOf(project: string, version: string, signal?: AbortSignal): Promise<ModrinthVersion | null>;
  /** The versions of a project (id or slug), newest first, requested page by page; none for an unknown project. */
  versions(
    project: string,
    filter: { gameVersion?: string; loaders?: readonly string[] },
    signal?: AbortSignal,
  ): AsyncGenerator<ModrinthVersion>;
  /** All public versions of a project, without their contents; none for an unknown project. */
  listed(project: string, signal?: AbortSignal): Promise<ListedVersion[]>;
}

const text = z.string().max(500);
/** Unknown values count as absent. */
const side = z.enum(sideWords).catch('unknown');

const environment = z.enum(environmentWords).nullish().catch('unknown');

/** An unreadable list of links counts as empty. */
const filesOfHash = z
  .array(z.object({ url: z.string().max(2_000), hashes: z.object({ sha512: text }) }))
  .max(1_000)
  .catch([]);
const versionFiles = z.record(
  z.string().max(128),
  z.object({ project_id: text, environment, files: filesOfHash }),
);
const projects = z.array(
  z.object({ id: text, slug: text.nullish(), title: text, client_side: side, server_side: side }),
);
const channelOf = { release: 'RELEASE', beta: 'BETA', alpha: 'ALPHA' } as const;
const channel = z.enum(['release', 'beta', 'alpha']).catch('release');
const version = z
  .object({
    id: text,
    project_id: text,
    name: text.catch(''),
    version_number: text.catch(''),
    date_published: text.catch(''),
    game_versions: z.array(text).max(1_000),
    loaders: z.array(text).max(100),
    version_type: channel,
    environment,
    /** An unreadable list counts as empty. */
    dependencies: z
      .array(z.object({ project_id: text.nullish(), version_id: text.nullish(), dependency_type: text }))
      .max(10_000)
      .catch([]),
    files: z
      .array(
        z.object({
          url: z.string().max(2_000),
          filename: text,
          size: z.int().nonnegative(),
          hashes: z.object({ sha512: text, sha1: text }),
          primary: z.boolean().catch(false),
        }),
      )
      .max(1_000),
  })
  .transform(
    (one): ModrinthVersion => ({
      id: one.id,
      projectId: one.project_id,
      name: one.name,
      versionNumber: one.version_number,
      published: Date.parse(one.date_published) || null,
      gameVersions: one.game_versions,
      loaders: one.loaders,
      channel: channelOf[one.version_type],
      ...(one.environment && { environment: one.environment }),
      needs: one.dependencies
        .filter(({ dependency_type }) => dependency_type === 'required')
        .map(({ project_id = null, version_id = null }) => ({
          projectId: project_id,
          versionId: version_id,
        })),
      files: one.files.map(({ hashes, ...file }) => ({ ...file, ...hashes })),
    }),
  );

const listedVersion = z
  .object({
    id: text,
    version_type: channel,
    date_published: text.catch(''),
  })
  .transform(
    ({ id, version_type, date_published }): ListedVersion => ({
      id,
      channel: channelOf[version_type],
      published: Date.parse(date_published) || null,
    }),
  );

/** Versions in one page: a version of a modpack lists some hundred dependencies. */
const pageLength = 50;
/** Pages of one list, 5,000 versions. */
const mostPages = 100;

/** Hashes or ids in one request: the answer holds each version's whole description, some ten thousand bytes. */
const group = 200;

/** Modrinth's API at `apiUrl`, without a slash at its end (https://docs.modrinth.com/api/). No key is needed. */
export function createModrinth(
  needs: ApiNeeds,
  { apiUrl, milliseconds }: { apiUrl: string; milliseconds: number },
): Modrinth {
  const options = (signal?: AbortSignal) => ({ milliseconds, ...(signal ? { signal } : {}) });

  /** The versions of a project, newest first; the server filters before it cuts pages. */
  async function* versionsOf<Version extends { id: string }>(
    project: string,
    one: z.ZodType<Version>,
    filter: Record<string, string>,
    signal?: AbortSignal,
  ): AsyncGenerator<Version> {
    const seen = new Set<string>();
    for (let page = 0; page < mostPages; page += 1) {
      const range = { limit: String(pageLength), offset: String(page * pageLength) };
      const query = new URLSearchParams({ ...filter, include_changelog: 'false', ...range });
      const url = `${apiUrl}/project/${encodeURIComponent(project)}/version?${query}`;
      const found = (await callApi(needs, { url, answer: z.array(one), ...options(signal) })) ?? [];
      // A version published meanwhile shifts the others, so that a page may repeat some.
      const others = found.filter(({ id }) => !seen.has(id));
      for (const { id } of others) seen.add(id);
      yield* others;
      if (found.length !== pageLength || others.length === 0) return;
    }
    throw new FetchError('FETCH_TOO_LARGE', `lists more than ${mostPages * pageLength} versions`);
  }

  const findProjects = async (names: readonly string[], signal?: AbortSignal) => {
    const found: CatalogueProject[] = [];
    for (const ids of groupsOf([...new Set(names)], group)) {
      const url = `${apiUrl}/projects?ids=${encodeURIComponent(JSON.stringify(ids))}`;
      for (const project of (await callApi(needs, { url, answer: projects, ...options(signal) })) ?? [])
        found.push({
          id: project.id,
          slug: project.slug ?? project.id,
          title: project.title,
          clientSide: project.client_side,
          serverSide: project.server_side,
        });
    }
    return found;
  };

  return {
    projects: findProjects,

    async projectsOf(sha512, signal) {
      const versions = new Map<string, z.infer<typeof versionFiles>[string]>();
      for (const hashes of groupsOf([...new Set(sha512)], group)) {
        const body = { hashes, algorithm: 'sha512' };
        const found = await callApi(needs, {
          url: `${apiUrl}/version_files`,
          body,
          answer: versionFiles,
          ...options(signal),
        });
        for (const hash of hashes) {
          const file = found !== null && Object.hasOwn(found, hash) ? found[hash] : undefined;
          if (file) versions.set(hash, file);
        }
      }
      const published = await findProjects(
        [...versions.values()].map(({ project_id }) => project_id),
        signal,
      );
      const known = new Map(published.map((project) => [project.id, project]));
      const answer = new Map<string, CatalogueProject>();
      for (const [hash, { project_id, environment, files }] of versions) {
        const project = known.get(project_id);
        const link = files.find(({ hashes }) => hashes.sha512 === hash)?.url;
        if (project)
          answer.set(hash, { ...project, ...(environment && { environment }), ...(link && { link }) });
      }
      return answer;
    },

    version: (id, signal) =>
      callApi(needs, {
        url: `${apiUrl}/version/${encodeURIComponent(id)}`,
        answer: version,
        ...options(signal),
      }),

    versionOf(project, id, signal) {
      const url = `${apiUrl}/project/${encodeURIComponent(project)}/version/${encodeURIComponent(id)}`;
      return callApi(needs, { url, answer: version, ...options(signal) });
    },

    // Modpacks cannot be filtered by loader: the API adds `mrpack`, the loader of every modpack, to the requested loaders
    // (apps/labrinth/src/routes/v2/versions.rs of github.com/modrinth/code, read 2026-11-28).
    versions: (project, { gameVersion, loaders }, signal) =>
      versionsOf(
        project,
        version,
        {
          ...(gameVersion !== undefined && { game_versions: JSON.stringify([gameVersion]) }),
          ...(loaders && { loaders: JSON.stringify(loaders) }),
        },
        signal,
      ),

    async listed(project, signal) {
      const all: ListedVersion[] = [];
      for await (const one of versionsOf(project, listedVersion, {}, signal)) all.push(one);
      return all;
    },
  };
}
