import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { createLog } from './log.ts';
import { accountBody } from './messages.ts';
import type { Channel, World } from './world.ts';

const op = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  resume: 6,
  reconnect: 7,
  invalidSession: 9,
  hello: 10,
  heartbeatAck: 11,
} as const;

/** Members, presences and message content: an application has to be granted these. */
const privilegedIntents = (1 << 1) | (1 << 8) | (1 << 15);

const heartbeat = z.object({ op: z.literal(op.heartbeat) });
const identify = z.object({
  op: z.literal(op.identify),
  d: z.object({
    token: z.string(),
    intents: z.int(),
    shard: z.tuple([z.int(), z.int()]).default([0, 1]),
  }),
});
const resume = z.object({
  op: z.literal(op.resume),
  d: z.object({ token: z.string(), session_id: z.string(), seq: z.int() }),
});
const frame = z.discriminatedUnion('op', [heartbeat, identify, resume]);

interface Session {
  id: string;
  shard: readonly [number, number];
  /** Everything dispatched, for a resume. */
  dispatched: { op: number; t: string; s: number; d: unknown }[];
  socket: WebSocket | null;
}

/** What happened on the gateway socket, in order. */
export interface GatewayEvent {
  kind: 'identified' | 'resumed' | 'heartbeat' | 'closed';
}

/** The socket half of the fake Discord. */
export interface Gateway {
  /** What happened so far. */
  readonly events: readonly GatewayEvent[];
  /** The next event of this kind that was not handed out yet, now or when it comes. */
  next(kind: GatewayEvent['kind']): Promise<GatewayEvent>;
  /** Breaks every connection without a close frame, as a lost line does; sessions stay resumable. */
  drop(): void;
  /** Asks every client to reconnect and resume (opcode 7). */
  askToReconnect(): void;
  /** Forgets every session and says so (opcode 9), so that clients have to identify again. */
  invalidateSessions(): void;
}

/** How the fake Discord itself uses the gateway. */
export interface GatewayServer extends Gateway {
  /** Sends an event of a guild to the sessions of its shard; one without a connection gets it when it resumes. */
  dispatch(t: string, d: unknown, guildId: string): void;
  /** Closes every connection as for a token that is wrong. */
  refuseToken(): void;
  /** Neither reads nor answers anything any more, close frames included; connections stay up. */
  fallSilent(): void;
  close(): void;
}

/** Serves Discord's gateway protocol (version 10, JSON, uncompressed) at `/gateway` of an HTTP server. */
export function createGateway(
  world: World,
  server: Server,
  settings: { heartbeatIntervalMs: number; url: () => string },
): GatewayServer {
  const sockets = new WebSocketServer({ server, path: '/gateway' });
  const sessions = new Map<string, Session>();
  const log = createLog<GatewayEvent>('gateway events');
  const handedOut = new Map<GatewayEvent['kind'], number>();
  let silent = false;

  const write = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message));
  const writeToAll = (message: object) => {
    for (const socket of sockets.clients) write(socket, message);
  };
  const refuseToken = (socket: WebSocket) => socket.close(4004, 'Authentication failed.');

  const send = (session: Session, t: string, d: unknown) => {
    const event = { op: op.dispatch, t, s: session.dispatched.length + 1, d };
    session.dispatched.push(event);
    if (session.socket !== null) write(session.socket, event);
  };

  function greet(socket: WebSocket, { intents, shard }: z.infer<typeof identify>['d']): Session | null {
    if ((intents & privilegedIntents) !== 0) {
      socket.close(4014, 'Disallowed intent(s).');
      return null;
    }
    const session: Session = { id: randomBytes(16).toString('hex'), shard, dispatched: [], socket };
    sessions.set(session.id, session);
    const guilds = [...world.guilds.keys()].filter((id) => shardOf(id, shard[1]) === shard[0]);
    send(session, 'READY', {
      v: 10,
      user: accountBody({ id: world.applicationId, name: 'Packs' }, true),
      guilds: guilds.map((id) => ({ id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: settings.url(),
      shard,
      application: { id: world.applicationId, flags: 0 },
    });
    send(session, 'GUILD_CREATE', guildBody(world));
    log.record({ kind: 'identified' });
    return session;
  }

  function goOn(socket: WebSocket, { session_id, seq }: z.infer<typeof resume>['d']): Session | null {
    const session = sessions.get(session_id);
    if (session === undefined) {
      write(socket, { op: op.invalidSession, d: false });
      return null;
    }
    session.socket = socket;
    for (const missed of session.dispatched.slice(seq)) write(socket, missed);
    send(session, 'RESUMED', {});
    log.record({ kind: 'resumed' });
    return session;
  }

  sockets.on('connection', (socket) => {
    let session: Session | null = null;
    if (silent) {
      socket.pause();
      return;
    }
    write(socket, { op: op.hello, d: { heartbeat_interval: settings.heartbeatIntervalMs } });
    socket.on('message', (bytes) => {
      const asked = frame.parse(JSON.parse(bytes.toString()));
      if (asked.op === op.heartbeat) {
        log.record({ kind: 'heartbeat' });
        write(socket, { op: op.heartbeatAck });
      } else if (asked.d.token !== world.botToken || world.tokenRevoked) refuseToken(socket);
      else session = asked.op === op.identify ? greet(socket, asked.d) : goOn(socket, asked.d);
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', (code) => {
      if (session?.socket === socket) session.socket = null;
      // As on Discord, closing with 1000 or 1001 ends the session for good.
      if (session !== null && (code === 1000 || code === 1001)) sessions.delete(session.id);
      log.record({ kind: 'closed' });
    });
  });

  return {
    events: log.entries,
    async next(kind) {
      const { entry, position } = await log.find((event) => event.kind === kind, handedOut.get(kind));
      handedOut.set(kind, position + 1);
      return entry;
    },
    dispatch(t, d, guildId) {
      for (const session of sessions.values())
        if (shardOf(guildId, session.shard[1]) === session.shard[0]) send(session, t, d);
    },
    drop() {
      for (const socket of sockets.clients) socket.terminate();
    },
    askToReconnect: () => writeToAll({ op: op.reconnect, d: null }),
    invalidateSessions() {
      sessions.clear();
      writeToAll({ op: op.invalidSession, d: false });
    },
    refuseToken() {
      for (const socket of sockets.clients) refuseToken(socket);
    },
    fallSilent() {
      silent = true;
      for (const socket of sockets.clients) socket.pause();
    },
    close() {
      log.close();
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** The connection that a guild belongs to, as Discord counts it. */
function shardOf(guildId: string, shards: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(shards));
}

function guildBody({ guilds, guildId, channels }: World) {
  const everyone = { id: guildId, name: '@everyone', permissions: '0', position: 0, color: 0 };
  return {
    ...guilds.get(guildId),
    owner_id: guildId,
    preferred_locale: 'en-US',
    joined_at: new Date().toISOString(),
    roles: [everyone],
    channels: [...channels.values()].map(channelBody),
    emojis: [],
    stickers: [],
    features: [],
  };
}

/** A channel object. */
export function channelBody({ id, name, guildId }: Channel) {
  return { id, type: 0, guild_id: guildId, name, position: 0, permission_overwrites: [] };
}
