import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isOfResumableUploads, protocolHeaders } from './resumable-uploads.ts';

const ofMost = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST'],
  // OPTIONS without the headers of a preflight is a harmless question too.
  strictPreflight: false,
  exposedHeaders: [
    'Content-Disposition',
    'Content-Length',
    'ETag',
    'Content-Range',
    'Accept-Ranges',
    'X-Request-Id',
    'Retry-After',
    'Allow',
    'WWW-Authenticate',
  ],
} satisfies FastifyCorsOptions;

const ofResumableUploads = {
  ...ofMost,
  methods: ['HEAD', 'POST', 'PATCH', 'DELETE'],
  exposedHeaders: [
    ...ofMost.exposedHeaders,
    'Location',
    'Tus-Resumable',
    'Tus-Version',
    'Tus-Extension',
    'Tus-Max-Size',
    'Upload-Offset',
    'Upload-Length',
    'Upload-Metadata',
    'Upload-Expires',
  ],
} satisfies FastifyCorsOptions;

/** Lets pages of other sites call the APIs, and answers OPTIONS: for uploads with what their protocol tells there too. */
export async function registerCors(server: FastifyInstance, config: Config): Promise<void> {
  server.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS' && isOfResumableUploads(request.url))
      reply.headers(protocolHeaders(config));
  });
  await server.register(cors, {
    delegator: (request: FastifyRequest, callback) =>
      callback(null, isOfResumableUploads(request.url) ? ofResumableUploads : ofMost),
  });
}
