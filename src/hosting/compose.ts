import type { ModloaderServer } from '../modloaders/servers/server.ts';
import { type HostedPack, nameInLine } from './hosted-pack.ts';

/**
 * Versions of Java with an image of itzg/minecraft-server: its docs/versions/java.md of 2026-08-19. The image of Java 8
 * stays at 8u312, for older Forge (its build.yml of 2026-08-20).
 */
const javaTags: readonly number[] = [8, 11, 16, 17, 21, 25];

/** The memory of a modded server when the run configuration sets none. */
const usualMemory = '4G';

/**
 * The text of a `compose.yaml` for the container image itzg/minecraft-server; null when the image does not support the
 * modloader.
 */
export function composeFile(
  pack: HostedPack,
  { container }: Pick<ModloaderServer, 'container'>,
): string | null {
  if (container === null) return null;
  const { memory, others, hasUnsupported } = sortArguments(pack.startArgs);
  const { javaVersion: java } = pack;
  const tag = java !== null && javaTags.includes(java) ? `java${java}` : 'latest';
  const environment: [string, string][] = [
    ...(pack.format === 'MRPACK' ? ofMrpack(pack) : ofZip(pack, container)),
    ['MEMORY', memory ?? usualMemory],
    ...(others.length === 0 ? [] : [['JVM_OPTS', others.join(' ')] satisfies [string, string]]),
  ];
  return [
    `# ${nameInLine(pack)}, server pack ${pack.id}. Save it as compose.yaml, set EULA, then: docker compose up -d`,
    `# SHA-256 of the server pack: ${pack.sha256}`,
    ...(hasUnsupported
      ? ['# The image takes no arguments for Java that hold a space: these are left out.']
      : []),
    'services:',
    '  minecraft:',
    `    image: itzg/minecraft-server:${tag}`,
    '    restart: unless-stopped',
    '    stop_grace_period: 2m',
    '    stdin_open: true',
    '    tty: true',
    '    ports:',
    "      - '25565:25565'",
    '    environment:',
    '      # "TRUE" says that you agree to https://aka.ms/MinecraftEULA',
    '      EULA: "FALSE"',
    ...environment.map(([name, value]) => `      ${name}: ${quoted(value)}`),
    '    volumes:',
    '      - ./data:/data',
    '',
  ].join('\n');
}

/**
 * A JSON string is valid YAML except for some characters, which are escaped; a dollar is doubled, since Compose
 * replaces variables.
 */
function quoted(value: string): string {
  return JSON.stringify(value.replaceAll('$', '$$$$')).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function ofZip(
  { gameVersion, modloaderVersion, downloadUrl }: HostedPack,
  container: NonNullable<ModloaderServer['container']>,
): [string, string][] {
  return [
    ['TYPE', container.type],
    ['VERSION', gameVersion],
    [container.version, modloaderVersion],
    ['GENERIC_PACK', downloadUrl],
  ];
}

/**
 * The pack itself states its versions and the mods for a server, so the image's own list of exceptions is switched off.
 */
function ofMrpack({ downloadUrl }: HostedPack): [string, string][] {
  return [
    ['TYPE', 'MODRINTH'],
    ['MODRINTH_MODPACK', downloadUrl],
    ['MODRINTH_DEFAULT_EXCLUDE_INCLUDES', ''],
  ];
}

/** Sorts Java arguments into those with a variable of the image, other ones, and those that the image cannot take. */
function sortArguments(startArgs: readonly string[]): {
  memory: string | null;
  others: string[];
  hasUnsupported: boolean;
} {
  const largest = startArgs.findLast((argument) => /^-Xmx\d+[kmgt]?$/i.test(argument));
  // An empty MEMORY leaves the heap size to the arguments.
  const memory = startArgs.some((argument) => argument.startsWith('-XX:MaxRAMPercentage=')) ? '' : null;
  const others = startArgs.filter((argument) => !/^-Xm[sx]/.test(argument));
  const accepted = others.filter((argument) => !/\s/.test(argument));
  return {
    memory: largest?.slice('-Xmx'.length) ?? memory,
    others: accepted,
    hasUnsupported: accepted.length < others.length,
  };
}
