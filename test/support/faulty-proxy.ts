import { once } from 'node:events';
import http from 'node:http';

/** What becomes of one request: nothing bad, a status of the proxy's own, silence, an answer that is cut off or stands still midway, a request that is changed. */
export type Fault = null | number | 'silence' | 'cut' | 'stall' | 'changed request';

/** Stands before an HTTP server, and does to requests what it is told. */
export interface FaultyProxy extends AsyncDisposable {
  url: string;
  /** Method and path of what was asked for, in order. */
  readonly asked: string[];
  /** From which byte on those asked that did not want a whole file, in order. */
  readonly starts: number[];
  /** Judges each request from now on. */
  judge(fault: (request: http.IncomingMessage) => Fault): void;
}

/** An answer that is cut off or stands still has this many bytes. */
const cutAfter = 1_000_000;

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const asked: string[] = [];
  const starts: number[] = [];
  let judge: (request: http.IncomingMessage) => Fault = () => null;
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const [, start] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
    if (start !== undefined) starts.push(Number(start));
    const fault = judge(request);
    request.on('error', () => {});
    response.on('error', () => {});
    if (fault === 'silence') return void request.resume();
    if (typeof fault === 'number') {
      request.resume();
      return void response.writeHead(fault).end();
    }
    // It has been told to go on already.
    const { expect: _expect, ...headers } = request.headers;
    const onward = http.request(
      new URL(request.url ?? '/', target),
      // With the name of the host that was asked, which is part of the signature.
      { method: request.method, headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        let sent = 0;
        answer.on('data', (chunk: Buffer) => {
          sent += chunk.length;
          if (fault === 'stall' && sent >= cutAfter) return;
          response.write(chunk);
          if (fault === 'cut' && sent >= cutAfter) response.destroy();
        });
        answer.on('end', () => fault !== 'stall' && response.end());
        answer.on('error', () => response.destroy());
      },
    );
    onward.on('error', () => {
      // Swift sends a body after the head of what is missing.
      if (request.method === 'HEAD' && response.headersSent) response.end();
      else response.destroy();
    });
    let isFirst = true;
    request.on('data', (chunk: Buffer) => {
      if (fault === 'changed request' && isFirst) chunk[0] = (chunk[0] ?? 0) ^ 1;
      isFirst = false;
      onward.write(chunk);
    });
    request.on('end', () => onward.end());
  });
  // Answers for itself to who asks whether it may send.
  server.on('checkContinue', (request, response) => {
    response.writeContinue();
    server.emit('request', request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A port was expected');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    starts,
    judge(fault) {
      judge = fault;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
