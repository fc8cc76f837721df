import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type net from 'node:net';
import { selfSigned } from '../../demo/certificate.ts';
import type { ConnectOverrides } from '../../src/fetching/connect.ts';
import type { WantedFile } from '../../src/fetching/wanted-file.ts';

/** Answers one request; `nth` counts from 1 the requests for this path. */
export type Answer = (request: IncomingMessage, response: ServerResponse, nth: number) => void;

/** The key that the played CurseForge takes. */
export const curseForgeKey = 'the-key';
/**
 * What each name of the played CurseForge answers without that key: its API 403 (https://docs.curseforge.com/), the hosts of its files 401,
 * as announced (https://blog.curseforge.com/introducing-api-key-authentication-for-curseforge-file-downloads/, read on 2026-11-27).
 */
const keyed: ReadonlyMap<string, number> = new Map([
  ['api.curseforge.test', 403],
  ['edge.forgecdn.test', 401],
  ['mediafilez.forgecdn.test', 401],
]);

/** A file host over TLS on this machine, which may be told to lie. To be closed, which fails if the key of CurseForge has reached a name that is not CurseForge's. */
export interface DownloadHost extends AsyncDisposable {
  /** Host and port, for the list of hosts; `at` gives the same under another of its names. */
  host: string;
  at(name: string): string;
  /** Settings that lead a service to the CurseForge that it plays, API and hosts of files. */
  curseForge: Record<
    'CURSEFORGE_API_URL' | 'CURSEFORGE_API_KEY' | 'config.platforms.curseForgeKeyHosts',
    string
  >;
  /** What was asked for: method, path and Range if there was one. */
  requests: { path: string; headers: IncomingMessage['headers'] }[];
  /** Answers a path, whatever its query is unless it names one. */
  answer(path: string, answer: Answer): void;
  /** Serves this content as CurseForge does, whose first host of files redirects to its second; answers the link to the first. */
  serveAsCurseForge(path: string, content: Uint8Array): string;
  /** Serves this content, ranges of it too, and answers what a pack would say of it. */
  serve(path: string, content: Uint8Array): WantedFile;
  /** Leads its names to this machine, and has its certificate trusted; plain data, as threads take it. */
  connect: Pick<ConnectOverrides, 'ca' | 'address'>;
}

const forges = ['github.com', 'codeload.github.com', 'gitlab.com', 'codeberg.org'];
const own = [
  'files.test',
  'mirror.test',
  'other.test',
  'one.test',
  'two.test',
  'three.test',
  'localhost',
  'api.mclo.gs',
  'cdn.modrinth.com',
];
const names = [...own, ...forges, ...keyed.keys()];

export async function openDownloadHost(address = '127.0.0.1', port = 0): Promise<DownloadHost> {
  const { key, cert } = selfSigned(names);
  const answers = new Map<string, Answer>();
  const counts = new Map<string, number>();
  const requests: DownloadHost['requests'] = [];
  const leaks: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    const name = request.headers.host?.replace(/:\d+$/, '') ?? '';
    const given = request.headers['x-api-key'];
    const refusal = keyed.get(name);
    if (refusal === undefined && given !== undefined) leaks.push(`${name}${path}`);
    if (refusal !== undefined && given !== curseForgeKey) return response.writeHead(refusal).end();
    const nth = (counts.get(path) ?? 0) + 1;
    counts.set(path, nth);
    const answer = answers.get(path) ?? answers.get(path.replace(/\?.*/, ''));
    if (answer) return answer(request, response, nth);
    response.writeHead(404).end('no such file');
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('The download host has no port.');
  const at = (name: string) => `${name}:${listening.port}`;
  return {
    host: at('files.test'),
    at,
    requests,
    curseForge: {
      CURSEFORGE_API_URL: `https://${at('api.curseforge.test')}`,
      CURSEFORGE_API_KEY: curseForgeKey,
      'config.platforms.curseForgeKeyHosts': [at('edge.forgecdn.test'), at('mediafilez.forgecdn.test')].join(
        ',',
      ),
    },
    answer: (path, answer) => void answers.set(path, answer),
    serveAsCurseForge(path, content) {
      const location = `https://${at('mediafilez.forgecdn.test')}/of-the-second${path}`;
      answers.set(path, (_request, response) => void response.writeHead(302, { location }).end());
      answers.set(`/of-the-second${path}`, (request, response) => sendRange(request, response, content));
      return `https://${at('edge.forgecdn.test')}${path}`;
    },
    serve(path, content) {
      answers.set(path, (request, response) => sendRange(request, response, content));
      return wantedFile(content, [`https://${at('files.test')}${path}`], `mods${path}`);
    },
    connect: { ca: cert, address },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      if (leaks.length > 0) throw new Error(`The key of CurseForge has reached ${leaks.join(', ')}.`);
    },
  };
}

/** A look-up that answers this address for every name. */
export function leadTo(address: string): net.LookupFunction {
  return (_name, options, callback) =>
    options.all ? callback(null, [{ address, family: 4 }]) : callback(null, address, 4);
}

/** What a pack says of this content. */
export function wantedFile(content: Uint8Array, links: string[], path = 'mods/mod.jar'): WantedFile {
  const hash = (algorithm: string) => createHash(algorithm).update(content).digest('hex');
  return { path, links, hashes: { sha512: hash('sha512'), sha1: hash('sha1') }, size: content.length };
}

/** Answers as a well-behaved host does: a whole file, or the range that was asked for. */
export function sendRange(request: IncomingMessage, response: ServerResponse, content: Uint8Array): void {
  const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const headers = {
    'content-length': content.length - from,
    etag: `"${createHash('md5').update(content).digest('hex')}"`,
  };
  if (from === 0) response.writeHead(200, headers);
  else
    response.writeHead(206, {
      ...headers,
      'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
    });
  response.end(content.subarray(from));
}
