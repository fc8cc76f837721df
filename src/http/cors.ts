import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
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

/** Headers of every answer, and those of OPTIONS: for a preflight, or for a plain question. */
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
 * Lets pages of other sites call the APIs: of all sites where anybody may do everything, else of those that CORS_ORIGINS names.
 * Answers OPTIONS: for uploads with what their protocol tells there too.
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
    const wished = request.headers['access-control-request-headers'];
    if (wished !== undefined) reply.header('access-control-allow-headers', wished);
    reply.code(204).headers(ofOptions).send();
  });
  if (corsOrigins !== '*') {
    // A route's own headers win. Set here because files are sent without the later hooks.
    server.addHook('onSend', (_request, reply, payload, done) => {
      const vary = String(reply.getHeader('vary'));
      if (!vary.includes('Origin')) reply.header('vary', `${vary}, Origin`);
      done(null, payload);
    });
  }
  // For the hook to be asked, there has to be a route.
  server.options('*', (_request, reply) => reply.send());
}

const allowOrigin = 'access-control-allow-origin';

function allowedOrigin(origins: Config['corsOrigins'], origin: string | undefined): string | null {
  if (origins === '*') return '*';
  return origin !== undefined && origins.includes(origin) ? origin : null;
}

/** Removes the headers that let other sites read an answer, since it is a page of ours. */
export function keepToOwnSite(reply: FastifyReply): void {
  reply.removeHeader(allowOrigin).removeHeader('access-control-expose-headers');
}

/**
 * Whether a page of a site that may not read here asks for a socket, to which browsers apply no such rule. Our own pages are
 * known by what a browser says of itself, or by the host that they came from.
 */
export function isForeignSocket(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { corsOrigins }: Pick<Config, 'corsOrigins'>,
  baseUrl: string,
): boolean {
  const { origin, host } = headers;
  if (origin === undefined || allowedOrigin(corsOrigins, origin) !== null) return false;
  if (headers['sec-fetch-site'] === 'same-origin') return false;
  const own = [host, URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined];
  return !URL.canParse(origin) || !own.includes(new URL(origin).host);
}
