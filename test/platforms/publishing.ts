import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { selfSigned } from '../../demo/certificate.ts';
import type { ConnectOverrides } from '../../src/fetching/connect.ts';

/** What platforms answer to who publishes a file there. */
export const recorded = {
  read: '2026-11-27',
  pages: [
    // Token, fields, `{ id }`; no game versions where `parentFileID` is given.
    'https://support.curseforge.com/support/solutions/articles/9000197321-curseforge-upload-api',
    'https://wiki.devnemo.com/third-party/curseforge-upload-api',
    // That `isServerPack` is ignored, and where authors mark the file.
    'https://github.com/henkelmax/upload-curseforge-modpack-action/issues/1',
    'https://docs.github.com/en/rest/releases/releases#get-a-release-by-tag-name',
    'https://docs.github.com/en/rest/releases/assets#upload-a-release-asset',
  ],
};

const names = ['minecraft.curseforge.com', 'api.github.com', 'uploads.github.com'];
export const tokens = { curseForge: 'token-of-an-author', gitHub: 'token-of-a-repository' };

/** A request that came, with its whole body. */
export interface PublishRequest {
  method: string;
  /** Host and path. */
  to: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface PublishPlatforms extends AsyncDisposable {
  connect: ConnectOverrides;
  requests: PublishRequest[];
  /** The assets of the release v1 of some/pack. */
  assets: { id: number; name: string; state: string }[];
  /** Where the release says that assets go. */
  uploadUrl: string;
}

/** CurseForge's upload API with the project 7, and GitHub's of releases, as described on those pages. */
export async function openPublishPlatforms(): Promise<PublishPlatforms> {
  const { key, cert } = selfSigned([...names, 'evil.test']);
  const requests: PublishRequest[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    void answer(request, response);
  });
  const platforms: Omit<PublishPlatforms, 'connect'> = {
    requests,
    assets: [],
    uploadUrl: 'https://uploads.github.com/repos/some/pack/releases/5/assets{?name,label}',
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const to = `${headers.host?.replace(/:\d+$/, '')}${request.url}`;
    requests.push({ method, to, headers, body: await buffer(request) });
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (to.startsWith('minecraft.curseforge.com/')) {
      if (headers['x-api-token'] !== tokens.curseForge)
        return void json(403, { errorCode: 1002, errorMessage: 'You do not have permission.' });
      if (to !== 'minecraft.curseforge.com/api/projects/7/upload-file') return void json(404, {});
      return void json(200, { id: 20402 });
    }
    if (headers.authorization !== `Bearer ${tokens.gitHub}`)
      return void json(401, {
        message: 'Bad credentials',
        documentation_url: 'https://docs.github.com/rest',
      });
    if (method === 'GET' && to === 'api.github.com/repos/some/pack/releases/tags/v1')
      return void json(200, { id: 5, upload_url: platforms.uploadUrl, assets: platforms.assets });
    const [, removed] = /^api\.github\.com\/repos\/some\/pack\/releases\/assets\/(\d+)$/.exec(to) ?? [];
    if (method === 'DELETE' && removed !== undefined) {
      platforms.assets = platforms.assets.filter(({ id }) => id !== Number(removed));
      return void response.writeHead(204).end();
    }
    const upload = new URL(`https://${to}`);
    if (method === 'POST' && upload.host === 'uploads.github.com') {
      const name = upload.searchParams.get('name') ?? '';
      if (platforms.assets.some((asset) => asset.name === name))
        return void json(422, { message: 'Validation Failed', errors: [{ code: 'already_exists' }] });
      platforms.assets.push({ id: 9, name, state: 'uploaded' });
      const browser_download_url = `https://github.com/some/pack/releases/download/v1/${name}`;
      return void json(201, { id: 9, name, state: 'uploaded', browser_download_url });
    }
    json(404, { message: 'Not Found' });
  }
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('The platforms have no port.');
  return Object.assign(platforms, { connect: { address: '127.0.0.1', port: listening.port, ca: cert } });
}
