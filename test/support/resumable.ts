import { type ClientRequest, request } from 'node:http';
import { Upload } from 'tus-js-client';
import type { TestApp } from './app.ts';

type Headers = Record<string, string>;

/** An upload as it was begun. */
export interface Begun {
  status: number;
  /** Its address; empty when it was refused. */
  url: string;
  id: string;
  answer: Response;
}

/** Begins an upload of so many bytes. */
export async function begin(
  service: Pick<TestApp, 'url'>,
  size: number,
  { headers = {}, filename = 'pack.zip' }: { headers?: Headers; filename?: string } = {},
): Promise<Begun> {
  const answer = await fetch(`${service.url}/uploads`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': `filename ${Buffer.from(filename).toString('base64')}`,
      ...headers,
    },
  });
  const location = answer.headers.get('location');
  const url = location === null ? '' : new URL(location, service.url).href;
  return { status: answer.status, url, id: url.split('/').at(-1) ?? '', answer };
}

/** Sends bytes from an offset on, in one request, and answers how that went. */
export function send(
  url: string,
  bytes: Uint8Array,
  offset: number,
  headers: Headers = {},
): Promise<Response> {
  return fetch(url, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...headers,
    },
    body: new Uint8Array(bytes),
  });
}

/** A request that has sent some of what it promised, and goes on being under way. */
export interface Stuck {
  outgoing: ClientRequest;
  /** The status, or 0 when the connection was cut. */
  status: Promise<number>;
}

/** Begins to send `length` bytes from an offset on, but sends no more than `bytes`. */
export function sendPartOf(
  url: string,
  bytes: Uint8Array,
  { offset, length, headers = {} }: { offset: number; length: number; headers?: Headers },
): Stuck {
  const { promise, resolve } = Promise.withResolvers<number>();
  const outgoing = request(url, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'content-length': length,
      'upload-offset': offset,
      ...headers,
    },
  });
  outgoing.on('response', (answer) => {
    answer.resume();
    resolve(answer.statusCode ?? 0);
  });
  outgoing.on('error', () => resolve(0));
  outgoing.write(bytes);
  return { outgoing, status: promise };
}

/** How much has come, as the service says. */
export async function offsetOf(url: string, headers: Headers = {}): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0', ...headers } });
  return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : -answer.status;
}

/** What the protocol's own client does: asks how much has come, and sends the rest. Answers the offsets that it sent from. */
export function goOn(url: string, pack: Buffer, headers: Headers = {}): Promise<number[]> {
  const offsets: number[] = [];
  return new Promise((resolve, reject) => {
    const upload = new Upload(pack, {
      uploadUrl: url,
      headers,
      retryDelays: [0, 50, 100],
      onBeforeRequest(sent) {
        if (sent.getMethod() === 'PATCH') offsets.push(Number(sent.getHeader('Upload-Offset')));
      },
      onError: reject,
      onSuccess: () => resolve(offsets),
    });
    upload.start();
  });
}
