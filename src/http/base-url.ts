import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/**
 * The address, such as https://packs.example, by which a request on a socket reached the service, for links: PUBLIC_URL
 * if it is set, else the address that a trusted proxy states, else the Host header. Fastify applies the same rules to
 * requests over HTTP; a test compares the two.
 */
export function createBaseUrl({
  publicUrl,
  trustedProxies,
}: Pick<Config, 'publicUrl' | 'trustedProxies'>): (request: IncomingMessage) => string {
  if (publicUrl !== null) return () => publicUrl;
  const isTrusted = proxyAddr.compile(trustedProxies);
  return ({ headers, socket }) => {
    const forwarded = (name: string) =>
      isTrusted(socket.remoteAddress ?? '', 0) ? lastOf(headers[name]) : undefined;
    const host = forwarded('x-forwarded-host') ?? headers.host ?? 'localhost';
    return `${forwarded('x-forwarded-proto') ?? 'http'}://${host}`;
  };
}

/** The base address of links in the answer to a request over HTTP. */
export function baseUrlOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
  return publicUrl ?? `${protocol}://${host}`;
}

/** The entry that the nearest proxy has written. */
function lastOf(header: string | string[] | undefined): string | undefined {
  const last = String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return last === '' ? undefined : last;
}

/** Number of Host headers: with several, a proxy may have used another one than this service does. */
export function hostHeaders({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  }
  return count;
}
