import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { buildSchema } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createGateway, type Gateway } from '../../client/gateway/gateway.ts';
import { GatewayAway, GatewayRefusal } from '../../client/gateway/gateway-errors.ts';
import { multipartRequest } from '../../client/gateway/multipart.ts';

let opened = new AsyncDisposableStack();
afterEach(async () => {
  await opened.disposeAsync();
  opened = new AsyncDisposableStack();
});

async function listen(listener: RequestListener, port = 0) {
  const server = createServer(listener);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    if (server.listening) await once(server, 'close');
  };
  opened.defer(close);
  return { server, port: portOf(server.address()), close };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on TCP');
  return address.port;
}

function clientOf(port: number, token: string | null = null, onTokenRefused = () => {}): Gateway {
  const gateway = createGateway({ url: new URL(`http://127.0.0.1:${port}/base/`), token, onTokenRefused });
  opened.defer(() => gateway.close());
  return gateway;
}

/** A gateway that answers every request in this way. */
async function answering(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  token?: string,
) {
  const { port } = await listen(listener);
  return clientOf(port, token);
}

const json =
  (body: unknown, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

const file = (chunks: AsyncIterable<Uint8Array>) => ({
  name: 'pack.zip',
  contentType: 'application/zip',
  stream: chunks,
});

describe('queries and mutations', () => {
  test('an operation goes to /graphql below the address, with its variables and the token', async () => {
    const seen = Promise.withResolvers<unknown>();
    const gateway = await answering(async (request, response) => {
      const body: unknown = JSON.parse((await buffer(request)).toString());
      seen.resolve({ url: request.url, authorization: request.headers.authorization, body });
      json({ data: { x: 1 } })(request, response);
    }, 'secret');
    expect(await gateway.ask('query X { x }', { a: 1 })).toEqual({ x: 1 });
    expect(await seen.promise).toEqual({
      url: '/base/graphql',
      authorization: 'Bearer secret',
      body: { query: 'query X { x }', variables: { a: 1 } },
    });
  });

  test('errors of the gateway come with its code and words, whatever the status', async () => {
    const errors = [{ message: 'Too large.', extensions: { code: 'TOO_LARGE' } }];
    const gateway = await answering(json({ errors }, 413));
    const failure = gateway.ask('{ x }', {});
    await expect(failure).rejects.toThrow(GatewayRefusal);
    await expect(failure).rejects.toMatchObject({ code: 'TOO_LARGE', message: 'Too large.' });
  });

  test.each([
    [
      'a page of a proxy',
      (_request: IncomingMessage, response: ServerResponse) => response.writeHead(502).end('<html>'),
    ],
    ['something else in JSON', json({ status: 'down' }, 503)],
    ['no answer but a closed line', (request: IncomingMessage) => request.destroy()],
    [
      'half an answer',
      (_request: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{"data":');
        setImmediate(() => response.destroy());
      },
    ],
  ])('%s means that the gateway is away', async (_name, listener) => {
    const gateway = await answering(listener);
    await expect(gateway.ask('{ x }', {})).rejects.toThrow(GatewayAway);
  });

  test('nobody there means that the gateway is away, and the message names no address', async () => {
    const { port, close } = await listen(json({}));
    await close();
    const failure = clientOf(port).ask('{ x }', {});
    await expect(failure).rejects.toThrow(GatewayAway);
    await expect(failure).rejects.not.toThrow(String(port));
  });

  test('a token that the gateway refuses is left out until it is accepted, and each change is told once', async () => {
    const accepted = { now: false };
    const seen: unknown[] = [];
    const { port } = await listen((request, response) => {
      const { authorization } = request.headers;
      seen.push(authorization);
      const isRefused = authorization !== undefined && !accepted.now;
      const problem = { title: 'Unauthorized', detail: 'Unknown token.', code: 'UNAUTHENTICATED' };
      json(isRefused ? problem : { data: { x: 1 } }, isRefused ? 401 : 200)(request, response);
    });
    const told: string[] = [];
    const gateway = clientOf(port, 'secret', () => told.push('refused'));
    expect(gateway.token).toBe('accepted');
    expect(await gateway.ask('{ x }', {})).toEqual({ x: 1 });
    await gateway.ask('{ x }', {});
    expect(gateway.token).toBe('refused');
    expect(seen).toEqual(['Bearer secret', undefined, 'Bearer secret', undefined]);
    expect(told).toEqual(['refused']);
    accepted.now = true;
    await gateway.ask('{ x }', {});
    expect(gateway.token).toBe('accepted');
    expect(seen.slice(4)).toEqual(['Bearer secret']);
  });

  test('whoever asked may stop waiting', async () => {
    const gateway = await answering(() => {});
    const stop = new AbortController();
    const failure = gateway.ask('{ x }', {}, stop.signal);
    stop.abort(new Error('enough'));
    await expect(failure).rejects.toThrow('enough');
  });
});

describe('uploads', () => {
  test('a file is sent while it is still coming', async () => {
    const begun = Promise.withResolvers<void>();
    const gateway = await answering(async (request, response) => {
      request.once('data', () => begun.resolve());
      const body = (await buffer(request)).toString();
      json({ data: { whole: body.includes('first') && body.includes('second') } })(request, response);
    });
    async function* slow() {
      yield Buffer.from('first');
      await begun.promise;
      yield Buffer.from('second');
    }
    const options = { at: 'input.file', signal: new AbortController().signal };
    expect(await gateway.upload('mutation { x }', {}, file(slow()), options)).toEqual({ whole: true });
  });

  test('a file whose source breaks breaks the upload', async () => {
    const begun = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const gateway = await answering((request) => {
      request.once('data', () => begun.resolve()).once('error', () => aborted.resolve());
    });
    async function* broken() {
      yield Buffer.from('first');
      await begun.promise;
      throw new Error('source is gone');
    }
    const options = { at: 'file', signal: new AbortController().signal };
    await expect(gateway.upload('mutation { x }', {}, file(broken()), options)).rejects.toThrow(GatewayAway);
    await aborted.promise;
  });

  test('a refusal before the end is the answer', async () => {
    const gateway = await answering((request, response) => {
      json({ errors: [{ message: 'Too large.', extensions: { code: 'TOO_LARGE' } }] }, 413)(
        request,
        response,
      );
      request.resume();
    });
    const closed = Promise.withResolvers<void>();
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(65_536);
      } finally {
        closed.resolve();
      }
    }
    const options = { at: 'file', signal: new AbortController().signal };
    const uploading = gateway.upload('mutation { x }', {}, file(endless()), options);
    await expect(uploading).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await closed.promise;
  });

  test('an upload that is stopped closes the file and the request', async () => {
    const begun = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const gateway = await answering((request) => {
      request.once('data', () => begun.resolve()).once('error', () => aborted.resolve());
    });
    const closed = Promise.withResolvers<void>();
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(65_536);
      } finally {
        closed.resolve();
      }
    }
    const stop = new AbortController();
    const uploading = gateway.upload('mutation { x }', {}, file(endless()), {
      at: 'file',
      signal: stop.signal,
    });
    await begun.promise;
    stop.abort(new Error('enough'));
    await expect(uploading).rejects.toThrow('enough');
    await Promise.all([closed.promise, aborted.promise]);
  });
});

