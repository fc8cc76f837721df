import { startBot } from './bot.ts';
import { type BotConfig, ConfigError, readConfig } from './config.ts';
import { FatalError } from './discord.ts';
import { createLog } from './log.ts';

/** In milliseconds; whoever stops us waits 5 seconds at most. */
const grace = 4000;

function configOrExit(): BotConfig {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const config = configOrExit();
const log = createLog(config);

// What Node prints of an error by itself may hold an interaction's token.
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'The bot has a fault and ends');
  process.exit(1);
});

// discord.js leaves one behind when a session is declared invalid in the moment it was resumed, and recovers by itself.
process.on('unhandledRejection', (error) =>
  log.error({ err: error }, 'A promise was rejected and nobody looked'),
);

const bot = startBot(config, log);

bot.failed.catch((error: unknown) => {
  if (error instanceof FatalError) process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, 'The bot cannot go on');
  process.exit(1);
});

function stop(): void {
  // A silent Discord or gateway must not hold the process up.
  setTimeout(() => process.exit(0), grace);
  void bot.stop().finally(() => process.exit(0));
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
