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

function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}
