import { DiscordAPIError, REST, Routes } from 'discord.js';
import { z } from 'zod';
import { definitions } from './commands/index.ts';
import { configOrExit } from './config-or-exit.ts';
import { FatalError, refusedToken } from './discord.ts';
import { createLog } from './log.ts';
import { patiently } from './patience.ts';
import { clearOtherServers, guildsOf, registerCommands } from './register.ts';

const config = configOrExit();
const log = createLog(config);
const rest = new REST({ api: config.discordApiUrl }).setToken(config.discordToken);
const { signal } = new AbortController();
const application = z.object({ id: z.string() });

/** Registers the commands as the bot does at its start, without starting it. */
async function register(): Promise<void> {
  const answer = await patiently(() => rest.get(Routes.currentApplication()), { signal });
  const { id: applicationId } = application.parse(answer);
  const registry = { rest, applicationId };
  await registerCommands(registry, definitions, config.guildId, { log, signal });
  await clearOtherServers(registry, guildsOf(registry, { log, signal }), config.guildId, { log, signal });
  log.info({ commands: definitions.length, server: config.guildId ?? 'all' }, 'The commands are registered');
}

try {
  await register();
} catch (error) {
  const refused = error instanceof DiscordAPIError && error.status === 401;
  if (refused || error instanceof FatalError)
    process.stderr.write(`${refused || !(error instanceof Error) ? refusedToken : error.message}\n`);
  else log.fatal({ err: error }, 'The commands could not be registered');
  process.exitCode = 1;
}
