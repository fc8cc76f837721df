import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import { isOwnOrigin } from './own-pages.ts';
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
  'Link',
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

/** Headers of every answer, and headers of OPTIONS: for a preflight, or without one. */
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
    'access-control-expose-headers': exposedHeaders.join(', '),
  };
  const vary = 'Access-Control-Request-Headers';
  return {
    ofAnswers,
    ofOptions: { 'access-control-allow-methods': methods, vary, 'content-length': '0', ...more },
  };
}

/**
 * Lets pages of other sites call the APIs: of all sites where no permission is restricted, else of the sites in
 * CORS_ORIGINS. Answers OPTIONS; for uploads, the answer includes the headers of tus.
 */
export function registerCors(server: FastifyInstance, config: Config): void {
  const { corsOrigins } = config;
  const ofMost = rulesOf(exposed, 'GET, HEAD, POST');
  const ofUploads = rulesOf(exposedOfUploads, 'HEAD, POST, PATCH, DELETE', protocolHeaders(config));
  server.addHook('onRequest', (request, reply, done) => {
    const { ofAnswers, ofOptions } = isOfResumableUploads(request.url) ? ofUploads : ofMost;
    const allowed = allowedOrigin(corsOrigins, request.headers.origin);
    if (allowed !== null) reply.header(allowOrigin, allowed).headers(ofAnswers);
    if (corsOrigins !== '*') reply.header('vary', 'Origin');
    if (request.method !== 'OPTIONS') return done();
    const requested = request.headers['access-control-request-headers'];
    if (requested !== undefined) reply.header('access-control-allow-headers', requested);
    reply.code(204).headers(ofOptions).send();
  });
  if (corsOrigins !== '*') {
    // A route's own headers win. The headers are set here because files are sent without the later hooks.
    server.addHook('onSend', (_request, reply, payload, done) => {
      const vary = String(reply.getHeader('vary'));
      if (!vary.includes('Origin')) reply.header('vary', `${vary}, Origin`);
      done(null, payload);
    });
  }
  // Hooks run only for paths with a route.
  server.options('*', (_request, reply) => reply.send());
}

const allowOrigin = 'access-control-allow-origin';

function allowedOrigin(origins: Config['corsOrigins'], origin: string | undefined): string | null {
  if (origins === '*') return '*';
  return origin !== undefined && origins.includes(origin) ? origin : null;
}

/** Removes the headers that let other sites read an answer: the answer is a page of this service. */
export function keepToOwnSite(reply: FastifyReply): void {
  reply.removeHeader(allowOrigin).removeHeader('access-control-expose-headers');
}

/**
 * Whether a page of a site without read access requests a socket, since browsers do not apply CORS to sockets. Pages of
 * this service are recognised by the browser's fetch metadata, or by their host.
 */
export function isForeignSocket(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { corsOrigins }: Pick<Config, 'corsOrigins'>,
  baseUrl: string,
): boolean {
  const { origin } = headers;
  if (origin === undefined || allowedOrigin(corsOrigins, origin) !== null) return false;
  return headers['sec-fetch-site'] !== 'same-origin' && !isOwnOrigin(headers, [baseUrl]);
}
