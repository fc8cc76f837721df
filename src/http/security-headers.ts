import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { WebPage } from '../web/web-app.ts';

/**
 * Headers of every answer. The policy is for data, which may not run, load or be framed; our pages replace it with
 * their own.
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
  // Old browsers' filter did more harm than good.
  'x-xss-protection': '0',
};

/** The API is for all other sites too. */
const forAllSites = { 'cross-origin-resource-policy': 'cross-origin' };

/** Only who is reached over https may promise to stay there. */
const overHttps = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** The policy of our pages: own scripts and styles, own server, nothing inline. */
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
 * For the web app: as for our other pages, with what stands in its `page` by its hash, sockets to the service at `baseUrl`
 * and the `others` that it signs in with.
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
 * The policy of GraphiQL. Its page holds its scripts, allowed by hash, and styles, which its editor extends, and
 * creates the editor's workers. It connects to the service at `baseUrl` alone, over sockets too.
 */
export function graphiqlPolicy(baseUrl: string, scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    ['script-src', ...scripts, 'blob:'].join(' '),
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    `connect-src 'self'${socketSource(baseUrl)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Some browsers do not count a socket as the page's own origin. An invalid host is not repeated. */
function socketSource(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return '';
  const { protocol, host } = new URL(baseUrl);
  if (!/^[\w.:[\]-]+$/.test(host)) return '';
  return ` ${protocol === 'https:' ? 'wss' : 'ws'}://${host}`;
}

/** Sends the headers that tell browsers to be careful. */
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
