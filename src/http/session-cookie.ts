import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { createBaseUrl } from './base-url.ts';
import { isOfOwnPage } from './own-pages.ts';

/** The longest that browsers keep a cookie, in seconds; the service judges when a session ends. */
const longestAge = 400 * 86_400;

/** The cookie of signed-in browsers. */
export interface SessionCookie {
  /** Whether a page of this service has sent the request, or the user has; foreign pages act for nobody. */
  isOwn(request: IncomingMessage): boolean;
  /** The secret of the browser's session; null without one, and where another site's page has sent the request. */
  read(request: IncomingMessage): string | null;
  /** The header that has the browser keep this secret, or forget it for null. */
  write(request: IncomingMessage, secret: string | null): string;
}

/**
 * Reads and writes the cookie. Over https it has a name that browsers take from this host over https alone, so that
 * neither a subdomain nor the network can plant one.
 */
export function createSessionCookie(config: Pick<Config, 'publicUrl' | 'trustedProxies'>): SessionCookie {
  const { publicUrl } = config;
  const reachedBy = createBaseUrl({ ...config, publicUrl: null });
  const isOverHttps = (request: IncomingMessage) => {
    const reached = reachedBy(request);
    const isPublic = publicUrl !== null && hostOf(publicUrl) === hostOf(reached);
    return (isPublic ? publicUrl : reached).startsWith('https:');
  };
  const nameFor = (request: IncomingMessage) =>
    isOverHttps(request) ? '__Host-server-packs' : 'server-packs';
  const isOwn = (request: IncomingMessage) =>
    isOfOwnPage(request, [reachedBy(request), ...(publicUrl === null ? [] : [publicUrl])]);
  return {
    isOwn,
    read(request) {
      const secret = cookieValue(request.headers.cookie ?? '', nameFor(request));
      return secret !== null && isOwn(request) ? secret : null;
    },
    write(request, secret) {
      const age = secret === null ? 0 : longestAge;
      const ofHttps = isOverHttps(request) ? '; Secure' : '';
      return `${nameFor(request)}=${secret ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${ofHttps}`;
    },
  };
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}

function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const [given = '', value = ''] = pair.trim().split('=', 2);
    if (given === name && value !== '') return value;
  }
  return null;
}
