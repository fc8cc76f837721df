import { readProperties } from './java-properties.ts';

/** The `server.properties` of a server pack whose modpack has none: what matters for mods, the rest as the game has it. */
export const defaultServerProperties = `allow-flight=true
enable-command-block=true
level-type=default
max-tick-time=120000
motd=A Minecraft Server
online-mode=true
server-port=25565
spawn-protection=16
view-distance=10
`;

/** The fault in the text of a `server.properties`, as the end of a sentence; null when the game can read it. */
export function propertiesFault(text: string): string | null {
  const lines = linesOf(text);
  if (lines.every((line) => line.trim() === '')) return 'says nothing';
  let continues = false;
  for (const [index, line] of lines.entries()) {
    const where = `in line ${index + 1}`;
    if (/[^\P{Cc}\t]/u.test(line)) return `has a control character ${where}`;
    const isNew = !continues;
    if (isNew && /^\s*(?:[#!]|$)/.test(line)) continue;
    const said = line.replace(/\\(?:u[\da-f]{4}|[^u])/gi, '');
    if (isNew && !/[=:]/.test(said)) return `has neither = nor : ${where}`;
    if (said.includes('\\u')) return `has \\u without four hexadecimal digits ${where}`;
    continues = said.endsWith('\\');
  }
  return null;
}

/** Escapes non-ASCII characters, since older versions of the game read each byte as a character. */
export function canonicalProperties(text: string): string {
  const escaped = linesOf(text)
    .join('\n')
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return escaped.endsWith('\n') ? escaped : `${escaped}\n`;
}

/** Settings that hold passwords. Anyone who gets the server pack could read them, and few players notice them. */
const passwords: ReadonlySet<string> = new Set([
  'management-server-secret',
  'management-server-tls-keystore-password',
  'rcon.password',
]);

/** Settings of the game that open a port by which a server can be asked or told things, when they are `true`. */
const openings: readonly string[] = ['enable-query', 'enable-rcon', 'management-server-enabled'];

/** Up to Java 8 and later, texts are read a little differently; what holds in either way counts. */
const readings = [false, true];

/** A `server.properties` whose passwords have no values any more, and the names of those that had. */
export interface WithoutPasswords {
  bytes: Uint8Array;
  emptied: string[];
}

/**
 * Removes passwords from a `server.properties`, leaving all other bytes: the encoding depends on the game's version,
 * and every name that matters is ASCII.
 */
export function withoutPasswords(properties: Uint8Array): WithoutPasswords {
  const emptied = new Set<string>();
  let text = Buffer.from(properties).toString('latin1');
  for (const reading of readings) {
    const kept: string[] = [];
    let done = 0;
    for (const { name, value, start, end } of readProperties(text, reading)) {
      if (value === '' || !passwords.has(name)) continue;
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

/** Which settings of a `server.properties` open a port for remote control or questions. */
export function openedPorts(properties: Uint8Array): string[] {
  const text = Buffer.from(properties).toString('latin1');
  const settings = readings.map((reading) => {
    const read = readProperties(text, reading);
    return new Map(read.map(({ name, value }) => [name, value.trim().toLowerCase()]));
  });
  return openings.filter((name) => settings.some((values) => values.get(name) === 'true'));
}

/** The outcome for a pack's own `server.properties` and a run's replacement. */
export interface TakenProperties extends Pick<WithoutPasswords, 'emptied'> {
  /** The pack's own without its passwords; null when there is none, or it is replaced. */
  bytes: Uint8Array | null;
  /** Settings that open a port, in what the server gets. */
  opened: string[];
}

/** Takes over the pack's own file, unless the run has a text in its place. */
export function takeProperties(own: Uint8Array | null, wished: string | null): TakenProperties {
  if (wished !== null) return { bytes: null, emptied: [], opened: openedPorts(Buffer.from(wished)) };
  if (own === null) return { bytes: null, emptied: [], opened: [] };
  return { ...withoutPasswords(own), opened: openedPorts(own) };
}

function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}
