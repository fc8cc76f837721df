import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

/** A web server on a free port that plays the sites which start scripts download from. */
export interface DownloadSite extends AsyncDisposable {
  /** Scheme, host and port, to be given as MIRROR. */
  address: string;
  /** Paths asked for, in order. */
  requests: string[];
  /** Answers a path with this content, and all others with 404. */
  publish(path: string, content: string | Uint8Array): void;
  /** Publishes a file as Maven repositories do, with a checksum of each of these algorithms beside it. */
  publishVerified(path: string, content: string | Uint8Array, algorithms?: string[]): void;
}

export async function openDownloadSite(): Promise<DownloadSite> {
  const files = new Map<string, string | Uint8Array>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const content = files.get(path);
    response.writeHead(content === undefined ? 404 : 200, { connection: 'close' });
    response.end(content ?? 'no such file');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('The download site has no port.');
  return {
    address: `http://127.0.0.1:${listening.port}`,
    requests,
    publish: (path, content) => void files.set(path, content),
    publishVerified: (path, content, algorithms = ['sha1', 'sha256']) => {
      files.set(path, content);
      for (const algorithm of algorithms) {
        files.set(`${path}.${algorithm}`, createHash(algorithm).update(content).digest('hex'));
      }
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
