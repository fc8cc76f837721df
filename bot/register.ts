import {
  DiscordAPIError,
  type REST,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  Routes,
} from 'discord.js';
import { z } from 'zod';
import { FatalError } from './discord.ts';
import type { Log } from './log.ts';
import { patiently } from './patience.ts';

type Definition = RESTPostAPIChatInputApplicationCommandsJSONBody;

/** The calls of Discord's API that registering needs. */
export interface Registry {
  rest: REST;
  applicationId: string;
}

interface Surroundings {
  log: Log;
  signal: AbortSignal;
}

/**
 * Registers the commands in one server or everywhere; in the first case none are left for everywhere, so that no
 * command shows up twice. Rejects with a `FatalError` when the server is not one the bot is in.
 */
export async function registerCommands(
  registry: Registry,
  definitions: readonly Definition[],
  guildId: string | null,
  surroundings: Surroundings,
): Promise<void> {
  if (guildId === null) return put(registry, null, definitions, surroundings);
  try {
    // Only global commands may say where they can be used.
    const bare = definitions.map(({ contexts: _contexts, integration_types: _types, ...rest }) => rest);
    await put(registry, guildId, bare, surroundings);
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    throw new FatalError(
      'DISCORD_GUILD_ID names a Discord server that the bot may not register commands in: invite it there with the scope applications.commands.',
    );
  }
  await put(registry, null, [], surroundings);
}

/** Clears commands of single servers, but for the configured one. */
export async function clearOtherServers(
  registry: Registry,
  guildIds: Iterable<string> | AsyncIterable<string>,
  guildId: string | null,
  surroundings: Surroundings,
): Promise<void> {
  let cleared = 0;
  for await (const other of guildIds) {
    if (other === guildId) continue;
    try {
      const present = await patiently(
        () => registry.rest.get(Routes.applicationGuildCommands(registry.applicationId, other)),
        told(surroundings),
      );
      if (!Array.isArray(present) || present.length === 0) continue;
      await put(registry, other, [], surroundings);
      cleared += 1;
    } catch (error) {
      // A server that invited the bot without the scope for commands has none to clear.
      if (!isOutOfReach(error)) throw error;
    }
  }
  surroundings.log.info({ cleared }, 'No other server has commands of its own');
}

const guildPage = z.array(z.object({ id: z.string() }));

/** Discord's most for one page of servers. */
const pageSize = 200;

/** The servers that the bot is in, asked for page by page. */
export async function* guildsOf({ rest }: Pick<Registry, 'rest'>, surroundings: Surroundings) {
  let after = '0';
  for (;;) {
    const query = new URLSearchParams({ after, limit: `${pageSize}` });
    const page = guildPage.parse(
      await patiently(() => rest.get(Routes.userGuilds(), { query }), told(surroundings)),
    );
    for (const { id } of page) yield id;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.id;
  }
}

async function put(
  { rest, applicationId }: Registry,
  guildId: string | null,
  body: readonly Definition[],
  surroundings: Surroundings,
): Promise<void> {
  const route =
    guildId === null
      ? Routes.applicationCommands(applicationId)
      : Routes.applicationGuildCommands(applicationId, guildId);
  await patiently(() => rest.put(route, { body }), told(surroundings));
}

function told({ log, signal }: Surroundings) {
  const onFailure = (error: unknown) =>
    log.warn({ err: error }, 'Discord did not take the commands; trying again');
  return { signal, onFailure };
}

function isOutOfReach(error: unknown): boolean {
  return error instanceof DiscordAPIError && (error.status === 403 || error.status === 404);
}
