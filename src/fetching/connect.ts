import dns from 'node:dns';
import net from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './addresses.ts';
import { FetchError } from './problem-codes.ts';

export interface ConnectSettings {
  /** Whether connections to addresses that are not public are allowed. */
  privateAddresses: boolean;
  /** Connections to one host at a time. */
  connections: number;
  /** Milliseconds within which a connection has to be open, and after which a silent one is closed. */
  silenceMs: number;
}

/** Replacements for the network in tests. */
export interface ConnectOverrides {
  /** The address that every name resolves to; it counts as public. */
  address?: string;
  /** The port that every name has at that address. */
  port?: number;
  /** Resolves names instead of the system. */
  lookup?: net.LookupFunction;
  /** Decides which addresses are public. */
  isPublic?: (address: string) => boolean;
  /** Trusted certificates, PEM. */
  ca?: string;
}

/**
 * A pool of connections that lead to public addresses only. The address is judged where the socket connects, with the
 * very DNS answer that the socket uses, so earlier and later answers for the name do not matter.
 */
export function createAgent(
  { privateAddresses, connections, silenceMs }: ConnectSettings,
  { address, lookup = lookUpFor(address), isPublic = isPublicFor(address), ca, port }: ConnectOverrides = {},
): Agent {
  const mayReach = (address: string) => privateAddresses || isPublic(address);
  const judged: net.LookupFunction = (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      if (error) return callback(error, found, family);
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address);
      // A name with any private address among its public ones is a trick or a mistake, so the connection is refused.
      if (addresses.every(mayReach)) return callback(null, found, family);
      callback(notPublic(hostname), found, family);
    });
  };
  const connector = buildConnector({
    lookup: judged,
    timeout: silenceMs,
    allowH2: false,
    ...(ca === undefined ? {} : { ca }),
  });
  return new Agent({
    connections,
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    allowH2: false,
    connect(options, callback) {
      // A literal address skips the lookup, so it is checked here.
      const literal = options.hostname.replace(/^\[|\]$/g, '');
      if (net.isIP(literal) !== 0 && !mayReach(literal)) return callback(notPublic(literal), null);
      connector(port === undefined ? options : { ...options, port: String(port) }, callback);
    },
  });
}

function lookUpFor(address: string | undefined): net.LookupFunction {
  if (address === undefined) return dns.lookup;
  const family = net.isIP(address);
  return (_name, options, callback) =>
    options.all ? callback(null, [{ address, family }]) : callback(null, address, family);
}

function isPublicFor(address: string | undefined): (address: string) => boolean {
  return address === undefined ? isPublicAddress : (found) => found === address;
}

function notPublic(host: string): FetchError {
  return new FetchError(
    'FETCH_PRIVATE_ADDRESS',
    `leads to ${host.slice(0, 100)}, whose address is not a public one`,
  );
}
