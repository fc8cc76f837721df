import type { Dispatcher } from 'undici';
import { FetchError } from './problem-codes.ts';

/** The hosts that require a key, and the key. */
export interface KeyHosts {
  /** Each with its port where it is not 443. */
  hosts: readonly string[];
  /** Secret; null: the operator has set none. */
  key: string | null;
}

/**
 * CurseForge's file hosts, which answer 401 to a request without a key since 2026-07-16
 * (https://blog.curseforge.com/introducing-api-key-authentication-for-curseforge-file-downloads/). The first redirects
 * to the second.
 */
export const defaultKeyHosts: readonly string[] = ['edge.forgecdn.net', 'mediafilez.forgecdn.net'];

/** Statuses for a missing or invalid key. */
export const keyRefusals: readonly number[] = [401, 403];

/**
 * Adds the key to requests to these hosts, and explains a refusal. The key is added below the redirects, because each
 * redirect is a request of its own that starts without added headers.
 */
export function withKey({ hosts, key }: KeyHosts): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const { protocol, host } = new URL(String(options.origin));
    if (protocol !== 'https:' || !hosts.includes(host)) return dispatch(options, handler);
    return dispatch(
      key === null ? options : { ...options, headers: [...flat(options.headers), 'x-api-key', key] },
      explainRefusals(handler, (status) => refusedKey(status, key)),
    );
  };
}

/** The reason why CurseForge, or a host of its files, refuses a request with this status; the text ends a sentence. */
export function refusedKey(status: number, key: string | null): FetchError {
  return key === null
    ? new FetchError(
        'FETCH_NO_KEY',
        `answers ${status}: CurseForge gives files only to those who send a key, and the operator has set none. Set CURSEFORGE_API_KEY, from console.curseforge.com`,
      )
    : new FetchError(
        'FETCH_KEY_REFUSED',
        `answers ${status} although a key was sent: CurseForge does not take it. Renew CURSEFORGE_API_KEY, at console.curseforge.com`,
      );
}

/** Headers as alternating names and values, the one form that can be appended to. */
function flat(headers: Dispatcher.DispatchOptions['headers']): string[] {
  if (headers === null || headers === undefined) return [];
  if (Array.isArray(headers) && headers.every((one) => typeof one === 'string')) return headers;
  const pairs = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return pairs.flatMap((pair) => {
    const [name, value] = pair;
    return value === undefined ? [] : [value].flat().flatMap((one) => [String(name), String(one)]);
  });
}

function explainRefusals(
  handler: Dispatcher.DispatchHandler,
  refusal: (status: number) => FetchError,
): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
    onResponseStart(controller, status, headers, message) {
      if (keyRefusals.includes(status)) controller.abort(refusal(status));
      else handler.onResponseStart?.(controller, status, headers, message);
    },
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
  };
}
