import type { Readable } from 'node:stream';
import { request } from 'undici';
import { z } from 'zod';
import { createAgent } from '../../src/fetching/connect.ts';
import { userAgent } from '../../src/fetching/user-agent.ts';
import type { CommandContext } from '../context.ts';
import { CommandFailed, exitCodes } from '../exit-codes.ts';
import { shown } from '../screen.ts';
import { parseJson, textOf } from './platform-requests.ts';
import { isThisMachine, type RegistryReference } from './registry-reference.ts';

/** Content that a registry keeps by its hash. */
export interface Blob {
  /** `sha256:` and hexadecimal digits. */
  digest: string;
  size: number;
  /** The bytes from `start` to before `end`. */
  open(start: number, end: number): Readable | Buffer;
}

/** A repository of a registry; the caller closes it. */
export interface Registry extends AsyncDisposable {
  /** Sends a blob unless it is there; whether it was sent. */
  sendBlob(blob: Blob): Promise<boolean>;
  /** Puts a manifest under the tag. */
  putManifest(type: string, manifest: Buffer): Promise<void>;
}

/** Milliseconds that a registry may take to answer once it has all bytes. */
const silenceMs = 300_000;
/** Bytes of a piece for a registry that does not take a blob whole; proxies often take no more than 100 MB. */
const pieceBytes = 32 * 1024 * 1024;

const tokens = z.object({ token: z.string().optional(), access_token: z.string().optional() });
const refusal = z.object({
  errors: z.array(z.object({ code: z.string(), message: z.string().optional() })).min(1),
});

/** Whether a registry has what it was asked for; it may name the server of its bytes, which nothing is asked. */
function isThere(status: number): boolean {
  return [200, 301, 302, 307, 308].includes(status);
}

