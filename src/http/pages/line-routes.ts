import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { titleOf } from '../../core/files/file-name.ts';
import { demandLatest } from '../../core/lines/lines.ts';
import { findModPacks } from '../../core/packs/mod-packs.ts';
import { javaOf, type ServerPack } from '../../core/packs/server-packs.ts';
import { serverPackUrl } from '../../graphql/download-url.ts';
import type { WebApp } from '../../web/web-app.ts';
import { demand } from '../authentication.ts';
import { openContext } from '../request-context.ts';
import { isForBrowser } from './web-routes.ts';

const params = z.object({ name: z.string() });
/** The target changes with each version, and links may be signed for the caller. */
const headers = { 'cache-control': 'private, no-store' };

/** Stable addresses of the server pack that a line offers, as facts or a page, and as bytes. */
export function registerLines(server: FastifyInstance, app: App, web: Promise<WebApp | null>): void {
  const linkTo = (request: FastifyRequest, serverPack: ServerPack) =>
    serverPackUrl(openContext(app, request), serverPack);

  server.get('/lines/:name/latest', async (request, reply) => {
    reply.headers({ ...headers, vary: 'accept' });
    const { name } = params.parse(request.params);
    // The page checks access itself, and offers to sign in.
    if (isForBrowser(request) && (await web) !== null)
      return reply.redirect(`/lines/${encodeURIComponent(name)}`, 302);
    demand(app, request, 'read');
    const serverPack = await demandLatest(app.database, name);
    const [modPack] = await findModPacks(app.database, [serverPack.modPackId]);
    const { gameVersion, modloader, modloaderVersion } = serverPack.runConfiguration;
    const facts = {
      line: name,
      name: titleOf(modPack?.name ?? ''),
      modPackId: serverPack.modPackId,
      serverPackId: serverPack.id,
      gameVersion,
      modloader,
      modloaderVersion,
      javaVersion: javaOf(serverPack),
      size: serverPack.size,
      sha256: serverPack.sha256,
      dateCreated: serverPack.dateCreated.getTime(),
      downloadUrl: linkTo(request, serverPack),
    };
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(facts));
  });
  server.refuseOtherMethods('/lines/:name/latest', ['GET', 'HEAD']);

  // The download's own route answers, because that route counts, limits and resumes.
  server.get('/lines/:name/latest/download', async (request, reply) => {
    demand(app, request, 'read');
    const serverPack = await demandLatest(app.database, params.parse(request.params).name);
    return reply.headers(headers).redirect(linkTo(request, serverPack), 302);
  });
  server.refuseOtherMethods('/lines/:name/latest/download', ['GET', 'HEAD']);
}
