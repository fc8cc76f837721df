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
const guildsIntent = 1;

const frame = z.object({ op: z.int(), d: z.unknown().optional() });
const identify = z.object({
  token: z.string(),
  intents: z.int(),
  shard: z.tuple([z.int(), z.int()]).default([0, 1]),
});
const resume = z.object({ token: z.string(), session_id: z.string(), seq: z.int() });

interface Session {
  id: string;
  intents: number;
  shard: readonly [number, number];
  sequence: number;
  /** Everything dispatched, for a resume. */
  dispatched: { t: string; s: number; d: unknown }[];
  socket: WebSocket | null;
}

/** What happened on the gateway socket, in order. */
export type GatewayEvent =
  | { kind: 'connected' | 'heartbeat' }
  | { kind: 'identified' | 'resumed'; sessionId: string }
  | { kind: 'resume refused'; sessionId: string }
  | { kind: 'rejected'; code: number }
  | { kind: 'closed'; code: number };

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
  /** Closes every connection with this code. */
  closeAll(code: number, reason: string): void;
  /** Neither reads nor answers anything any more, close frames included; connections stay up. */
  fallSilent(): void;
}

/** How the fake Discord itself uses the gateway. */
export interface GatewayServer extends Gateway {
  /** Sends an event of a guild to the sessions of its shard; one without a connection gets it when it resumes. */
  dispatch(t: string, d: unknown, guildId: string): void;
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

  const write = (socket: WebSocket, message: { op: number; d?: unknown; t?: string; s?: number }) =>
    socket.send(JSON.stringify(message));

  const send = (session: Session, t: string, d: unknown) => {
    session.sequence += 1;
    const event = { t, s: session.sequence, d };
    session.dispatched.push(event);
    if (session.socket !== null) write(session.socket, { op: op.dispatch, ...event });
  };

  const reject = (socket: WebSocket, code: number, reason: string) => {
    log.record({ kind: 'rejected', code });
    socket.close(code, reason);
  };

  const isRightToken = (token: string) => token === world.botToken && !world.tokenRevoked;

  function onIdentify(socket: WebSocket, data: unknown): Session | null {
    const asked = identify.parse(data);
    if (!isRightToken(asked.token)) reject(socket, 4004, 'Authentication failed.');
    else if ((asked.intents & privilegedIntents) !== 0) reject(socket, 4014, 'Disallowed intent(s).');
    else {
      const session: Session = {
        id: randomBytes(16).toString('hex'),
        intents: asked.intents,
        shard: asked.shard,
        sequence: 0,
        dispatched: [],
        socket,
      };
      sessions.set(session.id, session);
      send(session, 'READY', readyBody(world, session, settings.url()));
      if ((asked.intents & guildsIntent) !== 0) send(session, 'GUILD_CREATE', guildBody(world));
      log.record({ kind: 'identified', sessionId: session.id });
      return session;
    }
    return null;
  }

  function onResume(socket: WebSocket, data: unknown): Session | null {
    const asked = resume.parse(data);
    const session = sessions.get(asked.session_id);
    if (!isRightToken(asked.token)) {
      reject(socket, 4004, 'Authentication failed.');
      return null;
    }
    if (session === undefined || asked.seq > session.sequence) {
      log.record({ kind: 'resume refused', sessionId: asked.session_id });
      write(socket, { op: op.invalidSession, d: false });
      return null;
    }
    session.socket = socket;
    for (const missed of session.dispatched.filter(({ s }) => s > asked.seq))
      write(socket, { op: op.dispatch, ...missed });
    send(session, 'RESUMED', {});
    log.record({ kind: 'resumed', sessionId: session.id });
    return session;
  }

  sockets.on('connection', (socket) => {
    let session: Session | null = null;
    log.record({ kind: 'connected' });
    if (silent) {
      socket.pause();
      return;
    }
    write(socket, { op: op.hello, d: { heartbeat_interval: settings.heartbeatIntervalMs } });
    socket.on('message', (bytes) => {
      const message = frame.safeParse(parseJson(bytes.toString()));
      if (!message.success) return reject(socket, 4002, 'Error while decoding payload.');
      const { op: code, d } = message.data;
      if (code === op.heartbeat) {
        log.record({ kind: 'heartbeat' });
        write(socket, { op: op.heartbeatAck });
      } else if ((code === op.identify || code === op.resume) && session !== null)
        reject(socket, 4005, 'Already authenticated.');
      else if (code === op.identify) session = onIdentify(socket, d);
      else if (code === op.resume) session = onResume(socket, d);
      else if (session === null) reject(socket, 4003, 'Not authenticated.');
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', (code) => {
      if (session?.socket === socket) session.socket = null;
      // As on Discord, closing with 1000 or 1001 ends the session for good.
      if (session !== null && (code === 1000 || code === 1001)) sessions.delete(session.id);
      log.record({ kind: 'closed', code });
    });
  });

  return {
    events: log.entries,
    async next(kind) {
      const { entry, position } = await log.find((event) => event.kind === kind, handedOut.get(kind) ?? 0);
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
    askToReconnect() {
      for (const socket of sockets.clients) write(socket, { op: op.reconnect, d: null });
    },
    invalidateSessions() {
      sessions.clear();
      for (const socket of sockets.clients) write(socket, { op: op.invalidSession, d: false });
    },
    closeAll(code, reason) {
      for (const socket of sockets.clients) socket.close(code, reason);
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readyBody(world: World, { id, shard }: Pick<Session, 'id' | 'shard'>, url: string) {
  const isOfShard = (guildId: string) => shardOf(guildId, shard[1]) === shard[0];
  return {
    v: 10,
    user: accountBody({ id: world.applicationId, name: 'Packs' }, true),
    guilds: [...world.guilds.keys()].filter(isOfShard).map((id) => ({ id, unavailable: true })),
    session_id: id,
    resume_gateway_url: url,
    session_type: 'normal',
    shard,
    application: { id: world.applicationId, flags: 0 },
  };
}

function guildBody(world: World) {
  return {
    id: world.guild.id,
    name: world.guild.name,
    owner_id: world.guild.id,
    preferred_locale: 'en-US',
    joined_at: new Date().toISOString(),
    member_count: world.accounts.size + 1,
    large: false,
    roles: [
      {
        id: world.guild.id,
        name: '@everyone',
        permissions: '0',
        position: 0,
        color: 0,
        hoist: false,
        managed: false,
        mentionable: false,
      },
    ],
    channels: [...world.channels.values()].map((channel) => channelBody(channel)),
    members: [],
    emojis: [],
    stickers: [],
    features: [],
    threads: [],
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
  };
}

/** A channel object. */
export function channelBody(channel: Pick<Channel, 'id' | 'name' | 'guildId'>) {
  return {
    id: channel.id,
    type: 0,
    guild_id: channel.guildId,
    name: channel.name,
    position: 0,
    permission_overwrites: [],
    parent_id: null,
    nsfw: false,
    topic: null,
    rate_limit_per_user: 0,
    last_message_id: null,
  };
}
