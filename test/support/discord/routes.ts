import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError, commandsForm, parseForm } from './forms.ts';
import { followUp, interactionOf, messageOf, respond } from './interactions.ts';
import { accountBody, addMessage, deleteMessage, editMessage, findMessage, messageBody } from './messages.ts';
import { addChannel, type RegisteredCommand, snowflake, type World } from './world.ts';

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
  disturb: (path: string) => Disturbance | null;
  isSilent: () => boolean;
  /** Connections that a bot is told to make. */
  shards: number;
}

interface Asked {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** A route and what it answers; nothing is a 204. */
type Route = ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string, (asked: Asked) => unknown];

/** Discord's HTTP API (version 10) as far as a bot of slash commands and buttons uses it, and the attachments. */
export function createRoutes(world: World, settings: RouteSettings): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, readMultipart);

  app.addHook('onRequest', async (request, reply) => {
    if (settings.isSilent()) return reply.hijack();
    if (!request.url.startsWith('/api/')) return;
    const disturbance = settings.disturb(pathOf(request));
    if (disturbance === null) return;
    const { status } = disturbance;
    if (status === 'reset' || status === 'closed') {
      record(world, request, 0);
      reply.hijack();
      if (status === 'reset') request.raw.socket.resetAndDestroy();
      else request.raw.socket.destroy();
      return;
    }
    if (status !== 429) return reply.code(status).send({ message: `${status}: Server Error`, code: 0 });
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
    if (request.url.startsWith('/api/')) record(world, request, reply.statusCode);
  });
  app.setErrorHandler((error, _request, reply) => {
    const { status, message, code, errors } =
      error instanceof ApiError ? error : new ApiError(400, 0, `${error}`);
    return reply.code(status).send({ message, code, errors });
  });
  app.setNotFoundHandler(() => {
    throw new ApiError(404, 0, '404: Not Found');
  });

  const add = (routes: readonly Route[], refuse: (authorization: string | undefined) => void) => {
    for (const [method, path, answer] of routes)
      app.route({
        method,
        url: `/api/v10${path}`,
        onRequest: async ({ headers }) => refuse(headers.authorization),
        handler: async ({ params, query, body }, reply) => {
          const texts = z.record(z.string(), z.string());
          const answered = await answer({ params: texts.parse(params), query: texts.parse(query), body });
          return answered === undefined ? reply.code(204).send() : answered;
        },
      });
  };
  add(botRoutes(world, settings), (authorization) => {
    if (world.tokenRevoked || authorization !== `Bot ${world.botToken}`)
      throw new ApiError(401, 0, '401: Unauthorized');
  });
  add(interactionRoutes(world), () => {});

  app.get('/attachments/:channel/:id/:name', ({ params }, reply) => {
    const file = world.attachments.get(z.object({ id: z.string() }).parse(params).id);
    const status = file === undefined ? 404 : (file.status ?? 200);
    if (file === undefined || status !== 200) return reply.code(status).send('');
    return reply.header('content-type', file.contentType ?? 'application/octet-stream').send(file.open());
  });
  return app;
}

