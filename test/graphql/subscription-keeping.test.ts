import { once } from 'node:events';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { anonymous } from '../../src/access/permissions.ts';
import { createKeeping } from '../../src/graphql/subscriptions/subscription-keeping.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { globalId } from './client.ts';

const query = 'subscription ($after: ID) { events(after: $after) { databaseId } }';
const after = globalId('PackEvent', 0);

interface Client extends AsyncDisposable {
  /** Subscribes; answers what it is refused with, or null once the service works on it. */
  subscribe(id: string, variables: object, document?: string): Promise<string | null>;
  end(id: string): Promise<void>;
}

/** The two ways to subscribe. */
const transports = {
  async WebSocket({ url }: TestApp): Promise<Client> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init' }));
    await once(socket, 'message');
    const say = (message: object) => socket.send(JSON.stringify(message));
    /** What is heard of an operation first; of one that says nothing, of one that follows it. */
    const heard = (ids: string[]) =>
      new Promise<string>((resolve) => {
        const hear = (data: unknown) => {
          if (!ids.some((id) => String(data).includes(`"id":"${id}"`))) return;
          socket.off('message', hear);
          resolve(String(data));
        };
        socket.on('message', hear);
      });
    return {
      async subscribe(id, variables, document = query) {
        const probe = `after ${id}`;
        const first = heard([id, probe]);
        const last = heard([probe]);
        say({ type: 'subscribe', id, payload: { query: document, variables } });
        say({ type: 'subscribe', id: probe, payload: { query: '{ gameVersions }' } });
        const text = await first;
        await last;
        return text.includes('"errors":') ? text : null;
      },
      async end(id) {
        say({ type: 'complete', id });
        const over = heard([`over ${id}`]);
        say({ type: 'subscribe', id: `over ${id}`, payload: { query: '{ gameVersions }' } });
        await over;
      },
      [Symbol.asyncDispose]: async () => socket.terminate(),
    };
  },
  async 'server-sent events'({ url }: TestApp): Promise<Client> {
    // With the answers: one that is not read ends its stream when the garbage is collected.
    const streams = new Map<string, { gone: AbortController; response: Response }>();
    return {
      async subscribe(id, variables, document = query) {
        const gone = new AbortController();
        const response = await fetch(`${url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
          body: JSON.stringify({ query: document, variables }),
          signal: gone.signal,
        });
        streams.set(id, { gone, response });
        if (response.status === 200) return null;
        return response.text();
      },
      end: async (id) => streams.get(id)?.gone.abort(),
      [Symbol.asyncDispose]: async () => {
        for (const { gone } of streams.values()) gone.abort();
      },
    };
  },
};

describe.each(Object.keys(transports) as (keyof typeof transports)[])(
  'subscriptions over %s',
  (transport) => {
    it('with a document or variables that are larger than any need be are refused', async () => {
      await using service = await startTestApp();
      await using client = await transports[transport](service);
      const long = await client.subscribe('1', { after: 'x'.repeat(1_000_000) });
      expect(long).toContain('after may have 4096 characters, not 1000000.');
      const document = await client.subscribe('2', { after }, `${query} # ${'x'.repeat(16_384)}`);
      expect(document).toContain('QUERY_TOO_COMPLEX');
      expect(document).toContain('at most 16384 are accepted');
      expect(await client.subscribe('3', { after })).toBeNull();
    });

    it('are no more than one caller may keep, until one of them ends', async () => {
      await using service = await startTestApp({ values: { maxCallerSubscribedBytes: 65_536 } });
      await using client = await transports[transport](service);
      const ids = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
      const refusals: (string | null)[] = [];
      for (const id of ids) refusals.push(await client.subscribe(id, { after }));
      const begun = refusals.indexOf(refusals.find((one) => one !== null) ?? null);
      expect(begun).toBeGreaterThan(3);
      expect(refusals[begun]).toContain('TOO_MANY_REQUESTS');
      await client.end('1');
      await expect.poll(() => client.subscribe(crypto.randomUUID(), { after })).toBeNull();
    });
  },
);

describe('what subscriptions keep', () => {
  const limits = {
    maxSubscriptionBytes: 16_384,
    maxSubscribedBytes: 1_000_000,
    maxCallerSubscribedBytes: 100_000,
  };
  const [one, other] = [anonymous('192.0.2.1'), anonymous('192.0.2.2')];
  const document = parse(`{ ${'a '.repeat(200)} }`);
  const plain = { document, variableValues: { coerced: {} } };

  it('is counted once of a document, and given back whole', () => {
    const keep = createKeeping(limits);
    for (let round = 0; round < 3; round += 1) {
      const kept: (() => void)[] = [];
      for (;;) {
        const giveBack = keep(plain, one);
        if (typeof giveBack !== 'function') break;
        kept.push(giveBack);
      }
      // The document takes half of it; eight like it would not have found room.
      expect(kept).toHaveLength(5);
      for (const giveBack of kept) giveBack();
    }
  });

  it('counts each document that was parsed, and each value', () => {
    const keep = createKeeping(limits);
    expect(keep(plain, one)).toBeTypeOf('function');
    const again = { ...plain, document: parse(`{ ${'a '.repeat(200)} }`) };
    expect(keep(again, one)).toMatchObject({ originalError: { code: 'TOO_MANY_REQUESTS' } });
    const large = { ...plain, variableValues: { coerced: { after: 'x'.repeat(4_500) } } };
    expect(keep(large, one)).toMatchObject({ originalError: { code: 'TOO_MANY_REQUESTS' } });
    expect(keep(large, other)).toBeTypeOf('function');
  });

  it('is bounded for everybody too', () => {
    const keep = createKeeping({ ...limits, maxSubscribedBytes: 120_000 });
    expect(keep(plain, one)).toBeTypeOf('function');
    const again = { ...plain, document: parse(`{ ${'a '.repeat(300)} }`) };
    expect(keep(again, other)).toMatchObject({ originalError: { code: 'UNAVAILABLE' } });
  });
});
