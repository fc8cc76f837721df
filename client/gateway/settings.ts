import { z } from 'zod';

/** The gateway's address and token. */
export interface GatewaySettings {
  gatewayUrl: URL;
  /** Null sends no token. */
  gatewayToken: string | null;
}

/** An address of the web. */
export const httpAddress = z
  .string()
  .refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an address that starts with http:// or https://',
  );

/** An address without a name or a password, which ends with a slash. */
export const webAddress = httpAddress
  .refine((text) => {
    const { username, password } = URL.parse(text) ?? { username: '', password: '' };
    return username === '' && password === '';
  }, 'must hold no name or password: a token for the gateway goes into GATEWAY_TOKEN')
  .transform((text) => new URL(text.endsWith('/') ? text : `${text}/`));

/** A header's value cannot hold anything else. */
export const token = z.string().regex(/^[\x21-\x7e]+$/, 'must be one word of printable ASCII');

/** A whole number in a range. */
export const wholeNumber = (least: number, most: number) => {
  const fault = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,7}$/, fault)
    .transform(Number)
    .refine((number) => number >= least && number <= most, fault);
};

/** The settings by which the gateway is reached. */
export const gatewayVariables = {
  GATEWAY_URL: webAddress.optional(),
  PORT: wholeNumber(0, 65_535).default(8080),
  GATEWAY_TOKEN: token.optional(),
};

/** A setting that cannot be used; the message names every faulty variable and never shows a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads how the gateway is reached, and nothing else. Throws one `ConfigError` with all faults. */
export function readGatewaySettings(env: Variables): GatewaySettings {
  return gatewayOf(parsed(z.object(gatewayVariables), env, 'These settings cannot be used:'));
}

/** The environment, or what a test puts in its place. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Reads settings of this form; blank ones count as absent. Throws one `ConfigError` with all faults, under the complaint. */
export function parsed<Settings>(form: z.ZodType<Settings>, env: Variables, complaint: string): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
  const { data, error } = form.safeParse(given);
  if (data !== undefined) return data;
  const faults = (error?.issues ?? []).map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
  throw new ConfigError([complaint, ...faults].join('\n'));
}

/** The settings of the gateway among those that were read. */
export function gatewayOf({
  GATEWAY_URL,
  PORT,
  GATEWAY_TOKEN,
}: z.infer<z.ZodObject<typeof gatewayVariables>>): GatewaySettings {
  return {
    // The settings are mostly shared with a gateway on the same machine.
    gatewayUrl: GATEWAY_URL ?? new URL(`http://127.0.0.1:${PORT}/`),
    gatewayToken: GATEWAY_TOKEN ?? null,
  };
}
