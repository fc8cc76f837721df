import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError, invalidForm, parseForm } from './api-error.ts';
import { commandsForm } from './command-form.ts';
import { deleteOf, editOf, followUp, interactionOfToken, messageOf, respond } from './interactions.ts';
import { accountBody, addMessage, deleteMessage, editMessage, findMessage, messageBody } from './messages.ts';
import { snowflake } from './snowflake.ts';
import { type Channel, newChannel, type RegisteredCommand, type World } from './world.ts';

/** A disturbance that the next requests meet instead of their answer. */
export type Disturbance =
  | { status: 429 /** In seconds. */; retryAfter: number; global?: boolean }
  | { status: 500 | 502 | 503 | 504 }
  /** The connection ends without an answer: by a reset, which discord.js tries again, or in order, which it does not. */
  | { status: 'reset' | 'closed' };

/** What the HTTP half needs from the rest. */
export interface RouteSettings {
  gatewayUrl: () => string;
  /** The disturbance for this request, or null; each is asked for once. */
  disturb: (method: string, path: string) => Disturbance | null;
  isSilent: () => boolean;
  /** Connections that a bot is told to make. */
  shards: number;
}

/** Discord's HTTP API (version 10) as far as a bot of slash commands and buttons uses it, and the attachments. */
export function createRoutes(world: World, settings: RouteSettings): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  const codes = new WeakMap<FastifyRequest, number>();
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, readMultipart);

  app.addHook('onRequest', async (request, reply) => {
    if (settings.isSilent()) return reply.hijack();
    if (!request.url.startsWith('/api/')) return;
    const disturbance = settings.disturb(request.method, request.url);
    if (disturbance === null) return;
    if (disturbance.status === 'reset' || disturbance.status === 'closed') {
      record(world, request, 0, null);
      reply.hijack();
      if (disturbance.status === 'reset') request.raw.socket.resetAndDestroy();
      else request.raw.socket.destroy();
      return;
    }
    if (disturbance.status !== 429)
      return reply.code(disturbance.status).send({ message: `${disturbance.status}: Server Error`, code: 0 });
    const { retryAfter, global = false } = disturbance;
    return reply
      .code(429)
      .headers({
        'retry-after': String(retryAfter),
        'x-ratelimit-scope': global ? 'global' : 'user',
        ...(global ? { 'x-ratelimit-global': 'true' } : {}),
      })
      .send({ message: 'You are being rate limited.', retry_after: retryAfter, global });
  });

  app.addHook('onResponse', async (request, reply) => {
    if (request.url.startsWith('/api/')) record(world, request, reply.statusCode, codes.get(request) ?? null);
  });

  app.setErrorHandler((error, request, reply) => {
    const known = error instanceof ApiError ? error : new ApiError(400, 0, `${error}`);
    codes.set(request, known.code);
    return reply.code(known.status).send({
      message: known.message,
      code: known.code,
      ...(known.errors === undefined ? {} : { errors: known.errors }),
    });
  });
  app.setNotFoundHandler(() => {
    throw new ApiError(404, 0, '404: Not Found');
  });

  app.register(async (api) => botRoutes(api, world, settings), { prefix: '/api/v10' });
  app.register(async (api) => interactionRoutes(api, world), { prefix: '/api/v10' });
  app.get('/attachments/:channel/:id/:name', (request, reply) => {
    const file = world.attachments.get(param(request, 'id'));
    if (file === undefined) return reply.code(404).send('This content is no longer available.');
    if (file.status !== undefined && file.status !== 200) return reply.code(file.status).send('');
    return reply.header('content-type', file.contentType ?? 'application/octet-stream').send(file.open());
  });
  return app;
}

/** A message with files: `payload_json` has what a body of JSON has, and each `files[n]` a file. */
async function readMultipart({ headers }: FastifyRequest, body: string | Buffer): Promise<unknown> {
  const type = headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(Buffer.from(body)), {
    headers: { 'content-type': type },
  }).formData();
  const text = form.get('payload_json');
  const files: { n: number; name: string; bytes: Uint8Array }[] = [];
  for (const [part, value] of form) {
    const [, n] = /^files\[(\d+)\]$/.exec(part) ?? [];
    if (n !== undefined && value instanceof File)
      files.push({ n: Number(n), name: value.name, bytes: await value.bytes() });
  }
  return { ...(typeof text === 'string' ? Object(JSON.parse(text)) : {}), files };
}

