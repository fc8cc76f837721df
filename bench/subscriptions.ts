/**
 * What it costs this process to tell many subscribers of events over WebSocket, against a bare broadcast: one reader of
 * the same feed that writes each event as text once and hands it to every socket. `--sockets <n>` sets the number of
 * subscribers, who have the same document or one each. With DATABASE_URL on PostgreSQL, otherwise embedded.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { max, sql } from 'drizzle-orm';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { events as eventTable } from '../drizzle/schema.ts';
import { type App, createApp } from '../src/app.ts';
import { recordEvents } from '../src/core/events/events.ts';
import { openServer } from '../src/http/server.ts';
import { sharedLimits } from '../src/limits/shared-limits.ts';
import { ownDatabaseIfServer, portOf, Rounds, readOptions, tell, temporaryFolder } from './harness.ts';
import { configOf } from './rows.ts';

const { small, rounds, takes, ...options } = readOptions({ full: 5, small: 1 });
const sockets = options.sockets ?? (small ? 50 : 1_000);
const events = small ? 10 : 40;

const fields = 'id status message createdAt modPack { id name status } serverPack { id downloadUrl }';
const document = `subscription ($after: ID) { events(after: $after) { ${fields} } }`;
/** Whose documents are the same text share their answers. */
const documents: Record<string, (socket: number) => string> = {
  'the same document': () => document,
  'a document for each': (socket) => `${document} # ${socket}`,
};

/** Milliseconds of this process's processor time, and within which 99 of 100 messages came after their event. */
type Cost = 'processor' | 'delay';
const heard = z.object({ delay: z.number() });

await using folder = await temporaryFolder();
await using database = await ownDatabaseIfServer();
// Callers without a token may have a fifth, and a tenth before they have said who they are.
const open = { caller: sockets + 10, all: 5 * (sockets + 10) };
await using app = await createApp({
  ...configOf(folder.path, database?.url ?? null),
  sharedLimits: sharedLimits({ sockets: open, introductions: open }),
  maxCallerSubscribedBytes: 134_217_728,
});
await fill(app);
await using service = await openServer(app);
await using bare = await openBroadcast(app);
const address = `${service.address.replace('http', 'ws')}/graphql`;
const wanted = Object.entries(documents).filter(([name]) => takes(name));
const subscribed = wanted.map(([name, documentOf]) => {
  const side = async () => {
    const variables = { after: await newestEvent(app) };
    return measure(address, (socket) =>
      [
        { type: 'connection_init' },
        { type: 'subscribe', id: randomUUID(), payload: { query: documentOf(socket), variables } },
        // Answered when the subscription before it has begun, or almost; `after` makes up for what is missing.
        { type: 'subscribe', id: '2', payload: { query: '{ gameVersions }' } },
      ].map((message) => JSON.stringify(message)),
    );
  };
  return [name, side] as const;
});
const sides = { bare: () => measure(bare.address, () => []), ...Object.fromEntries(subscribed) };
const costs = await new Rounds<Cost>().take(sides, { rounds });
console.log(`${events} events to ${sockets} sockets on the ${app.database.kind} database, ${rounds} rounds`);
for (const [name] of wanted) {
  const tellOf = (key: Cost, title: string, aim: string, each: number) => {
    const shown = (side: string) => (costs.median(side, key) / each).toPrecision(2);
    tell({
      what: `one event to ${sockets} subscribers, ${name}: ${title}`,
      against: 'bare ws broadcast',
      found: costs.ratio(name, 'bare', key),
      aim: name === 'the same document' ? aim : '',
      figures: `ms: ${shown(name)}, ${shown('bare')}`,
    });
  };
  tellOf('processor', 'processor time a delivery', '2.0', events * sockets);
  tellOf('delay', 'p99 delay', '1.2', 1);
}
console.log(`memory of the process at its peak: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);

/**
 * From the first event written until every socket has had all of them, each written when all have had the one before.
 */
async function measure(
  address: string,
  messages: (socket: number) => string[],
): Promise<Record<Cost, number>> {
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

/** The least that a server can do: each event as text once, and the same text to every socket. */
async function openBroadcast(app: App) {
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
      const events = {
        id: Buffer.from(`PackEvent:${id}`).toString('base64'),
        status,
        message,
        createdAt: timestamp,
        modPack: { id: 'TW9kUGFjazox', name: 'pack.zip', status },
        serverPack: null,
      };
      const text = JSON.stringify({ id: '1', type: 'next', payload: { data: { events } } });
      for (const client of clients.clients) client.send(text);
    }
  })();
  return {
    address: `ws://127.0.0.1:${await portOf(server)}`,
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
