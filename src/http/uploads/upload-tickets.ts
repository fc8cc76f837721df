import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { uploadForTicket } from '../../access/accounts.ts';
import { permissionsOf } from '../../access/permissions.ts';
import { takeFinishedUpload } from '../../access/resumable-uploads.ts';
import { findLiveToken } from '../../access/tokens.ts';
import { noteRefusal, openUploadTicket } from '../../access/upload-tickets.ts';
import type { App } from '../../app.ts';
import { AppError } from '../../errors.ts';
import type { WebApp } from '../../web/web-app.ts';
import { endWithToken } from '../authentication.ts';
import { keepToOwnSite } from '../cors.ts';
import { expectedBytes, formLimits } from '../forms/form-limits.ts';
import { isMultipart, readMultipart } from '../forms/multipart.ts';
import { isForBrowser, sendPage } from '../pages/web-routes.ts';
import { readJson } from '../read-json.ts';
import { pagePolicy } from '../security-headers.ts';

const params = z.object({ ticket: z.string() });
const named = z.object({ upload: z.string() });
const page = (name: string) => readFile(new URL(`upload-page/${name}`, import.meta.url));

/**
 * The routes of upload tickets: the web app's page (or a plain page without the app), and the upload itself, for
 * browsers and for `curl -F file=@pack.zip`. The ticket is the only permission needed, whatever ACCESS says.
 */
export async function registerUploadTickets(
  server: FastifyInstance,
  app: App,
  web: Promise<WebApp | null>,
): Promise<void> {
  const { database, access } = app;
  const needs = { database, signer: access.ticketSigner, makers: access.makers };
  const mayRead = ({ viewer }: FastifyRequest) => permissionsOf(access.mode, viewer).has('read');
  const html = await page('page.html');
  const assets = [
    { url: '/upload/page.js', type: 'text/javascript; charset=utf-8', body: await page('page.js') },
    { url: '/upload/page.css', type: 'text/css; charset=utf-8', body: await page('page.css') },
  ];
  for (const { url, type, body } of assets) {
    server.get(url, async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(body),
    );
  }

  server.get('/upload/:ticket', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('vary', 'accept');
    if (isForBrowser(request)) {
      keepToOwnSite(reply);
      const found = await web;
      if (found) return sendPage(app, found, request, reply);
      return reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(html);
    }
    const { ticket } = await openUploadTicket(needs, params.parse(request.params).ticket);
    const { runConfiguration, expires } = ticket;
    // A ticket gives no permission to read, so the page shows only what this caller may see.
    const mayFollow = mayRead(request);
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ runConfiguration, expires, mayFollow }));
  });

  server.post('/upload/:ticket', async (request, reply) => {
    const { ticket, holder } = await openUploadTicket(needs, params.parse(request.params).ticket);
    endWithToken(app, reply, holder);
    const token = ticket.tokenId === null ? null : await findLiveToken(database, ticket.tokenId);
    const owner = { tokenId: ticket.tokenId, quota: token?.quota ?? null };
    const receive = async () => {
      if (!isMultipart(request)) {
        const finished = {
          id: finishedUpload(request, app.config.maxJsonDepth),
          uploader: { viewer: request.viewer, ticket },
        };
        return takeFinishedUpload(app, finished, (file, spend) =>
          uploadForTicket(app, ticket, request.viewer, file, spend),
        );
      }
      await using form = await readMultipart(
        request,
        await formLimits(app, request.viewer, 1, { owner, expected: expectedBytes(request) }),
      );
      const file = form.files.get('file');
      if (!file)
        throw new AppError('BAD_REQUEST', 'The form has no file in a part named file.', { field: 'file' });
      // The form discards its files at the end of the scope.
      return await uploadForTicket(app, ticket, request.viewer, file);
    };
    const run = await receive().catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      await noteRefusal(database, ticket.id, error);
      throw mayRead(request) ? error : forStrangers(error);
    });
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        JSON.stringify({
          message: 'The file is being stored and queued for checks.',
          success: true,
          modPackId: run.modPackId,
          runConfigId: run.runConfiguration.id,
          serverPackId: null,
          status: 'QUEUED',
          ...(run.ownerSecret !== undefined && { ownerSecret: run.ownerSecret }),
        }),
      );
  });
}

/** The id of the resumable upload that a JSON body names. Fails with BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE. */
function finishedUpload({ body }: FastifyRequest, maxDepth: number): string {
  if (typeof body !== 'string') {
    const message = 'A modpack is sent as multipart/form-data, or as JSON that names a finished upload.';
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', message);
  }
  const { data } = named.safeParse(readJson('The body of the request', body, maxDepth));
  if (data) return data.upload;
  const message = 'The JSON must be an object with the id of a finished upload in upload.';
  throw new AppError('BAD_REQUEST', message, { field: 'upload' });
}

/** Callers without the permission to read must not learn of another modpack with the same content. */
function forStrangers(error: AppError): AppError {
  if (error.code !== 'DUPLICATE_MOD_PACK') return error;
  const message = 'This modpack is stored already. Tell the person who gave you this link.';
  return new AppError('DUPLICATE_MOD_PACK', message, { field: 'file' });
}
