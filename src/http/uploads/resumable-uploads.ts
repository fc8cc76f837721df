import { randomUUID } from 'node:crypto';
import { finished, PassThrough, Readable } from 'node:stream';
import type { Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findOwnUpload, type Uploader } from '../../access/resumable-uploads.ts';
import { findLiveToken } from '../../access/tokens.ts';
import { admitUpload } from '../../access/upload-account.ts';
import { openUploadTicket, type UploadTicket } from '../../access/upload-tickets.ts';
import type { App } from '../../app.ts';
import type { Config } from '../../config.ts';
import { cleanFileName } from '../../core/files/file-name.ts';
import { beginUpload } from '../../core/files/resumable-uploads.ts';
import { AppError } from '../../errors.ts';
import { quotaExceeded } from '../../limits/quotas.ts';
import { limitKey } from '../../limits/rate-limits.ts';
import { problem, problemMediaType } from '../../rest/problem.ts';
import { demand, endWithToken } from '../authentication.ts';
import { dropRest } from '../forms/drop-rest.ts';
import { inOurWords } from './resumable-words.ts';

const path = '/uploads';
const protocolVersion = '1.0.0';
/** Request headers of tus. */
const protocolRequestHeaders = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-concat',
  'content-type',
  'content-length',
];
/** Milliseconds: the caller has already waited for the other connection to end. */
const drainMs = 10;

/** The caller of a request, with its ticket and its failure. */
interface Exchange extends Omit<Uploader, 'ticket'> {
  ticket: UploadTicket | null;
  failure: Error | null;
}

