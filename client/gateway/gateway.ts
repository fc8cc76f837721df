import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createCredential, type TokenState } from './credential.ts';
import { GatewayAway, GatewayRefusal, isUnauthenticated } from './gateway-errors.ts';
import { multipartRequest, type UploadFile } from './multipart.ts';
import type { Operation } from './operation.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

/** The gateway, as a GraphQL client sees it. All addresses are those of GATEWAY_URL. */
export interface Gateway extends Subscriptions {
  /** While the gateway refuses the token, requests are sent without it. */
  readonly token: TokenState;
  /** The last request got an answer. */
  readonly isUp: boolean;
  /**
   * Runs a query or a mutation, given up after `patienceMs`, the gateway's own unless given. Rejects with `GatewayAway` or
   * `GatewayRefusal`, or as `signal` says.
   */
  ask<Result, Variables>(
    operation: Operation<Result, Variables>,
    variables: Variables,
    signal?: AbortSignal,
    patienceMs?: number,
  ): Promise<Result>;
  /**
   * Runs a mutation whose variables lack the file: it is streamed into the variable that `at` names, as it comes. Rejects
   * like `ask`; the file is always read to its end or destroyed.
   */
  upload<Result, Variables>(
    operation: Operation<Result, Variables>,
    variables: Variables,
    file: UploadFile,
    options: { at: string; signal: AbortSignal },
  ): Promise<Result>;
}

const envelope = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() }),
    )
    .optional(),
});

const problemDetails = z.object({ detail: z.string(), code: z.string().optional() });

/** The smallest query, to find out whether the token is accepted. */
const nothing = '{ __typename }';

/**
 * A client for the gateway at `url`. `token` goes with every request when there is one; `onTokenRefused` is called when
 * the gateway begins to refuse it. `patienceMs` is how long an answer is waited for. `partOf` gives the headers by which a request says which trace it is part of.
 */
export function createGateway({
  url,
  token,
  patienceMs = 10_000,
  onTokenRefused,
  partOf = () => ({}),
}: {
  url: URL;
  token: string | null;
  patienceMs?: number;
  onTokenRefused?: () => void;
  partOf?: () => Readonly<Record<string, string>>;
}): Gateway {
  const endpoint = new URL('graphql', url);
  const credential = createCredential(token, onTokenRefused);
  const subscriptions = createSubscriptions(endpoint, credential);

  let isUp = false;

  type Headers = Readonly<Record<string, string>>;

  async function send<Result>(
    init: { body: string | ReadableStream; headers: Headers; duplex?: 'half'; redirect?: 'error' },
    signal: AbortSignal,
  ): Promise<Result> {
    const response = await fetch(endpoint, {
      ...init,
      method: 'POST',
      headers: {
        accept: 'application/graphql-response+json, application/json',
        ...partOf(),
        ...init.headers,
      },
      signal,
    }).catch((cause: unknown) => {
      signal.throwIfAborted();
      isUp = false;
      throw new GatewayAway('The gateway cannot be reached', { cause });
    });
    isUp = true;
    return resultOf(response);
  }

  async function ask<Result, Variables>(
    operation: Operation<Result, Variables>,
    variables: Variables,
    signal?: AbortSignal,
    longestMs = patienceMs,
  ): Promise<Result> {
    const timeout = AbortSignal.timeout(longestMs);
    const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    const body = JSON.stringify({ query: operation.toString(), variables });
    const sendAs = (proof: Headers) =>
      send<Result>({ body, headers: { 'content-type': 'application/json', ...proof } }, either);
    try {
      return await withOrWithoutToken(sendAs);
    } catch (cause) {
      if (!timeout.aborted || signal?.aborted) throw cause;
      throw new GatewayAway('The gateway does not answer', { cause });
    }
  }

  /** A refused request did nothing, so it can be repeated without the token, which the gateway may allow. */
  async function withOrWithoutToken<Result>(sendAs: (proof: Headers) => Promise<Result>): Promise<Result> {
    if (credential.state === 'absent') return sendAs({});
    try {
      const result = await sendAs(credential.proof);
      credential.accept();
      return result;
    } catch (error) {
      if (!isUnauthenticated(error)) throw error;
      credential.refuse();
      return sendAs({});
    }
  }

  /** Finds out what the gateway makes of the token now, unless there is none. */
  async function tryToken(signal: AbortSignal): Promise<TokenState> {
    if (credential.state !== 'absent') await ask(nothing, {}, signal);
    return credential.state;
  }

  return {
    get token() {
      return credential.state;
    },
    get isUp() {
      return isUp;
    },
    ask,
    async upload(operation, variables, file, { at, signal }) {
      const request = { query: operation.toString(), variables };
      const { body, headers, close } = multipartRequest(request, at, file, randomUUID());
      try {
        // A file can be sent once only, so what becomes of the token is to be known before.
        await tryToken(signal);
        // The gateway takes forms only with a header that a page of another site cannot send unasked.
        const sent = { ...headers, 'graphql-preflight': '1', ...credential.usableProof };
        // A request that might follow a redirect is kept whole in memory, to be sent again.
        return await send({ body, headers: sent, duplex: 'half', redirect: 'error' }, signal);
      } catch (error) {
        // A gateway that withdraws a token ends what is under way with it, without a word.
        const wasAccepted = credential.state === 'accepted';
        if (wasAccepted && error instanceof GatewayAway && (await tryToken(signal)) === 'refused')
          throw new GatewayRefusal('UNAUTHENTICATED', 'The gateway withdrew the token during the upload.');
        throw error;
      } finally {
        close();
      }
    },
    ...subscriptions,
  };
}

/** Reads an answer by what its body is, whatever its status: refusals of uploads come with 4xx and a GraphQL body. */
async function resultOf<Result>(response: Response): Promise<Result> {
  const text = await response.text().catch((cause: unknown) => {
    throw new GatewayAway('The gateway broke off its answer', { cause });
  });
  const parsed = envelope.safeParse(parseJson(text));
  const [error] = parsed.data?.errors ?? [];
  if (error !== undefined) throw new GatewayRefusal(error.extensions?.code ?? '', error.message);
  // A refusal from outside of GraphQL comes as problem details (RFC 9457).
  const problem = problemDetails.safeParse(parseJson(text)).data;
  // A full store is no fault of a gateway that would be away.
  if (problem !== undefined && (response.status < 500 || response.status === 507))
    throw new GatewayRefusal(problem.code ?? '', problem.detail);
  if (parsed.data?.data == null)
    throw new GatewayAway(`The gateway answered ${response.status} without a GraphQL result`);
  const { data }: { data: Result } = JSON.parse(text);
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