/** What needs the bot's own token. */
function botRoutes(api: FastifyInstance, world: World, { gatewayUrl, shards }: RouteSettings): void {
  api.addHook('onRequest', async (request) => {
    if (world.tokenRevoked || request.headers.authorization !== `Bot ${world.botToken}`)
      throw new ApiError(401, 0, '401: Unauthorized');
  });

  api.get('/gateway/bot', () => ({
    url: gatewayUrl(),
    shards,
    session_start_limit: { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: shards },
  }));
  api.get('/applications/@me', () => ({ id: world.applicationId, name: 'Packs' }));
  api.get('/users/@me/guilds', (request) => {
    const { after } = z.object({ after: z.string().default('0') }).parse(request.query);
    return [...world.guilds.values()].filter(({ id }) => BigInt(id) > BigInt(after));
  });
  api.post('/users/@me/channels', (request) => {
    const { recipient_id: id } = parseForm(z.object({ recipient_id: z.string() }), request.body);
    const account = world.accounts.get(id);
    if (account === undefined) throw new ApiError(400, 50033, 'Invalid Recipient(s)');
    // The chat with somebody has the id of that somebody here.
    world.channels.set(id, { ...newChannel(account.name, ''), id });
    return { id, type: 1, recipients: [accountBody(account, false)] };
  });

  for (const path of [
    '/applications/:application/commands',
    '/applications/:application/guilds/:guild/commands',
  ]) {
    api.get(path, (request) => commandsAt(world, request).map((command) => commandBody(world, command)));
    api.put(path, (request) => {
      const guild = knownScope(world, request);
      const made = parseForm(commandsForm, request.body).map((command) => ({ ...command, id: snowflake() }));
      if (guild === null) world.globalCommands = made;
      else world.guildCommands.set(guild, made);
      return made.map((command) => commandBody(world, command));
    });
  }

  const usable = (request: FastifyRequest): Channel => {
    const channel = world.channels.get(param(request, 'channel'));
    if (channel === undefined) throw new ApiError(404, 10003, 'Unknown Channel');
    if (!channel.botMayPost || !channel.botIsMember) throw new ApiError(403, 50001, 'Missing Access');
    return channel;
  };
  const messageHere = (request: FastifyRequest) => {
    const { id } = usable(request);
    const message = findMessage(world, param(request, 'message'));
    // An ephemeral message does not exist for anything but its interaction's token.
    if (message.channelId !== id || message.visibleTo !== null)
      throw new ApiError(404, 10008, 'Unknown Message');
    return message;
  };
  api.get('/channels/:channel/messages/:message', (request) => messageBody(world, messageHere(request)));
  api.post('/channels/:channel/messages', (request) => {
    const placement = {
      channelId: usable(request).id,
      visibleTo: null,
      interactionId: null,
      by: 'bot',
    } as const;
    return messageBody(world, addMessage(world, placement, request.body));
  });
  api.patch('/channels/:channel/messages/:message', (request) =>
    messageBody(world, editMessage(world, messageHere(request), 'bot', request.body)),
  );
  api.delete('/channels/:channel/messages/:message', (request, reply) => {
    deleteMessage(world, messageHere(request), 'bot');
    return reply.code(204).send();
  });
}

/** What an interaction's own token opens, without the bot's. */
function interactionRoutes(api: FastifyInstance, world: World): void {
  const query = z.object({ with_response: z.enum(['true', 'false']).default('false') });

  api.post('/interactions/:id/:token/callback', (request, reply) => {
    const { interaction, type, message } = respond(
      world,
      param(request, 'id'),
      param(request, 'token'),
      request.body,
    );
    if (query.parse(request.query).with_response === 'false') return reply.code(204).send();
    return {
      interaction: {
        id: interaction.id,
        type: { command: 2, button: 3, autocomplete: 4 }[interaction.kind],
        response_message_id: message?.id,
        response_message_loading: message?.thinking ?? false,
        response_message_ephemeral: message !== null && message.visibleTo !== null,
      },
      // As documented, the message comes with the callbacks that make or change one at once, not with deferrals.
      resource: {
        type,
        ...(message === null || ![4, 7].includes(type) ? {} : { message: messageBody(world, message) }),
      },
    };
  });

  const interactionOf = (request: FastifyRequest) =>
    interactionOfToken(world, param(request, 'application'), param(request, 'token'));
  api.post('/webhooks/:application/:token', (request) =>
    messageBody(world, followUp(world, interactionOf(request), request.body)),
  );
  const one = '/webhooks/:application/:token/messages/:message';
  api.get(one, (request) =>
    messageBody(world, messageOf(world, interactionOf(request), param(request, 'message'))),
  );
  api.patch(one, (request) =>
    messageBody(world, editOf(world, interactionOf(request), param(request, 'message'), request.body)),
  );
  api.delete(one, (request, reply) => {
    deleteOf(world, interactionOf(request), param(request, 'message'));
    return reply.code(204).send();
  });
}

function commandsAt(world: World, request: FastifyRequest): RegisteredCommand[] {
  const guild = knownScope(world, request);
  return guild === null ? world.globalCommands : (world.guildCommands.get(guild) ?? []);
}

/** The guild of a request about commands; null for commands everywhere. */
function knownScope(world: World, request: FastifyRequest): string | null {
  const { application, guild = null } = z
    .object({ application: z.string(), guild: z.string().optional() })
    .parse(request.params);
  if (guild !== null && !/^\d{17,20}$/.test(guild))
    throw invalidForm([
      { path: ['guild_id'], code: 'NUMBER_TYPE_COERCE', message: `Value "${guild}" is not snowflake.` },
    ]);
  if (application !== world.applicationId || (guild !== null && !world.guilds.has(guild)))
    throw new ApiError(403, 50001, 'Missing Access');
  return guild;
}

function commandBody(world: World, command: RegisteredCommand) {
  return {
    ...command,
    application_id: world.applicationId,
    version: command.id,
  };
}

function param(request: FastifyRequest, name: string): string {
  return z.record(z.string(), z.string()).parse(request.params)[name] ?? '';
}

function record(world: World, request: FastifyRequest, status: number, code: number | null): void {
  const authorization = request.headers.authorization;
  world.requests.record({
    at: Date.now(),
    method: request.method,
    path: request.url
      .replace(/^\/api\/v10/, '')
      .replace(/\?.*$/, '')
      .replace(/(\/(?:interactions|webhooks)\/\d+)\/[^/]+/, '$1/:token'),
    status,
    code,
    token: authorization?.replace(/^Bot /, '') ?? null,
  });
}
