import { z } from 'zod';

/** What the bot's operator decides; see docs/discord.md. */
export interface BotConfig {
  discordToken: string;
  /** Without `/v10`, which discord.js appends. */
  discordApiUrl: string;
  /** The one guild to register commands in; null registers them everywhere. */
  guildId: string | null;
  /** Where the bot reaches the gateway. */
  gatewayUrl: URL;
  /** What the bot may do beyond the public; null leaves votes out. */
  gatewayToken: string | null;
  /** Where people reach the gateway, for links that it does not give itself. */
  gatewayPublicUrl: URL | null;
  logLevel: (typeof logLevels)[number];
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const webAddress = z
  .string()
  .refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an address that starts with http:// or https://',
  )
  .transform((text) => new URL(text.endsWith('/') ? text : `${text}/`));

/** A header's value cannot hold anything else. */
const token = z.string().regex(/^[\x21-\x7e]+$/, 'must be one word of printable ASCII');

const environment = z.object({
  DISCORD_TOKEN: z
    .string({ error: 'is missing; it is shown once in the Discord developer portal, under Bot' })
    .pipe(token),
  DISCORD_API_URL: webAddress.default(new URL('https://discord.com/api/')),
  DISCORD_GUILD_ID: z
    .string()
    .regex(/^\d{17,20}$/, 'must be the number of a Discord server (17 to 20 digits)')
    .optional(),
  GATEWAY_URL: webAddress.default(new URL('http://127.0.0.1:8080/')),
  GATEWAY_TOKEN: token.optional(),
  GATEWAY_PUBLIC_URL: webAddress.optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
});

/** A setting that cannot be used; the message names every faulty variable and never shows a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the bot's settings; blank ones count as absent. Throws one `ConfigError` with all faults. */
export function readConfig(env: Record<string, string | undefined>): BotConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(['The bot cannot start with these settings:', ...faults].join('\n'));
  }
  const settings = parsed.data;
  return {
    discordToken: settings.DISCORD_TOKEN,
    discordApiUrl: settings.DISCORD_API_URL.href.replace(/\/$/, ''),
    guildId: settings.DISCORD_GUILD_ID ?? null,
    gatewayUrl: settings.GATEWAY_URL,
    gatewayToken: settings.GATEWAY_TOKEN ?? null,
    gatewayPublicUrl: settings.GATEWAY_PUBLIC_URL ?? null,
    logLevel: settings.LOG_LEVEL,
  };
}
