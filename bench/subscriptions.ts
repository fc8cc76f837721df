/**
 * Measures what it costs this process to tell many subscribers of events, over WebSocket, against a bare broadcast: one
 * reader of the same feed that writes each event as text once and hands it to every socket. Rounds alternate, and all
 * of them write the same events. `--small` makes a quick run of everything, `--rounds <n>` sets the number of rounds,
 * `--sockets <n>` that of the subscribers, `--shared` leaves out those who each have a document of their own. Runs on a
 * database of its own on the PostgreSQL of DATABASE_URL, or else embedded.
 */

import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { max, sql } from 'drizzle-orm';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { events as eventTable } from '../drizzle/schema.ts';
import { type App, createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { recordEvents } from '../src/core/events/events.ts';
import { openServer } from '../src/http/server.ts';
import { sharedLimits } from '../src/limits/shared-limits.ts';
import { ratiosOf, spread, tell, titles } from './findings.ts';
import { median, ownDatabase } from './rows.ts';

const { values } = parseArgs({
  options: {
    small: { type: 'boolean' },
    rounds: { type: 'string' },
    sockets: { type: 'string' },
    shared: { type: 'boolean' },
  },
});
const rounds = Number(values.rounds ?? (values.small ? 1 : 5));
const sockets = Number(values.sockets ?? (values.small ? 50 : 1_000));
const events = values.small ? 10 : 40;

const fields = 'id status message createdAt modPack { id name status } serverPack { id downloadUrl }';
const document = `subscription ($after: ID) { events(after: $after) { ${fields} } }`;
/** The same text for all subscribers, and one for each, which none can share. */
const documents: Record<string, (socket: number) => string> = {
  'the same document': () => document,
  ...(values.shared ? {} : { 'a document for each': (socket) => `${document} # ${socket}` }),
};

/** What the subscribers of one round have to say. */
const heard = z.object({
  /** Milliseconds within which 99 of 100 messages had come since their event was recorded. */
  delay: z.number(),
});

/** Milliseconds: of this process's processor time, and that delay. */
interface Cost {
  processor: number;
  delay: number;
}

const folder = await mkdtemp(join(tmpdir(), 'subscription-bench-'));
const database = await ownDatabase(process.env.DATABASE_URL);
try {
  await measureAll(database.url);
} finally {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

async function measureAll(url: string | undefined): Promise<void> {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  });
  // Callers without a token may have a fifth, and a tenth before they have said who they are.
  const open = { caller: sockets + 10, all: 5 * (sockets + 10) };
  await using app = await createApp({
    ...config,
    sharedLimits: sharedLimits({ sockets: open, introductions: open }),
    maxCallerSubscribedBytes: 134_217_728,
  });
  await fill(app);
  await using service = await openServer(app);
  await using bare = await openBroadcast(app);
  const costs: Record<string, Cost[]> = { bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    costs.bare?.push(await measure(app, bare.address, () => []));
    for (const [name, documentOf] of Object.entries(documents)) {
      const variables = { after: await newestEvent(app) };
      const messages = (socket: number) => [
        JSON.stringify({ type: 'connection_init' }),
        // By an id of its own, as clients do.
        JSON.stringify({
          type: 'subscribe',
          id: randomUUID(),
          payload: { query: documentOf(socket), variables },
        }),
        // Answered when the subscription before it is under way, or as good as; `after` makes up for what is missing.
        JSON.stringify({ type: 'subscribe', id: '2', payload: { query: '{ gameVersions }' } }),
      ];
      const address = `${service.address.replace('http', 'ws')}/graphql`;
      costs[name] ??= [];
      costs[name].push(await measure(app, address, messages));
    }
  }
  console.log(
    `${events} events to ${sockets} sockets on the ${app.database.kind} database, ${rounds} rounds`,
  );
  console.log(titles);
  const all = (name: string, what: keyof Cost) => (costs[name] ?? []).map((cost) => cost[what]);
  for (const name of Object.keys(documents)) {
    const tellOf = (what: keyof Cost, title: string, aim: string, each: number) => {
      const shown = (of: string) => (median(all(of, what)) / each).toPrecision(2);
      tell({
        what: `one event to ${sockets} subscribers, ${name}: ${title}`,
        against: 'bare ws broadcast',
        found: spread(ratiosOf(all(name, what), all('bare', what))),
        aim,
        figures: `ms: ${shown(name)}, ${shown('bare')}`,
      });
    };
    const isShared = name === 'the same document';
    tellOf('processor', 'processor time a delivery', isShared ? '2.0' : '', events * sockets);
    tellOf('delay', 'p99 delay', isShared ? '1.2' : '', 1);
  }
  console.log(`memory of the process at its peak: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);
}

/**
 * From the first event written until every socket has had all of them, each written when all have had the one before.
 */
async function measure(app: App, address: string, messages: (socket: number) => string[]): Promise<Cost> {
  const clients = fork(fileURLToPath(new URL('subscribers.ts', import.meta.url)));
  clients.send({
    address,
    messages: Array.from({ length: sockets }, (_, socket) => messages(socket)),
    mark: 'Checking ModPack',
  });
  await once(clients, 'message');
  // Replays of nothing are over by the time that these have been told.
  const before = process.cpuUsage();
  for (let event = 0; event < events; event += 1) {
    await recordEvents(app.database.db, { modPackId: 1, runConfigurationId: 1 }, [
      { status: 'CHECKING', message: 'Checking ModPack for errors.' },
    ]);
    await once(clients, 'message');
  }
  const { user, system } = process.cpuUsage(before);
  clients.send('end');
  const [said] = await once(clients, 'message');
  const ended = once(clients, 'exit');
  clients.disconnect();
  await ended;
  return { processor: (user + system) / 1000, ...heard.parse(said) };
}

interface Broadcast extends AsyncDisposable {
  address: string;
}

/** The least that a server can do: each event as text once, and the same text to every socket. */
async function openBroadcast(app: App): Promise<Broadcast> {
  const server = http.createServer();
  const clients = new WebSocketServer({
    server,
    perMessageDeflate: false,
    handleProtocols: () => 'graphql-transport-ws',
  });
  const feed = app.feed.subscribe({});
  const reading = (async () => {
    for await (const { id, status, message, timestamp } of feed) {
      if (clients.clients.size === 0) continue;
      const modPack = { id: 'TW9kUGFjazox', name: 'pack.zip', status };
      const event = {
        id: Buffer.from(`PackEvent:${id}`).toString('base64'),
        status,
        message,
        createdAt: timestamp,
        modPack,
        serverPack: null,
      };
      const text = JSON.stringify({ id: '1', type: 'next', payload: { data: { events: event } } });
      for (const client of clients.clients) client.send(text);
    }
  })();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return {
    address: `ws://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      await feed.return?.();
      await reading;
      clients.close();
      server.close();
    },
  };
}

/** The global id of the newest event. */
async function newestEvent({ database: { db } }: App): Promise<string> {
  const [row] = await db.select({ id: max(eventTable.id) }).from(eventTable);
  return Buffer.from(`PackEvent:${row?.id ?? 0}`).toString('base64');
}

async function fill({ database: { db } }: App): Promise<void> {
  await db.execute(sql`insert into files (sha256, size, storage_key) values ('a', 1, 'a')`);
  await db.execute(sql`insert into mod_packs (file_id, name, status) values (1, 'pack.zip', 'QUEUED')`);
  await db.execute(sql`insert into run_configurations
    (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
    values (1, '1.20.1', 'Forge', '47.2.0', '[]', '[]', '[]')`);
}
