import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** From where a setting has its value. */
export const settingSources = ['default', 'environment', 'file'] as const;
export type SettingSource = (typeof settingSources)[number];

/** A setting as it is in force, for operators. */
export interface SettingInForce {
  name: string;
  /** Null where it is not set, and for secrets, which nobody is told. */
  value: string | null;
  isSet: boolean;
  isSecret: boolean;
  source: SettingSource;
}

type Variables = Readonly<Record<string, string | undefined>>;

const secretNames: ReadonlySet<string> = new Set([
  'CURSEFORGE_API_KEY',
  'DATABASE_DIRECT_URL',
  'DATABASE_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
]);

/** An address may hold a password, a key in its query, or one behind its "#". */
function isSecretAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && [url.username, url.password, url.search, url.hash].some((part) => part !== '');
}

/**
 * All settings as they are in force, in the order of their defaults; a default of null means not set. `file` are the
 * lines of the file that Node has read into the environment: it leaves alone what was set before.
 */
export function settingsInForce(
  defaults: ReadonlyMap<string, string | null>,
  { variables, file }: { variables: Variables; file: Variables },
): SettingInForce[] {
  return [...defaults].map(([name, standard]) => {
    const given = variables[name]?.trim() ? (variables[name] ?? null) : null;
    const text = given ?? standard;
    const isSecret = text !== null && (secretNames.has(name) || isSecretAddress(text));
    return {
      name,
      value: isSecret ? null : text,
      isSet: text !== null,
      isSecret,
      source: given === null ? 'default' : file[name] === given ? 'file' : 'environment',
    };
  });
}

/** The lines of the files that Node was told to read by these arguments of its own. */
export function variablesOfFiles(nodeArguments: readonly string[]): Variables {
  const files = nodeArguments.flatMap((argument) => {
    const [, file] = /^--env-file(?:-if-exists)?=(.+)$/.exec(argument) ?? [];
    return file === undefined ? [] : [file];
  });
  return Object.assign({}, ...files.map(readVariables));
}

function readVariables(file: string): Variables {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch {
    // It may be absent, and what was read of it is in force anyway.
    return {};
  }
}