interface Sent {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH';
  url: URL;
  headers?: Record<string, string>;
  /** Opened anew when the request is sent once more. */
  body?: () => Readable | Buffer;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/**
 * Speaks the OCI distribution specification 1.1 with one repository. Name and password go to the registry, and to the
 * server that it names for tokens, if that speaks https too. What either answers is not trusted.
 */
export function openRegistry(
  { registry, origin, repository, tag }: RegistryReference,
  login: string | null,
  { connect, signal }: Pick<CommandContext, 'connect' | 'signal'>,
): Registry {
  const agent = createAgent({ privateAddresses: true, connections: 1, silenceMs }, connect);
  const api = new URL(`/v2/${repository}/`, origin);
  let authorization: string | null = null;

  const sendOnce = async ({ method, url, headers, body }: Sent): Promise<Answer> => {
    const own = url.origin === origin && authorization !== null ? { authorization } : {};
    const sent = {
      dispatcher: agent,
      method,
      headers: { ...headers, ...own, 'user-agent': userAgent(null) },
      signal,
      body: body?.() ?? null,
    };
    const response = await request(url, sent).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new CommandFailed(exitCodes.away, `${url.host} cannot be reached, or broke off.`, { cause });
    });
    const text = await textOf(response.body);
    return { status: response.statusCode, headers: response.headers, text };
  };

  const send = async (sent: Sent): Promise<Answer> => {
    const answer = await sendOnce(sent);
    if (answer.status !== 401 || sent.url.origin !== origin) return answer;
    authorization = await authorize(String(answer.headers['www-authenticate'] ?? ''));
    return sendOnce(sent);
  };

  /** What proves to the registry who asks, by the challenge that it has answered. */
  const authorize = async (challenge: string): Promise<string> => {
    if (/^basic\b/i.test(challenge) && login !== null) return `Basic ${login}`;
    const asked = new Map(
      Array.from(challenge.matchAll(/(\w+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value]),
    );
    const realm = URL.parse(asked.get('realm') ?? '');
    if (!/^bearer\b/i.test(challenge) || realm === null) throw notAllowed();
    if (
      realm.protocol !== 'https:' &&
      !(realm.protocol === 'http:' && (realm.origin === origin || isThisMachine(realm.host)))
    ) {
      const message = `${registry} names ${shown(realm.href, 200)} for tokens, which does not speak https; nothing is sent there.`;
      throw new CommandFailed(exitCodes.refusedRequest, message);
    }
    const service = asked.get('service');
    if (service !== undefined) realm.searchParams.set('service', service);
    realm.searchParams.set('scope', `repository:${repository}:pull,push`);
    const headers = login === null ? {} : { authorization: `Basic ${login}` };
    const { status, text } = await sendOnce({ method: 'GET', url: realm, headers });
    const { token, access_token: accessToken } = tokens.safeParse(parseJson(text)).data ?? {};
    const given = token || accessToken;
    if (status !== 200 || !given || /[^\x21-\x7e]/.test(given)) throw notAllowed();
    return `Bearer ${given}`;
  };

  const notAllowed = () =>
    new CommandFailed(
      exitCodes.refusedRequest,
      login === null
        ? `${registry} wants to know who asks: set REGISTRY_USERNAME and REGISTRY_PASSWORD, or run docker login.`
        : `${registry} refuses this name and password.`,
    );

  const refused = ({ status, text }: Answer) => {
    if (status === 401) return notAllowed();
    const [said] = refusal.safeParse(parseJson(text)).data?.errors ?? [];
    const words = said === undefined ? '.' : `: ${shown(said.message ?? said.code)}`;
    return new CommandFailed(
      exitCodes.refusedRequest,
      `${registry} refuses this with status ${status}${words}`,
    );
  };

  /** Where an upload goes on: at the registry, or at another host over https. */
  const placeOf = ({ headers }: Answer): URL => {
    const place = URL.parse(String(headers.location ?? ''), api.href);
    if (place !== null && (place.origin === origin || place.protocol === 'https:')) return place;
    const message = `${registry} names no place for the upload, or one that does not speak https.`;
    throw new CommandFailed(exitCodes.refusedRequest, message);
  };

  const beginUpload = async (): Promise<Answer> => {
    const begun = await send({
      method: 'POST',
      url: new URL('blobs/uploads/', api),
      headers: { 'content-length': '0' },
    });
    if (begun.status !== 202) throw refused(begun);
    return begun;
  };

  const octets = (length: number) => ({
    'content-type': 'application/octet-stream',
    'content-length': String(length),
  });
  const completing = (place: URL, digest: string) => {
    place.searchParams.set('digest', digest);
    return place;
  };

  const sendInPieces = async ({ digest, size, open }: Blob): Promise<Answer> => {
    let answer = await beginUpload();
    const least = Number(answer.headers['oci-chunk-min-length'] ?? 0);
    const piece = Math.max(pieceBytes, Number.isSafeInteger(least) ? least : 0);
    for (let start = 0; start < size; start += piece) {
      const end = Math.min(size, start + piece);
      answer = await send({
        method: 'PATCH',
        url: placeOf(answer),
        headers: { ...octets(end - start), 'content-range': `${start}-${end - 1}` },
        body: () => open(start, end),
      });
      if (answer.status !== 202) throw refused(answer);
    }
    return send({ method: 'PUT', url: completing(placeOf(answer), digest), headers: octets(0) });
  };

  return {
    async sendBlob(blob) {
      const { digest, size, open } = blob;
      const found = await send({ method: 'HEAD', url: new URL(`blobs/${digest}`, api) });
      if (isThere(found.status)) return false;
      if (found.status !== 404) throw refused(found);
      const url = completing(placeOf(await beginUpload()), digest);
      const whole = await send({ method: 'PUT', url, headers: octets(size), body: () => open(0, size) });
      const last = whole.status === 413 ? await sendInPieces(blob) : whole;
      if (last.status !== 201) throw refused(last);
      return true;
    },
    async putManifest(type, manifest) {
      const headers = { 'content-type': type, 'content-length': String(manifest.length) };
      const url = new URL(`manifests/${tag}`, api);
      const put = await send({ method: 'PUT', url, headers, body: () => manifest });
      if (put.status !== 201) throw refused(put);
    },
    [Symbol.asyncDispose]: () => agent.close(),
  };
}
