import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { uploadForTicket } from '../access/accounts.ts';
import { permissionsOf } from '../access/permissions.ts';
import { findLiveToken } from '../access/tokens.ts';
import { openUploadTicket } from '../access/upload-tickets.ts';
import type { App } from '../app.ts';
import { AppError } from '../errors.ts';
import { endWithToken } from './authentication.ts';
import { formLimits } from './form-limits.ts';
import { readMultipart } from './multipart.ts';
import { pagePolicy } from './security-headers.ts';

const params = z.object({ ticket: z.string() });
const page = (name: string) => readFile(new URL(`upload-page/${name}`, import.meta.url));

/**
 * Where the links that upload tickets make lead: a page for browsers, and the upload itself, for browsers and for
 * `curl -F file=@pack.zip`. The ticket is all that is needed, whatever ACCESS says.
 */
export async function registerUploadTickets(server: FastifyInstance, app: App): Promise<void> {
  const { database, storage, versions, access } = app;
  const needs = { database, signer: access.ticketSigner };
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
    if (wantsPage(request)) {
      return reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(html);
    }
    const { runConfiguration, expires } = await openUploadTicket(needs, params.parse(request.params).ticket);
    // The ticket itself lets nobody watch; the page asks for no more than it will get.
    const mayFollow = permissionsOf(access.mode, request.viewer).has('read');
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ runConfiguration, expires, mayFollow }));
  });

  server.post('/upload/:ticket', async (request, reply) => {
    const ticket = await openUploadTicket(needs, params.parse(request.params).ticket);
    const token = ticket.tokenId === null ? null : await findLiveToken(database, ticket.tokenId);
    endWithToken(app, reply, { tokenId: ticket.tokenId, expires: token?.expires ?? null });
    const owner = { tokenId: ticket.tokenId, quota: token?.quota ?? null };
    await using form = await readMultipart(request, await formLimits(app, request.viewer, 1, owner));
    const file = form.files.get('file');
    if (!file)
      throw new AppError('BAD_REQUEST', 'The form has no file in a part named file.', { field: 'file' });
    const run = await uploadForTicket({ database, storage, versions }, ticket, file);
    return reply.type('application/json; charset=utf-8').send(
      JSON.stringify({
        message: 'The file is being stored and queued for checks.',
        success: true,
        modPackId: run.modPackId,
        runConfigId: run.runConfiguration.id,
        serverPackId: null,
        status: 'QUEUED',
      }),
    );
  });
}

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}
