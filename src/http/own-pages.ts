import type { IncomingMessage } from 'node:http';

/**
 * Whether a page of this service has sent a request, or the user by the address bar. Browsers mark requests to https
 * and to their own machine; elsewhere the origin tells, which they leave out where a GET goes to the page's own site.
 */
export function isOfOwnPage(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  ownAddresses: readonly string[],
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (headers.origin === undefined) return method === 'GET' || method === 'HEAD';
  return isOwnOrigin(headers, ownAddresses);
}

/** Whether the origin has the host that the request was sent to, or that of one of these addresses. */
export function isOwnOrigin(
  { origin = '', host }: IncomingMessage['headers'],
  ownAddresses: readonly string[],
): boolean {
  const own = ownAddresses.map((one) => (URL.canParse(one) ? new URL(one).host : undefined));
  return URL.canParse(origin) && [host, ...own].includes(new URL(origin).host);
}
