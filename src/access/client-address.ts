import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** Finds the address of a client, trusting X-Forwarded-For only from trusted proxies. */
export type ClientAddress = (request: IncomingMessage) => string;

/** Whether all of them can be trusted proxies: addresses, networks, or words for them. */
export function isProxyList(entries: string[]): boolean {
  try {
    proxyAddr.compile(entries);
    return true;
  } catch {
    return false;
  }
}

/** The address that limits count by: IPv4 as it is; for IPv6 the /64 network, which one customer has as a whole. */
export function clientAddress(trustedProxies: string[]): ClientAddress {
  const isTrusted = proxyAddr.compile(trustedProxies);
  // A socket that has closed has no address.
  return (request) => countedAddress(proxyAddr(request, isTrusted) ?? '');
}

/** Whether a server bound to this host can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

function countedAddress(address: string): string {
  // Plain IPv4 is the common case and needs no parsing.
  if (isIPv4(address)) return address;
  // A link-local address carries the name of its interface.
  const [plain = ''] = address.split('%');
  if (!ipaddr.isValid(plain)) return 'unknown';
  const parsed = ipaddr.process(plain);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().fill(0, 8);
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}
