import proxyAddr from '@fastify/proxy-addr';
import { isLoopback } from '../access/client-address.ts';
import type { Config } from '../config.ts';
import { type Finding, ok, warn, wordsOf } from './finding.ts';

type Settings = Pick<Config, 'access' | 'host' | 'publicUrl' | 'rateLimits' | 'trustedProxies'>;

/** An address of no network (RFC 5737), which no list of proxies should have. */
const anyAddress = '203.0.113.1';
const answerMs = 5_000;

/** Whether callers are told apart, and may do only what is meant. */
export function checkCallers(settings: Settings): Finding[] {
  const found = [...checkAccess(settings), ...checkProxy(settings)];
  return found.length > 0 ? found : [ok('ACCESS, PUBLIC_URL and TRUSTED_PROXIES go together.')];
}

function checkAccess({ access, host }: Settings): Finding[] {
  if (access !== 'open' || isLoopback(host)) return [];
  return [
    warn(
      `ACCESS is open and others can reach ${host}: anyone may upload, build and download. To allow less, set ACCESS to ` +
        'read-only or closed and make tokens with "npm run token".',
    ),
  ];
}

function checkProxy({ publicUrl, rateLimits, trustedProxies }: Settings): Finding[] {
  if (trustedProxies.length > 0 && proxyAddr.compile(trustedProxies)(anyAddress, 0))
    return [
      warn(
        'TRUSTED_PROXIES has every address, so callers can claim any address in X-Forwarded-For and pass by the limits. ' +
          'Name the addresses of your proxies alone.',
      ),
    ];
  // The service itself speaks plain HTTP, so a proxy is in front of it.
  if (publicUrl?.startsWith('https:') && trustedProxies.length === 0 && rateLimits !== null)
    return [
      warn(
        'PUBLIC_URL leads to a proxy, and TRUSTED_PROXIES is not set: all callers share the limits of one address, ' +
          'that of the proxy. Set TRUSTED_PROXIES to its address (loopback for this machine).',
      ),
    ];
  return [];
}

/** Whether PUBLIC_URL leads to a running service. */
export async function checkPublicUrl({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding[]> {
  if (publicUrl === null) return [];
  try {
    const answer = await fetch(`${publicUrl}/health/live`, { signal: AbortSignal.timeout(answerMs) });
    await answer.body?.cancel();
    if (answer.ok) return [ok(`${publicUrl} leads to the service.`)];
    return [
      warn(`${publicUrl}/health/live answers ${answer.status}. Start the service, or see to the proxy.`),
    ];
  } catch (error) {
    return [warn(`${publicUrl} does not answer: ${wordsOf(error)}. Start the service, or see to the proxy.`)];
  }
}
