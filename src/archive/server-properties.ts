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

/** What is wrong with the text of a `server.properties`, as the end of a sentence; null when the game can read it. */
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

/**
 * The same text as every version of the game reads it alike: older ones take each byte for a character, so what is not
 * ASCII is escaped.
 */
export function canonicalProperties(text: string): string {
  const escaped = linesOf(text)
    .join('\n')
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return escaped.endsWith('\n') ? escaped : `${escaped}\n`;
}

/** Settings of the game that are passwords; whoever gets the server pack could read them, and few who play notice them. */
const passwords: ReadonlySet<string> = new Set([
  'management-server-secret',
  'management-server-tls-keystore-password',
  'rcon.password',
]);

/** A `server.properties` whose passwords have no values any more, and the names of those that had. */
export interface WithoutPasswords {
  bytes: Uint8Array;
  emptied: string[];
}

/**
 * Takes the passwords out of somebody's `server.properties`, and leaves every other byte as it is: in which encoding the
 * file is depends on the version of the game, and every name that matters here is ASCII.
 */
export function withoutPasswords(properties: Uint8Array): WithoutPasswords {
  const emptied = new Set<string>();
  const text = Buffer.from(properties).toString('latin1');
  const kept = text.replace(logicalLine, (line) => {
    const [, name = '', value = ''] = property.exec(line.replace(continuation, '')) ?? [];
    const meant = unescaped(name);
    if (value === '' || !passwords.has(meant)) return line;
    emptied.add(meant);
    return `${meant}=`;
  });
  return emptied.size === 0
    ? { bytes: properties, emptied: [] }
    : { bytes: Buffer.from(kept, 'latin1'), emptied: [...emptied].sort() };
}

/** A comment, which ends with its line, or a setting with all the lines on which it goes on after a backslash. */
const logicalLine = /[ \t\f]*[#!][^\r\n]*|(?:\\(?:\r\n|.)|[^\\\r\n])+/gs;
const continuation = /\\(?:\r\n|[\r\n])[ \t\f]*/g;

/** The name of a setting, and its value; a mark of UTF-8 may stand before them. */
const property = /^(?:\u00ef\u00bb\u00bf)?[ \t\f]*((?:\\.|[^\\=: \t\f])+)[ \t\f]*[=:]?[ \t\f]*(.*)$/s;

/** A name as it is meant: any of its characters may be escaped. */
function unescaped(name: string): string {
  return name
    .replace(/\\u([\da-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\(.)/gs, '$1');
}

function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}
