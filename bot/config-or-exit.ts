import { ConfigError } from '../client/gateway/settings.ts';
import { type BotConfig, readConfig } from './config.ts';

/** The settings of this process; ends it, with all that is wrong with them, where they cannot be used. */
export function configOrExit(): BotConfig {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
