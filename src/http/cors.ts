import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { isOfResumableUploads, protocolHeaders } from './uploads/resumable-uploads.ts';

const exposed = [
  'Content-Disposition',
  'Content-Length',
  'ETag',
  'Content-Range',
  'Accept-Ranges',
  'X-Request-Id',
  'Retry-After',
  'Allow',
  'WWW-Authenticate',
];

const exposedOfUploads = [
  ...exposed,
  'Location',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Expires',
];

/** What every answer says, and what OPTIONS is answered beside it: with the headers of a preflight, or as a harmless question. */
interface Rules {
  ofAnswers: Record<string, string>;
  ofOptions: Record<string, string>;
}

function rulesOf(
  exposedHeaders: readonly string[],
  methods: string,
  more: Record<string, string> = {},
): Rules {
  const ofAnswers = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': exposedHeaders.join(', '),
  };
  const vary = 'Access-Control-Request-Headers';
  return {
    ofAnswers,
    ofOptions: { 'access-control-allow-methods': methods, vary, 'content-length': '0', ...more },
  };
}

/** Lets pages of other sites call the APIs, and answers OPTIONS: for uploads with what their protocol tells there too. */
export function registerCors(server: FastifyInstance, config: Config): void {
  const ofMost = rulesOf(exposed, 'GET, HEAD, POST');
  const ofUploads = rulesOf(exposedOfUploads, 'HEAD, POST, PATCH, DELETE', protocolHeaders(config));
  server.addHook('onRequest', (request, reply, done) => {
    const { ofAnswers, ofOptions } = isOfResumableUploads(request.url) ? ofUploads : ofMost;
    reply.headers(ofAnswers);
    if (request.method !== 'OPTIONS') return done();
    const wished = request.headers['access-control-request-headers'];
    if (wished !== undefined) reply.header('access-control-allow-headers', wished);
    reply.code(204).headers(ofOptions).send();
  });
  // For the hook to be asked, there has to be a route.
  server.options('*', (_request, reply) => reply.send());
}
