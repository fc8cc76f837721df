import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { wayTo } from '../../src/database/connections.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';
import { waitForServer } from '../../src/database/wait-for-server.ts';
import { refusalOf } from '../support/passage.ts';

const startingUp = refusalOf('57P03', 'the database system is starting up');
const full = refusalOf('53300', 'sorry, too many clients already');
const wrongPassword = refusalOf('28P01', 'password authentication failed for user "me"');
const noDatabase = refusalOf('3D000', 'database "packs" does not exist');

/** A server that answers its first connections so, in this order. */
async function listen(answers: Buffer[], port = 0): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answers.shift() ?? ''));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens at no port.');
  return address.port;
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}

/** What is said while a start waits for the server at that port. */
async function saidWhileWaiting(
  port: number,
  { waitMs = 60_000, said = () => {} }: { waitMs?: number; said?: (leave: () => void) => void } = {},
): Promise<string[]> {
  const lines: string[] = [];
  const leaving = new AbortController();
  const write = (line: string) => {
    lines.push(JSON.parse(line).msg);
    said(() => leaving.abort(new Error('left')));
  };
  const way = wayTo(`postgres://me:secret@127.0.0.1:${port}/packs`, defaultServerSettings, {
    prepares: 'nothing',
  });
  await waitForServer(way, { waitMs, everyMs: 1, signal: leaving.signal, log: pino({}, { write }) });
  return lines;
}

describe('a start that waits for its database server', () => {
  const waits = (reason: string) =>
    expect.stringMatching(new RegExp(`^waiting .* at 127.0.0.1:\\d+, .*: ${reason}$`));
  it.each<[string, Buffer[], string[]]>([
    [
      'asks one that starts up again, and says so once',
      [startingUp, startingUp, noDatabase],
      ['.*is starting up'],
    ],
    ['asks a full one again', [full, noDatabase], ['sorry, too many clients already']],
    ['says each reason', [full, startingUp, noDatabase], ['sorry.*', '.*is starting up']],
    ['does not wait where the password is wrong', [wrongPassword], []],
    ['does not wait where there is no such database', [noDatabase], []],
  ])('%s', async (_, answers, reasons) => {
    const server = await listen(answers);
    expect(await saidWhileWaiting(portOf(server))).toEqual(reasons.map(waits));
    expect(answers).toEqual([]);
    await close(server);
  });

  it('goes on once one listens where none did', async () => {
    const gone = await listen([]);
    const port = portOf(gone);
    await close(gone);
    const come = Promise.withResolvers<Server>();
    const said = () => come.resolve(listen([noDatabase], port));
    expect(await saidWhileWaiting(port, { said })).toEqual([waits('.*ECONNREFUSED.*')]);
    await close(await come.promise);
  });

  it('ends where it has waited for long enough, and where the service is told to stop', async () => {
    const answers = [full, startingUp];
    const server = await listen(answers);
    expect(await saidWhileWaiting(portOf(server), { waitMs: 0 })).toEqual([]);
    await expect(saidWhileWaiting(portOf(server), { said: (leave) => leave() })).rejects.toThrow('left');
    expect(answers).toEqual([]);
    await close(server);
  });
});
