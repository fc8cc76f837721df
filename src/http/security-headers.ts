import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { WebPage } from '../web/web-app.ts';

/**
 * Headers of every answer. The policy is for data, which may not run, load or be framed; pages replace it with their
 * own.
 */
const ofAnswers = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  // The filter of old browsers did more harm than good.
  'x-xss-protection': '0',
};

/** The API may be used by all other sites. */
const forAllSites = { 'cross-origin-resource-policy': 'cross-origin' };

/** Only a service that is reached over https may promise to stay there. */
const overHttps = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** The policy of the service's own pages: own scripts and styles, own server, nothing inline. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The policy of the web app: that of the other pages, plus the inline contents of `page` by hash, sockets to the
 * service at `baseUrl` and the sign-in hosts in `others`.
 */
export function appPolicy({
  baseUrl,
  others,
  page,
}: {
  baseUrl: string;
  others: readonly string[];
  page: Pick<WebPage, 'scripts' | 'styles'>;
}): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...page.scripts].join(' '),
    ["style-src 'self'", ...page.styles].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...others].join(' ')}${socketSource(baseUrl)}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The policy of GraphiQL: own scripts and styles, which its editor extends, and the workers that the editor creates.
 * The page connects only to the service at `baseUrl`, also over sockets.
 */
export function graphiqlPolicy(baseUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' blob:",
    'worker-src blob:',
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    'font-src data:',
    `connect-src 'self'${socketSource(baseUrl)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Some browsers do not count a socket as the page's own origin. An invalid host is left out. */
function socketSource(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return '';
  const { protocol, host } = new URL(baseUrl);
  if (!/^[\w.:[\]-]+$/.test(host)) return '';
  return ` ${protocol === 'https:' ? 'wss' : 'ws'}://${host}`;
}

/** Sends security headers with every answer. */
export function registerSecurityHeaders(
  server: FastifyInstance,
  { publicUrl, corsOrigins }: Pick<Config, 'publicUrl' | 'corsOrigins'>,
): void {
  const headers = {
    ...ofAnswers,
    ...(corsOrigins === '*' ? forAllSites : {}),
    ...(publicUrl?.startsWith('https:') ? overHttps : {}),
  };
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
