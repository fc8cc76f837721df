import { once } from 'node:events';
import { createServer } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { selfSigned } from './certificate.ts';

/** A file host over TLS on this machine, as slow as a network at times is. */
export interface FileHost extends AsyncDisposable {
  /** Such as https://localhost:43210. */
  address: string;
  /** Its certificate, PEM: whoever is to ask it has to trust that. */
  cert: string;
  serve(path: string, content: Buffer): void;
  /** Says that somebody is watching: until then it is slower still. */
  hurry(): void;
}

/** Milliseconds between two pieces of a file. */
const pauseMs = 100;
const pieceBytes = { unwatched: 2_048, watched: 16_384 };

export async function openFileHost(): Promise<FileHost> {
  const { key, cert } = selfSigned(['localhost']);
  const contents = new Map<string, Buffer>();
  let size = pieceBytes.unwatched;

  async function* pieces(content: Buffer): AsyncGenerator<Buffer> {
    for (let at = 0; at < content.length; ) {
      const piece = content.subarray(at, at + size);
      yield piece;
      at += piece.length;
      await sleep(pauseMs);
    }
  }

  const server = createServer({ key, cert }, (request, response) => {
    const content = contents.get(request.url ?? '');
    if (content === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': content.length });
    // Who goes away in the middle asks again or does not.
    pipeline(Readable.from(pieces(content)), response).catch(() => {});
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('The file host has no port.');
  return {
    address: `https://localhost:${listening.port}`,
    cert,
    serve: (path, content) => void contents.set(path, content),
    hurry() {
      size = pieceBytes.watched;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
