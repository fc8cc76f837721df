import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Where a setting's value comes from. */
export const settingSources = ['default', 'environment', 'file'] as const;
export type SettingSource = (typeof settingSources)[number];

/** A setting with its current value, for operators. */
export interface SettingInForce {
  name: string;
  /** The part of the documentation that it belongs to. */
  group: string;
  /** Its effect, without links. */
  effect: string;
  /** Null when the setting is not set, and for secrets, which are never shown. */
  value: string | null;
  isSet: boolean;
  isSecret: boolean;
  source: SettingSource;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Whether an address contains a password, or a key in its query or fragment. */
function isSecretAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && [url.username, url.password, url.search, url.hash].some((part) => part !== '');
}

/**
 * All settings with their current values, in the order of the documentation. `file` holds the lines of the file that
 * Node has read into the environment; Node does not override variables that were already set.
 */
export function settingsInForce(
  documented: readonly {
    name: string;
    group: string;
    says: string;
    standard?: string;
    isSecret?: boolean;
  }[],
  { variables, file }: { variables: Variables; file: Variables },
): SettingInForce[] {
  return documented.map(({ name, group, says, standard = null, isSecret: isSecretName }) => {
    const given = variables[name]?.trim() ? (variables[name] ?? null) : null;
    const text = given ?? standard;
    const isSecret = text !== null && (isSecretName === true || isSecretAddress(text));
    return {
      name,
      group,
      effect: withoutLinks(says),
      value: isSecret ? null : text,
      isSet: text !== null,
      isSecret,
      source: given === null ? 'default' : file[name] === given ? 'file' : 'environment',
    };
  });
}

/** Markdown as plain text. */
export function withoutLinks(markdown: string): string {
  return markdown
    .replace(/ ?\(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '');
}

/** The files of settings that Node's own arguments name. */
export function settingsFilesOf(nodeArguments: readonly string[]): string[] {
  return nodeArguments.flatMap((argument) => {
    const [, file] = /^--env-file(?:-if-exists)?=(.+)$/.exec(argument) ?? [];
    return file === undefined ? [] : [file];
  });
}

/** The lines of these files. */
export function variablesOfFiles(files: readonly string[]): Variables {
  return Object.assign({}, ...files.map(readVariables));
}

function readVariables(file: string): Variables {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch {
    // The file may be missing; lines that Node has read from it are in force anyway.
    return {};
  }
}
