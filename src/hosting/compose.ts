import { javaVersionFor } from '../modloaders/java-version.ts';
import type { ModloaderServer } from '../modloaders/servers/server.ts';
import { type HostedPack, nameInLine } from './hosted-pack.ts';

/** Versions of Java that itzg/minecraft-server has an image for: its docs/versions/java.md of 2026-08-19. */
const javaTags: readonly number[] = [8, 11, 16, 17, 21, 25];

/** The memory of a server with mods for which the run configuration sets none. */
const usualMemory = '4G';

/**
 * The text of a `compose.yaml` for the container image itzg/minecraft-server; null where that image does not know the
 * modloader.
 */
export function composeFile(
  pack: HostedPack,
  { container }: Pick<ModloaderServer, 'container'>,
): string | null {
  if (container === null) return null;
  const { memory, others, untold } = sortArguments(pack.startArgs);
  const java = javaVersionFor(pack.gameVersion);
  const tag = java !== null && javaTags.includes(java) ? `java${java}` : 'latest';
  const environment: [string, string][] = [
    ...(pack.format === 'MRPACK' ? ofMrpack(pack) : ofZip(pack, container)),
    ['MEMORY', memory ?? usualMemory],
    ...(others.length === 0 ? [] : [['JVM_OPTS', others.join(' ')] satisfies [string, string]]),
  ];
  return [
    `# ${nameInLine(pack)}, server pack ${pack.id}. Save it as compose.yaml, set EULA, then: docker compose up -d`,
    `# SHA-256 of the server pack: ${pack.sha256}`,
    ...(untold ? ['# The image takes no arguments for Java that hold a space: these are left out.'] : []),
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

/** JSON, which YAML reads alike but for some characters that it refuses; a dollar twice, since Compose puts variables in. */
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

/** The pack itself says its versions, and which mods a server takes: the image's own list of exceptions is switched off. */
function ofMrpack({ downloadUrl }: HostedPack): [string, string][] {
  return [
    ['TYPE', 'MODRINTH'],
    ['MODRINTH_MODPACK', downloadUrl],
    ['MODRINTH_DEFAULT_EXCLUDE_INCLUDES', ''],
  ];
}

/** Parts the arguments for Java into what the image has a variable for, the others, and those that it cannot take. */
function sortArguments(startArgs: readonly string[]): {
  memory: string | null;
  others: string[];
  untold: boolean;
} {
  const largest = startArgs.findLast((argument) => /^-Xmx\d+[kmgt]?$/i.test(argument));
  // An empty MEMORY leaves the heap to the share that the arguments name.
  const memory = startArgs.some((argument) => argument.startsWith('-XX:MaxRAMPercentage=')) ? '' : null;
  const others = startArgs.filter((argument) => !/^-Xm[sx]/.test(argument));
  const told = others.filter((argument) => !/\s/.test(argument));
  return {
    memory: largest?.slice('-Xmx'.length) ?? memory,
    others: told,
    untold: told.length < others.length,
  };
}
