import { startBot } from './bot.ts';
import { configOrExit } from './config-or-exit.ts';
import { FatalError } from './discord.ts';
import { createLog } from './log.ts';
import { StoreError } from './store.ts';

/** Milliseconds; a supervisor waits 5 seconds at most. */
const grace = 4000;

const config = configOrExit();
const log = createLog(config);

// Node's own report of an error may contain an interaction's token.
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'The bot has a fault and ends');
  process.exit(1);
});

// discord.js leaves one unhandled when a session becomes invalid while it resumes, and recovers by itself.
process.on('unhandledRejection', (error) =>
  log.error({ err: error }, 'A promise was rejected without a handler'),
);

const bot = startBot(config, log);

bot.failed.catch((error: unknown) => {
  if (error instanceof FatalError || error instanceof StoreError) process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, 'The bot cannot go on');
  process.exit(1);
});

function end(): never {
  log.info('The bot has stopped');
  process.exit(0);
}

let stopping = false;
function stop(): void {
  // Terminals, supervisors and npm send signals more than once.
  if (stopping) return;
  stopping = true;
  log.info('The bot stops');
  // A silent Discord or gateway must not hold the process up.
  setTimeout(end, grace);
  void bot.stop().finally(end);
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
