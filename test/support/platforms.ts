import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { curseForgeFileLike } from '../platforms/curseforge.ts';
import { modrinthVersionLike, type Version } from '../platforms/modrinth.ts';
import { type DownloadHost, openDownloadHost } from './download-host.ts';

/** Modrinth, CurseForge, FTB and a file host, all on one host of this machine that may be told to lie. */
export interface FakePlatforms extends AsyncDisposable {
  host: DownloadHost;
  /** Settings that lead a service to them. */
  environment: Record<string, string>;
  /** Answers a path with JSON; `answer` is handed the body that was sent, as JSON, and the query. */
  json(path: string, answer: (body: unknown, query: URLSearchParams) => unknown): void;
  /** Serves a file and answers where it is. */
  file(path: string, content: Uint8Array): string;
}

export async function openFakePlatforms(): Promise<FakePlatforms> {
  const host = await openDownloadHost();
  const at = `https://${host.host}`;
  return {
    host,
    environment: {
      FETCH: 'on',
      FETCH_HOSTS: [host.host, host.curseForge['config.platforms.curseForgeKeyHosts']].join(','),
      'config.fetching.retries': '0',
      MODRINTH_API_URL: `${at}/modrinth`,
      'config.platforms.ftbApiUrl': `${at}/ftb`,
      // Its key is another matter: most have none.
      CURSEFORGE_API_URL: `${host.curseForge.CURSEFORGE_API_URL}/curseforge`,
      'config.platforms.curseForgeKeyHosts': host.curseForge['config.platforms.curseForgeKeyHosts'],
    },
    json(path, answer) {
      host.answer(path, async (request, response) => {
        const sent = await text(request);
        const body: unknown = sent === '' ? null : JSON.parse(sent);
        const { searchParams } = new URL(request.url ?? '', at);
        const told = JSON.stringify(answer(body, searchParams));
        response.writeHead(200, { 'content-type': 'application/json' }).end(told);
      });
    },
    file(path, content) {
      host.serve(path, content);
      return at + path;
    },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

/**
 * Lists versions of a modpack, the newest first, as Modrinth does (apps/labrinth of github.com/modrinth/code, read 2026-11-28): a
 * page of those for the game version, with any loader, since to it each modpack is of the loader mrpack.
 */
export function listOnModrinth(
  platforms: Pick<FakePlatforms, 'json'>,
  project: string,
  versions: () => readonly Version[],
): void {
  platforms.json(`/modrinth/project/${project}/version`, (_, query) => {
    const games = z.array(z.string()).parse(JSON.parse(query.get('game_versions') ?? '[]'));
    const offset = Number(query.get('offset') ?? 0);
    return versions()
      .filter((one) => games.length === 0 || one.game_versions.some((game) => games.includes(game)))
      .slice(offset, offset + Number(query.get('limit') ?? Number.POSITIVE_INFINITY))
      .map((one) => (query.get('include_changelog') === 'false' ? { ...one, changelog: null } : one));
  });
}

/** A version of a project on Modrinth, as its API tells it, of which the content is the only file. */
export function modrinthVersion(
  { id, number = '1.0', games = ['1.20.1'] }: { id: string; number?: string; games?: string[] },
  { url, content, filename = 'pack.mrpack' }: { url: string; content: Uint8Array; filename?: string },
) {
  const hash = (algorithm: string) => createHash(algorithm).update(content).digest('hex');
  return modrinthVersionLike({
    id,
    project_id: 'ProjectA',
    name: `Version ${number}`,
    version_number: number,
    game_versions: games,
    loaders: ['fabric'],
    files: [
      {
        url,
        filename,
        size: content.length,
        primary: true,
        hashes: { sha512: hash('sha512'), sha1: hash('sha1') },
      },
    ],
  });
}

/** A file of a project on CurseForge, as its API tells it. */
export function curseForgeFile(
  { id, projectId }: { id: number; projectId: number },
  { url, content }: { url: string | null; content: Uint8Array },
) {
  return curseForgeFileLike({
    id,
    modId: projectId,
    fileName: 'forge-pack.zip',
    fileLength: content.length,
    hashes: [{ value: createHash('sha1').update(content).digest('hex'), algo: 1 }],
    downloadUrl: url,
  });
}
