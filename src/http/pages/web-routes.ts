import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../app.ts';
import { keptFor } from '../../core/files/resumable-uploads.ts';
import { limitKey } from '../../limits/rate-limits.ts';
import { version } from '../../version.ts';
import { pageFor, type WebApp } from '../../web/web-app.ts';
import { baseUrlOf } from '../base-url.ts';
import { answerNothing } from '../other-methods.ts';
import { appPolicy } from '../security-headers.ts';
import { takesGzip } from '../takes-gzip.ts';

import { cardOf, mayHaveCard } from './web-card.ts';
import { withCard } from './web-page.ts';

/** These paths belong to the service and are never pages of the app. */
const notOfTheApp = /^\/(?:api|graphql|uploads|assets|health|metrics|version|web-config\.json)(?:[/?]|$)/;
const compress = promisify(gzip);
const yearMs = 31_536_000_000;

/**
 * Serves the web app: its files, and its page for browsers at all other paths, with 404 at paths without a page. `web`
 * may still be building; requests wait for it.
 */
export async function registerWebApp(
  server: FastifyInstance,
  app: App,
  web: Promise<WebApp | null>,
): Promise<void> {
  await server.register(fastifyStatic, { serve: false, preCompressed: true });

  server.get('/assets/*', { config: { isForAll: true } }, async (request, reply) => {
    const found = await web;
    const name = pathOf(request);
    if (!found?.files.has(name)) answerNothing(request);
    // The name of a file is a hash of its content.
    return reply.sendFile(name, found.folder, { maxAge: yearMs, immutable: true });
  });

  server.get('/version', async (_request, reply) => {
    const found = await web;
    return sendJson(reply, { version, build: found?.build ?? null });
  });

  server.get('/web-config.json', async ({ viewer }, reply) => {
    const found = await web;
    const { config, access } = app;
    return sendJson(reply, {
      version,
      build: found?.build ?? null,
      access: config.access,
      maxUploadBytes: config.maxUploadBytes,
      // The caller's own limit: callers without a token have a shorter one.
      resumableSeconds: keptFor({ caller: limitKey(viewer) }, config.retention) / 1000,
      import: config.fetching !== null,
      retentionDays: config.retentionDays,
      boots: config.boot.enabled && !app.boots?.problem,
      oidc: access.signIn === null ? null : await access.signIn.describe(),
    });
  });

  server.setNotFoundHandler(async (request, reply) => {
    const found = isRead(request) && !notOfTheApp.test(request.url) ? await web : null;
    if (found === null) return answerNothing(request);
    const name = pathOf(request);
    if (found.files.has(name)) return reply.sendFile(name, found.folder, { maxAge: 0 });
    if (!isForBrowser(request) && !isForPreview(request, name)) return answerNothing(request);
    reply.status(found.hasPageAt(name) ? 200 : 404);
    return sendPage(app, found, request, reply);
  });
}

/**
 * Sends the app's page with a card about its address, for link previews. The page may be cached unless the route has
 * set another header.
 */
export async function sendPage(
  app: App,
  web: WebApp,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const baseUrl = baseUrlOf(app.config, request);
  const path = pathOf(request);
  const { 'accept-language': acceptLanguage, cookie } = request.headers;
  const { name, page } = pageFor(web, path, { acceptLanguage, cookie });
  reply
    .headers({
      'cache-control': reply.getHeader('cache-control') ?? 'no-cache',
      vary: 'Accept, Accept-Language, Cookie',
    })
    .header(
      'content-security-policy',
      appPolicy({ baseUrl, others: app.access.signIn?.origins() ?? [], page }),
    );
  const card = await cardOf(app, request.viewer, path);
  if (card === null) return reply.sendFile(`/${name}`, web.folder, { cacheControl: false });
  const filled = withCard(page.html, { card, baseUrl, path });
  reply.type('text/html; charset=utf-8').header('vary', `${reply.getHeader('vary')}, Accept-Encoding`);
  // The page is compressed on request, since its card changes; all other files are compressed ahead of time.
  if (!takesGzip(request)) return reply.send(filled);
  return reply.header('content-encoding', 'gzip').send(await compress(filled));
}

/** Whether the request accepts HTML, as browsers do. */
export function isForBrowser({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

/** Whether a link preview may be made: Discord's program sends no Accept header, those of others accept anything. */
function isForPreview({ headers: { accept } }: FastifyRequest, path: string): boolean {
  return (accept === undefined || accept === '*/*') && mayHaveCard(path);
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

function sendJson(reply: FastifyReply, body: object): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body));
}
