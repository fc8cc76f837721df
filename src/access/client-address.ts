import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Tells the address of a client, believing X-Forwarded-For only from trusted proxies. */
export type ClientAddress = (request: IncomingMessage) => string;

/** The setting: addresses, networks such as 10.0.0.0/8, or the words loopback, linklocal and uniquelocal. */
export const proxyList = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''))
  .refine(isProxyList, {
    error:
      'must be a list of addresses or networks such as 10.0.0.0/8, or of the words loopback, linklocal, uniquelocal, separated by commas',
  });

function isProxyList(entries: string[]): boolean {
  try {
    proxyAddr.compile(entries);
    return true;
  } catch {
    return false;
  }
}

/** The address that limits are counted by: IPv4 as it is, of IPv6 the /64 network, which one customer has whole. */
export function clientAddress(trustedProxies: string[]): ClientAddress {
  const isTrusted = proxyAddr.compile(trustedProxies);
  // A socket that has closed has no address.
  return (request) => countedAddress(proxyAddr(request, isTrusted) ?? '');
}

/** Whether only this machine reaches a server that is bound to this host. */
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