/** A message with files: `payload_json` has what a body of JSON has, and each `files[n]` a file. */
async function readMultipart({ headers }: FastifyRequest, body: string | Buffer): Promise<unknown> {
  const type = headers['content-type'] ?? '';
  const sent = new Response(new Uint8Array(Buffer.from(body)), { headers: { 'content-type': type } });
  const form = await sent.formData();
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
function botRoutes(world: World, { gatewayUrl, shards }: RouteSettings): Route[] {
  const usable = ({ channel: id = '' }: Asked['params']) => {
    const channel = world.channels.get(id);
    if (channel === undefined) throw new ApiError(404, 10003, 'Unknown Channel');
    if (!channel.botMayPost || !channel.botIsMember) throw new ApiError(403, 50001, 'Missing Access');
    return channel;
  };
  const messageHere = (params: Asked['params']) => {
    const { id } = usable(params);
    const message = findMessage(world, params.message ?? '');
    // An ephemeral message does not exist for anything but its interaction's token.
    if (message.channelId !== id || message.visibleTo !== null)
      throw new ApiError(404, 10008, 'Unknown Message');
    return message;
  };
  const bodyOf = (command: RegisteredCommand) => ({
    ...command,
    application_id: world.applicationId,
    version: command.id,
  });
  /** The guild of a request about commands; null for commands everywhere. */
  const scopeOf = ({ application, guild = null }: Record<string, string | null>) => {
    if (application !== world.applicationId || (guild !== null && !world.guilds.has(guild)))
      throw new ApiError(403, 50001, 'Missing Access');
    return guild;
  };
  const commandRoutes = (path: string): Route[] => [
    ['GET', path, ({ params }) => (world.commands.get(scopeOf(params)) ?? []).map(bodyOf)],
    [
      'PUT',
      path,
      ({ params, body }) => {
        const made = parseForm(commandsForm, body).map((command) => ({ ...command, id: snowflake() }));
        world.commands.set(scopeOf(params), made);
        return made.map(bodyOf);
      },
    ],
  ];
  const message = '/channels/:channel/messages/:message';
  return [
    [
      'GET',
      '/gateway/bot',
      () => ({
        url: gatewayUrl(),
        shards,
        session_start_limit: { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: shards },
      }),
    ],
    ['GET', '/applications/@me', () => ({ id: world.applicationId, name: 'Packs' })],
    [
      'GET',
      '/users/@me/guilds',
      ({ query: { after = '0' } }) =>
        [...world.guilds.values()].filter(({ id }) => BigInt(id) > BigInt(after)),
    ],
    [
      'POST',
      '/users/@me/channels',
      ({ body }) => {
        const { recipient_id: id } = parseForm(z.object({ recipient_id: z.string() }), body);
        const account = world.accounts.get(id);
        if (account === undefined) throw new ApiError(400, 50033, 'Invalid Recipient(s)');
        // The chat with somebody has the id of that somebody here.
        addChannel(world, { id, name: account.name, guildId: '' });
        return { id, type: 1, recipients: [accountBody(account, false)] };
      },
    ],
    ...commandRoutes('/applications/:application/commands'),
    ...commandRoutes('/applications/:application/guilds/:guild/commands'),
    ['GET', message, ({ params }) => messageBody(world, messageHere(params))],
    [
      'POST',
      '/channels/:channel/messages',
      ({ params, body }) => {
        const placement = { channelId: usable(params).id, visibleTo: null, interactionId: null };
        return messageBody(world, addMessage(world, placement, 'bot', body));
      },
    ],
    [
      'PATCH',
      message,
      ({ params, body }) => messageBody(world, editMessage(world, messageHere(params), 'bot', body)),
    ],
    ['DELETE', message, ({ params }) => deleteMessage(world, messageHere(params), 'bot')],
  ];
}

/** What an interaction's own token opens, without the bot's. */
function interactionRoutes(world: World): Route[] {
  const one = '/webhooks/:application/:token/messages/:message';
  return [
    [
      'POST',
      '/interactions/:id/:token/callback',
      ({ params, query, body }) => {
        const { interaction, type, message } = respond(world, params, body);
        if (query.with_response !== 'true') return undefined;
        return {
          interaction: {
            id: interaction.id,
            type: { command: 2, button: 3, autocomplete: 4, modal: 5 }[interaction.kind],
            response_message_id: message?.id,
            response_message_loading: message?.thinking ?? false,
            response_message_ephemeral: message !== null && message.visibleTo !== null,
          },
          // As documented, the message comes with the callbacks that make or change one at once, not with deferrals.
          resource: {
            type,
            ...(message !== null && [4, 7].includes(type) ? { message: messageBody(world, message) } : {}),
          },
        };
      },
    ],
    [
      'POST',
      '/webhooks/:application/:token',
      ({ params, body }) => messageBody(world, followUp(world, interactionOf(world, params), body)),
    ],
    ['GET', one, ({ params }) => messageBody(world, messageOf(world, params))],
    [
      'PATCH',
      one,
      ({ params, body }) =>
        messageBody(world, editMessage(world, messageOf(world, params), 'interaction', body)),
    ],
    ['DELETE', one, ({ params }) => deleteMessage(world, messageOf(world, params), 'interaction')],
  ];
}

function pathOf({ url }: FastifyRequest): string {
  return url
    .replace(/^\/api\/v10/, '')
    .replace(/\?.*$/, '')
    .replace(/(\/(?:interactions|webhooks)\/\d+)\/[^/]+/, '$1/:token');
}

function record(world: World, request: FastifyRequest, status: number): void {
  world.requests.record({ at: Date.now(), method: request.method, path: pathOf(request), status });
}