describe('subscriptions', () => {
  /** A gateway whose only subscription counts from 1; `hold` keeps each count back until it is called. */
  async function counting(port = 0) {
    const schema = buildSchema(
      'type Query { x: Int } type Subscription { count: Int!, broken: Int!, failing: Int! }',
    );
    const left = Promise.withResolvers<void>();
    const resolvers = {
      failing: async function* () {
        try {
          yield { failing: 1 };
          yield { failing: new Error('what it was about is gone') };
          yield { failing: 3 };
        } finally {
          left.resolve();
        }
      },
      count: async function* () {
        yield { count: 1 };
        yield { count: 2 };
        await new Promise(() => {});
      },
      broken: () => {
        throw new Error('no such thing');
      },
    };
    const { server, port: taken, close } = await listen(json({}), port);
    const sockets = new WebSocketServer({ server, path: '/base/graphql' });
    const tokens: unknown[] = [];
    useServer(
      {
        schema,
        roots: { subscription: resolvers },
        onConnect: ({ connectionParams }) => {
          tokens.push(connectionParams?.authorization);
        },
      },
      sockets,
    );
    return {
      port: taken,
      tokens,
      /** Once somebody has left the subscription that fails. */
      left: left.promise,
      drop: async () => {
        for (const socket of sockets.clients) socket.terminate();
        await close();
      },
    };
  }

  test('results come until the subscriber has enough', async () => {
    const { port, tokens } = await counting();
    const enough = new AbortController();
    const seen: unknown[] = [];
    await clientOf(port, 'secret').watch<{ count: number }, Record<string, never>>(
      'subscription { count }',
      {},
      ({ count }) => {
        seen.push(count);
        if (count === 2) enough.abort();
      },
      enough.signal,
    );
    expect(seen).toEqual([1, 2]);
    expect(tokens).toEqual(['Bearer secret']);
  });

  test('a refused subscription rejects with the words of the gateway', async () => {
    const { port } = await counting();
    const never = new AbortController().signal;
    const watching = clientOf(port).watch('subscription { nothing }', {}, () => {}, never);
    await expect(watching).rejects.toThrow(GatewayRefusal);
  });

  test('a result with an error ends the subscription, of which nothing comes any more', async () => {
    const { port, left } = await counting();
    const seen: unknown[] = [];
    const gateway = clientOf(port);
    const enough = new AbortController();
    const watching = gateway.watch(
      'subscription { failing }',
      {},
      (result) => seen.push(result),
      enough.signal,
    );
    await expect(watching).rejects.toThrow('what it was about is gone');
    await left;
    // On the same connection, so that whatever was sent before has come.
    await gateway.watch('subscription { count }', {}, () => enough.abort(), enough.signal);
    expect(seen).toEqual([{ failing: 1 }]);
  });

  test('a gateway that goes away is found again, and says so in between', async () => {
    const first = await counting();
    const gateway = clientOf(first.port);
    const enough = new AbortController();
    const seen: unknown[] = [];
    const twice = Promise.withResolvers<void>();
    const lost = Promise.withResolvers<void>();
    gateway.onConnection((up) => {
      seen.push(up);
      if (!up) lost.resolve();
    });
    const watching = gateway.watch<{ count: number }, Record<string, never>>(
      'subscription { count }',
      {},
      ({ count }) => {
        seen.push(count);
        if (seen.filter((one) => one === 2).length === 2) twice.resolve();
        if (count === 2) void first.drop();
      },
      enough.signal,
    );
    await lost.promise;
    await counting(first.port);
    await twice.promise;
    enough.abort();
    await watching;
    expect(seen.slice(0, 7)).toEqual([true, 1, 2, false, true, 1, 2]);
  });
});

async function read(name: string, chunks: string[]) {
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const request = multipartRequest(
    { query: 'mutation { x }', variables: { input: { file: null } } },
    'input.file',
    { name, contentType: 'application/zip', stream },
    'border',
  );
  return { text: await text(request.body), headers: request.headers };
}

test('operations, map and file come in the order that the specification asks for', async () => {
  const request = await read('pack.zip', ['by', 'tes']);
  expect(request.headers).toEqual({ 'content-type': 'multipart/form-data; boundary=border' });
  expect(request.text.split('\r\n')).toEqual([
    '--border',
    'content-disposition: form-data; name="operations"',
    '',
    '{"query":"mutation { x }","variables":{"input":{"file":null}}}',
    '--border',
    'content-disposition: form-data; name="map"',
    '',
    '{"file":["variables.input.file"]}',
    '--border',
    'content-disposition: form-data; name="file"; filename="pack.zip"',
    'content-type: application/zip',
    '',
    'bytes',
    '--border--',
    '',
  ]);
});

test('a file name cannot leave its quotes', async () => {
  const request = await read('a"\r\nx: y.zip', []);
  expect(request.text).toContain('filename="a%22%0D%0Ax: y.zip"\r\n');
});
