import { type Agent, type Dispatcher, interceptors } from 'undici';
import { judgeLink } from './hosts.ts';
import { type KeyHosts, withKey } from './key-hosts.ts';
import { FetchError } from './problem-codes.ts';
import type { FetchSettings } from './settings.ts';

/** Redirects of one request; GitHub needs two. */
const mostRedirects = 5;

/** Most bytes read of an answer that is not the file: a redirect or an error. */
const mostAside = 65_536;

/** Statuses after which a retry may succeed. */
const passing = [429, 500, 502, 503, 504];

const passingErrors = [
  'ECONNRESET',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETDOWN',
  'ENETUNREACH',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
];

/**
 * The dispatcher for files. Every request, redirects included, is checked against the list of hosts; 429 and 5xx are
 * retried; a broken body is resumed. Retrying wraps redirecting, so that an expired signed address is requested again.
 * The key is sent to its own hosts alone, and dropped at each redirect.
 */
export function fileDispatcher(agent: Agent, settings: FetchSettings, keyed: KeyHosts): Dispatcher {
  return agent.compose(
    withKey(keyed),
    judged(settings.hosts),
    interceptors.redirect({ maxRedirections: mostRedirects, throwOnMaxRedirect: true }),
    retried(settings),
  );
}

/** The dispatcher for a platform's API. It follows no redirects, so that a key never leaves for another host. */
export function apiDispatcher(agent: Agent, settings: FetchSettings): Dispatcher {
  return agent.compose(retried(settings));
}

function retried({ retries, retryDelayMs, fileMs }: FetchSettings): Dispatcher.DispatcherComposeInterceptor {
  return interceptors.retry({
    maxRetries: retries,
    minTimeout: retryDelayMs,
    // Retry-After is honoured in full, since an earlier request would get 429 again; the file's time limit still
    // applies.
    maxTimeout: fileMs,
    methods: ['GET', 'POST'],
    statusCodes: passing,
    errorCodes: passingErrors,
  });
}

function judged(hosts: readonly string[]): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    try {
      judgeLink(new URL(options.path, options.origin).href, hosts);
    } catch (error) {
      // The error is not thrown: undici would take an error thrown during a redirect for a fault of the previous
      // answer.
      queueMicrotask(() => handler.onResponseError?.(refusedRequest(), asError(error)));
      return true;
    }
    return dispatch(options, boundAside(handler));
  };
}

/** Limits the bytes read of answers other than the file. */
function boundAside(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  let room = Number.POSITIVE_INFINITY;
  return {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
    onResponseStart(controller, status, headers, message) {
      room = status === 200 || status === 206 ? Number.POSITIVE_INFINITY : mostAside;
      handler.onResponseStart?.(controller, status, headers, message);
    },
    onResponseData(controller, chunk) {
      room -= chunk.length;
      if (room < 0)
        controller.abort(new FetchError('FETCH_BROKEN', 'answers with more than a status and a few words'));
      else handler.onResponseData?.(controller, chunk);
    },
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
  };
}

/** A controller for the handler of a request that was never made. */
function refusedRequest(): Dispatcher.DispatchController {
  return { aborted: false, paused: false, reason: null, abort() {}, pause() {}, resume() {} };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
