import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { isProxyList } from '../access/client-address.ts';
import { readPlace } from '../backup/place-address.ts';
import { parseHosts } from '../fetching/hosts.ts';
import type { ClamdAddress } from '../scan/scan-task.ts';

/** A parser for the text of a setting, and a short description of valid values. */
export interface Kind<Value> {
  range: string;
  schema: z.ZodType<Value, string>;
}

/** The documentation of a setting. */
interface About {
  /** The default in its text form; without a default the setting is optional. */
  standard?: string;
  /** The default depends on the machine, so the documentation cannot state it. */
  isOfMachine?: boolean;
  unit?: string;
  /** Replaces the description of valid values. */
  range?: string;
  /** One of the few settings that most operators need. */
  isCommon?: boolean;
  /** The value is never shown to anyone. */
  isSecret?: boolean;
  /** Its effect, in Markdown. */
  says: string;
}

/** The documentation of each setting, stored beside its parser. */
export const settings = z.registry<About & { name: string; range: string }>();

/** A setting: a text from the environment, or the default when the variable is not set. */
export function setting<Value>(
  name: string,
  kind: Kind<Value>,
  about: About & { standard: string },
): z.ZodType<Value, string | undefined>;
export function setting<Value>(
  name: string,
  kind: Kind<Value>,
  about: About,
): z.ZodType<Value | null, string | undefined>;
export function setting<Value>(name: string, { schema, range }: Kind<Value>, about: About): z.ZodType {
  const field =
    about.standard === undefined
      ? schema.optional().transform((value) => value ?? null)
      : schema.prefault(about.standard);
  return field.register(settings, { range, ...about, name });
}

export const text: Kind<string> = { range: '–', schema: z.string() };

export const whole = (least: number, most: number): Kind<number> => ({
  range: `${least} to ${most === Number.MAX_SAFE_INTEGER ? '2^53 - 1' : most}`,
  schema: z
    .string()
    .refine((given) => /^\d{1,16}$/.test(given) && Number(given) >= least && Number(given) <= most, {
      error: ({ input }) => `must be a whole number from ${least} to ${most}, not ${JSON.stringify(input)}`,
    })
    .transform(Number),
});

export const oneOf = <const Words extends readonly string[]>(...words: Words): Kind<Words[number]> => ({
  range: words.join(', '),
  schema: z.enum(words, {
    error: ({ input }) => `must be one of ${words.join(', ')}, not ${JSON.stringify(input)}`,
  }),
});

const onOrOff = oneOf('on', 'off');
export const onOff: Kind<boolean> = {
  range: onOrOff.range,
  schema: onOrOff.schema.transform((word) => word === 'on'),
};

/** An address is never quoted in messages, as it may contain a password. */
export const address = (...protocols: string[]): Kind<string> => ({
  range: `address, ${protocols.includes('http:') ? 'http(s)' : protocols[0]?.slice(0, -1)}://`,
  // `URL` ignores blanks around an address; a comparison, as with the issuer in a token, does not.
  schema: z
    .string()
    .trim()
    .refine((given) => URL.canParse(given) && protocols.includes(new URL(given).protocol), {
      error: `must be an address beginning with ${protocols.map((one) => `${one}//`).join(' or ')}`,
    }),
});

/** A base address for paths: without a trailing slash. */
export function base(...protocols: string[]): Kind<string> {
  const { range, schema } = address(...protocols);
  return { range, schema: schema.transform((given) => given.replace(/\/+$/, '')) };
}

/** Text that is valid in a header; never quoted in messages, as it may be secret. */
export const headerText: Kind<string> = {
  range: 'up to 200 characters',
  schema: z.string().regex(/^[\x20-\x27\x2a-\x7e]{1,200}$/, {
    error: 'must be at most 200 printable ASCII characters, without brackets',
  }),
};

/** A kind whose texts `read` parses; a null from `read` is the fault. */
const readBy = <Value>(range: string, fault: string, read: (given: string) => Value | null): Kind<Value> => ({
  range,
  schema: z.string().transform((given, context) => {
    const value = read(given);
    if (value !== null) return value;
    context.addIssue(fault);
    return z.NEVER;
  }),
});

/** Pairs in OpenTelemetry's format; never quoted in messages, as they may be secret. */
export const headerPairs = readBy(
  'name=value, by commas',
  'must be headers as name=value, separated by commas',
  (given) => {
    const headers: Record<string, string> = {};
    for (const pair of given.split(',')) {
      const [, name, value] = /^\s*([\w-]+)=([\x21-\x7e][\x20-\x7e]*)$/.exec(pair) ?? [];
      if (name === undefined || value === undefined) return null;
      headers[name] = value;
    }
    return headers;
  },
);

export const share: Kind<number> = {
  range: 'number from 0 to 1',
  schema: z
    .string()
    .refine((given) => /^(?:0|1|0?\.\d{1,9}|1\.0+)$/.test(given), {
      error: ({ input }) => `must be a number from 0 to 1, not ${JSON.stringify(input)}`,
    })
    .transform(Number),
};

export const hostList = readBy(
  'hosts, by commas',
  'must be names of hosts, each with a port or not, separated by commas',
  parseHosts,
);

const listOf = (given: string) => given.split(/[\s,]+/).filter((one) => one !== '');

export const originList = readBy(
  'origins, by commas',
  'must be origins such as https://tools.example:8443, separated by commas',
  (given) => {
    const origins = listOf(given);
    return origins.every((one) => URL.canParse(one) && new URL(one).origin === one) ? origins : null;
  },
);

export const proxyList = readBy(
  'addresses, networks, loopback, linklocal, uniquelocal, by commas',
  'must be a list of addresses or networks such as 10.0.0.0/8, or of the words loopback, linklocal, uniquelocal, separated by commas',
  (given) => (isProxyList(listOf(given)) ? listOf(given) : null),
);

export const objectPrefix: Kind<string> = {
  range: 'letters, digits, `. _ - /`',
  schema: z.string().regex(/^[\w.-]+(?:\/[\w.-]+)*\/?$/, {
    error: 'must be letters, digits, ".", "_" and "-", in parts between "/"',
  }),
};

export const backupPlace = readBy(
  'folder, or s3://bucket/prefix',
  'must be a folder, or s3://bucket/prefix with a prefix of letters, digits, ".", "_" and "-", in parts between "/"',
  readPlace,
);

export const clamdAddress = readBy(
  'path of a socket, or host:port',
  'must be the path of a socket, such as /run/clamav/clamd.ctl, or a host and a port, such as 127.0.0.1:3310',
  (given): ClamdAddress | null => {
    if (isAbsolute(given)) return { path: given };
    const [, host = '', digits = ''] =
      /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(given)?.filter(Boolean) ?? [];
    const port = Number(digits);
    return host !== '' && port >= 1 && port <= 65_535 ? { host, port } : null;
  },
);
