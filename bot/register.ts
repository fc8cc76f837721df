import {
  type Client,
  DiscordAPIError,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { BotConfig } from './config.ts';
import { FatalError } from './discord.ts';
import type { Log } from './log.ts';
import { patiently } from './patience.ts';

/**
 * Registers the commands in one server or everywhere, and clears those of the other scope, so that no command shows
 * up twice after the setting was changed. Rejects with a `FatalError` when the server is not one the bot is in.
 */
export async function registerCommands(
  client: Client<true>,
  definitions: RESTPostAPIChatInputApplicationCommandsJSONBody[],
  { guildId }: Pick<BotConfig, 'guildId'>,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  const { commands } = client.application;
  const onFailure = (error: unknown) =>
    log.warn({ err: error }, 'Discord did not take the commands; trying again');
  const set = (body: RESTPostAPIChatInputApplicationCommandsJSONBody[], guild: string | null) =>
    patiently(async () => (guild === null ? commands.set(body) : commands.set(body, guild)), {
      signal,
      onFailure,
    });

  if (guildId === null) {
    await set(definitions, null);
    for (const guild of client.guilds.cache.keys()) await clearGuild(guild);
    return;
  }
  try {
    await set(definitions, guildId);
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    throw new FatalError(
      'DISCORD_GUILD_ID names a Discord server that the bot may not register commands in: invite it there with the scope applications.commands.',
    );
  }
  await set([], null);

  async function clearGuild(guild: string): Promise<void> {
    try {
      const present = await patiently(() => commands.fetch({ guildId: guild }), { signal, onFailure });
      if (present.size > 0) await set([], guild);
    } catch (error) {
      // Where the bot was invited without the scope for commands, there are none to clear.
      if (!isOutOfReach(error)) throw error;
    }
  }
}

function isOutOfReach(error: unknown): boolean {
  return error instanceof DiscordAPIError && (error.status === 403 || error.status === 404);
}