export function isOfResumableUploads(url: string): boolean {
  return url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`);
}

/** The headers in which tus describes this service. */
export function protocolHeaders({ maxUploadBytes }: Pick<Config, 'maxUploadBytes'>): Record<string, string> {
  return {
    'tus-resumable': protocolVersion,
    'tus-version': protocolVersion,
    'tus-extension': 'creation,creation-with-upload,expiration,termination',
    'tus-max-size': String(maxUploadBytes),
  };
}

/**
 * Serves uploads that continue after a lost connection or a restart, by the protocol tus 1.0. A finished upload is used
 * instead of a file: in `uploadModPack`, or at the link of a ticket.
 */
export function registerResumableUploads(server: FastifyInstance, app: App): void {
  const exchanges = new WeakMap<Request, Exchange>();
  const exchangeOf = (request: Request): Exchange => {
    const exchange = exchanges.get(request);
    if (!exchange) throw new Error('A request came to the uploads by another way.');
    return exchange;
  };
  /** Loads the library, which takes 10 MiB, for the first resumable upload. */
  const openTus = async () => {
    const { Server } = await import('@tus/server');
    const { ResumableStore } = await import('./resumable-store.ts');
    return new Server({
      path,
      relativeLocation: true,
      datastore: new ResumableStore(app),
      locker: app.access.uploadLocks,
      lockDrainTimeout: drainMs,
      namingFunction: () => randomUUID(),
      async onIncomingRequest(request, id) {
        if (request.method !== 'POST') await findOwnUpload(app.database.db, id, exchangeOf(request));
      },
      async onUploadCreate(request, { id, size = 0, metadata }) {
        const filename = cleanFileName(metadata?.filename ?? '');
        await begin(app, exchangeOf(request), { id, size, filename });
        app.prepareWork();
        return { metadata: { filename } };
      },
      onResponseError(request, error) {
        if (error instanceof Error) exchangeOf(request).failure = error;
        return undefined;
      },
    });
  };
  let tus: Promise<Server> | undefined;

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const exchange = { viewer: request.viewer, ticket: await showTicket(app, request, reply), failure: null };
    reply.header('tus-resumable', protocolVersion);
    if (request.headers['upload-defer-length'] !== undefined) {
      const message =
        'Say in Upload-Length how many bytes will come: a length that is told later is not taken.';
      throw new AppError('BAD_REQUEST', message);
    }
    const web = toWebRequest(request);
    exchanges.set(web, exchange);
    try {
      tus ??= openTus();
      const answer = await (await tus).handleWeb(web);
      const { failure } = exchangeOf(web);
      if (failure) throw failure;
      return await send(reply, answer);
    } finally {
      request.raw.unpipe();
      dropRest(request.raw);
    }
  }

  server.register(
    async (scope) => {
      // Bytes stay on the wire until the store takes them.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.route({ method: 'POST', url: '/', handler: handle });
      scope.refuseOtherMethods('/', ['POST']);
      scope.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: '/:id', handler: handle });
      scope.refuseOtherMethods('/:id', ['HEAD', 'PATCH', 'DELETE']);
    },
    { prefix: path },
  );
}

/**
 * The ticket of a request; null for a request without one, which needs the permission to publish. Fails as tickets do,
 * and with UNAUTHENTICATED or FORBIDDEN.
 */
async function showTicket(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UploadTicket | null> {
  const text = request.headers['upload-ticket'];
  if (text === undefined) {
    demand(app, request, 'publish');
    return null;
  }
  const { database, access } = app;
  const needs = { database, signer: access.ticketSigner, makers: access.makers };
  const { ticket, holder } = await openUploadTicket(needs, String(text));
  endWithToken(app, reply, holder);
  return ticket;
}

/** Begins an upload under the limits of any other. Fails as `admitUpload`, with TOO_LARGE, and as the store. */
async function begin(
  app: App,
  { viewer, ticket }: Exchange,
  upload: { id: string; size: number; filename: string },
): Promise<void> {
  const { kind, name, address, tokenId } = viewer;
  const ofTicket =
    ticket === null || ticket.tokenId === null ? null : await findLiveToken(app.database, ticket.tokenId);
  const owner = ticket === null ? viewer : { tokenId: ticket.tokenId, quota: ofTicket?.quota ?? null };
  const { left } = await admitUpload(app, viewer, { owner, expected: upload.size });
  const most = app.config.maxUploadBytes;
  if (upload.size > most) {
    throw new AppError('TOO_LARGE', `The file has ${upload.size} bytes; at most ${most} are accepted.`);
  }
  if (left !== null && upload.size > left) throw quotaExceeded(owner.quota ?? 0, left);
  await beginUpload(app, {
    ...upload,
    caller: limitKey(viewer),
    beganBy: { kind, name, address, tokenId },
    tokenId: owner.tokenId,
    ticketId: ticket?.id ?? null,
  });
}

/**
 * The request for the library, with only the protocol's headers: the library also judges headers that proxies add, and
 * refuses lists of several proxies. The body comes through a pipe of its own, so that the rest can be dropped.
 */
function toWebRequest({ raw, method, url, headers }: FastifyRequest): Request {
  const web = new Headers();
  for (const name of protocolRequestHeaders) {
    const value = headers[name];
    if (typeof value === 'string') web.set(name, value);
  }
  const address = new URL(url, 'http://localhost');
  if (method !== 'PATCH' && method !== 'POST') return new Request(address, { method, headers: web });
  const body = new PassThrough();
  finished(raw, { writable: false }, (error) => {
    if (error) body.destroy(error);
  });
  raw.pipe(body);
  return new Request(address, { method, headers: web, body: Readable.toWeb(body), duplex: 'half' });
}

/** Sends the library's answer; refusals get the service's own form. */
async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.status(answer.status);
  for (const [name, value] of answer.headers) {
    const isOurs = name.startsWith('access-control-') || name === 'content-length' || name === 'connection';
    if (!isOurs) reply.header(name, value);
  }
  if (answer.status < 400) return reply.send(null);
  const code = answer.status === 404 ? 'NOT_FOUND' : answer.status === 409 ? 'CONFLICT' : 'BAD_REQUEST';
  const details = problem(answer.status, code, inOurWords(await answer.text()));
  return reply.type(problemMediaType).send(JSON.stringify(details));
}
