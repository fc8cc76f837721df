import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ConnectionLostError } from '../../../src/database/connection-lost.ts';
import { isUnreachable } from '../../../src/database/unreachable.ts';
import { openServer } from '../../../src/http/server.ts';
import { databaseKinds } from '../../support/database.ts';
import { startLegacyService } from './service.ts';

describe('a service that cannot answer', () => {
  it('tells a lost database from a fault of the request or of ours', () => {
    const lost = new ConnectionLostError('The connection to the database was lost.');
    expect(isUnreachable(new Error('Failed query', { cause: lost }))).toBe(true);
    expect(isUnreachable(Object.assign(new Error('the server is going down'), { code: '57P01' }))).toBe(true);
    expect(isUnreachable(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false);
    expect(isUnreachable('CONNECTION_CLOSED')).toBe(false);
  });

  it('answers 503 with Retry-After while it is shutting down, and lets what is under way finish', async () => {
    await using service = await startLegacyService();
    const server = await openServer(service.app);
    const { hostname, port } = new URL(server.address);
    const socket = connect(Number(port), hostname);
    let answers = '';
    socket.on('data', (chunk) => {
      answers += chunk;
    });
    const ask = 'GET /api/v2/runconfigs/all HTTP/1.1\r\nHost: a\r\n\r\n';
    socket.write(ask);
    await expect.poll(() => answers).toContain('\r\n[]');
    const closed = once(socket, 'close');
    // The request is on its way when the closing begins, so the connection is not an idle one.
    socket.write(ask.slice(0, 20));
    await setImmediate();
    const closing = server.close();
    socket.write(ask.slice(20));
    await Promise.all([closed, closing]);
    expect(answers).toMatch(/HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(answers).toMatch(/retry-after: \d+\r\n/);
    expect(answers).toContain('"code":"UNAVAILABLE"');
  });

  for (const _kind of databaseKinds.filter((one) => one === 'server')) {
  }
});
