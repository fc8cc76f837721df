import { usualWorld } from '../selection/world-overrides.ts';
import { readProperties } from './java-properties.ts';

/** Most characters of `motd`: the game's list of servers shows no more. */
const longestMotd = 59;

/**
 * The `server.properties` for a modpack without one: the pack's name, and settings that matter for mods; the others keep
 * the game's defaults. The game rewrites the file, so that an update leaves it: a version would soon be a former one.
 */
export function defaultServerProperties(packName: string | null): string {
  return canonicalProperties(`allow-flight=true
enable-command-block=true
level-type=default
max-tick-time=120000
motd=${motdOf(packName ?? 'A Minecraft Server')}
online-mode=true
server-port=25565
spawn-protection=16
view-distance=10
`);
}

function motdOf(name: string): string {
  const shown = name.length <= longestMotd ? name : `${name.slice(0, longestMotd - 1).toWellFormed()}…`;
  return shown.replaceAll('\\', '\\\\');
}

/** The fault in a `server.properties`, as the end of a sentence; null when the game can read it. */
export function propertiesFault(text: string): string | null {
  const lines = linesOf(text);
  if (lines.every((line) => line.trim() === '')) return 'says nothing';
  let continues = false;
  for (const [index, line] of lines.entries()) {
    const where = `in line ${index + 1}`;
    if (/[^\P{Cc}\t]/u.test(line)) return `has a control character ${where}`;
    const isNew = !continues;
    if (isNew && /^\s*(?:[#!]|$)/.test(line)) continue;
    const withoutEscapes = line.replace(/\\(?:u[\da-f]{4}|[^u])/gi, '');
    if (isNew && !/[=:]/.test(withoutEscapes)) return `has neither = nor : ${where}`;
    if (withoutEscapes.includes('\\u')) return `has \\u without four hexadecimal digits ${where}`;
    continues = withoutEscapes.endsWith('\\');
  }
  return null;
}

/** Escapes non-ASCII characters, because older versions of the game read each byte as a character. */
export function canonicalProperties(text: string): string {
  const escaped = linesOf(text)
    .join('\n')
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return escaped.endsWith('\n') ? escaped : `${escaped}\n`;
}

/** Settings with passwords: anyone who gets the server pack could read them, and few authors notice them. */
const passwords: ReadonlySet<string> = new Set([
  'management-server-secret',
  'management-server-tls-keystore-password',
  'rcon.password',
]);

/** Settings that open a port for queries or remote control when they are `true`. */
const openings: readonly string[] = ['enable-query', 'enable-rcon', 'management-server-enabled'];

/** Java up to 8 and later Javas read some texts differently; a value in either reading counts. */
const readings = [false, true];

/**
 * The address on which a server listens. Any other address belongs to the author's machine; elsewhere the server cannot
 * open its port.
 */
export const addressSetting = 'server-ip';
const everyAddress: ReadonlySet<string> = new Set(['', '0.0.0.0', '::', '[::]']);

/**
 * A `server.properties` without values for passwords and the author's address, and the names of the emptied settings.
 */
export interface EmptiedProperties {
  bytes: Uint8Array;
  emptied: string[];
}

/**
 * Empties passwords and the author's address in a `server.properties`. All other bytes stay: the encoding depends on
 * the game's version, and every relevant name is ASCII.
 */
export function emptyOwnValues(properties: Uint8Array): EmptiedProperties {
  const emptied = new Set<string>();
  let text = Buffer.from(properties).toString('latin1');
  for (const reading of readings) {
    const kept: string[] = [];
    let done = 0;
    for (const { name, value, start, end } of readProperties(text, reading)) {
      if (value === '' || !isOwnValue(name, value)) continue;
      emptied.add(name);
      kept.push(text.slice(done, start), `${name}=`);
      done = end;
    }
    text = kept.join('') + text.slice(done);
  }
  return emptied.size === 0
    ? { bytes: properties, emptied: [] }
    : { bytes: Buffer.from(text, 'latin1'), emptied: [...emptied].sort() };
}

function isOwnValue(name: string, value: string): boolean {
  return passwords.has(name) || (name === addressSetting && !everyAddress.has(value.trim()));
}

const [allowList, onlineMode, levelName] = ['white-list', 'online-mode', 'level-name'] as const;
const relevant: ReadonlySet<string> = new Set([...openings, allowList, onlineMode, levelName]);

/**
 * The final values of the relevant settings of a `server.properties`, in each reading. Parsed only once, because the
 * file may have megabytes.
 */
function valuesIn(properties: Uint8Array): ReadonlyMap<string, string>[] {
  const text = Buffer.from(properties).toString('latin1');
  return readings.map((reading) => {
    const values = new Map<string, string>();
    for (const { name, value } of readProperties(text, reading))
      if (relevant.has(name)) values.set(name, value.trim());
    return values;
  });
}

/** The outcome for a pack's own `server.properties` and a run's replacement. */
export interface TakenProperties extends Pick<EmptiedProperties, 'emptied'> {
  /** The pack's own file without passwords and address; null when missing or replaced. */
  bytes: Uint8Array | null;
  /** Settings that open a port, in the server's file. */
  opened: string[];
  /** The folder of the world, in the server's file. */
  levelName: string;
  /** Whether the pack's own file admits only listed players. */
  hasWhitelist: boolean;
  /** Whether the pack's own file admits players under any name, without Mojang's confirmation. */
  isOffline: boolean;
}

/** Uses the pack's own file, unless the run replaces it. */
export function takeProperties(own: Uint8Array | null, requested: string | null): TakenProperties {
  const values = valuesIn(requested === null ? (own ?? new Uint8Array()) : Buffer.from(requested));
  const isSetTo = (name: string, wanted: string) =>
    values.some((found) => found.get(name)?.toLowerCase() === wanted);
  const isOwn = own !== null && requested === null;
  return {
    ...(isOwn ? emptyOwnValues(own) : { bytes: null, emptied: [] }),
    // The reading of later Javas.
    levelName: values.at(-1)?.get(levelName) || usualWorld,
    opened: openings.filter((name) => isSetTo(name, 'true')),
    hasWhitelist: isOwn && isSetTo(allowList, 'true'),
    isOffline: isOwn && isSetTo(onlineMode, 'false'),
  };
}

function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}
