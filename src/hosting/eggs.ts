import { argumentList } from '../archive/start-scripts/variables.ts';
import { failingUpdatesFor } from '../modloaders/java-facts.ts';
import { eggInstallScript } from './egg-install.ts';
import { type HostedPack, nameInLine } from './hosted-pack.ts';

/** Heap of three quarters of the container's memory; Java itself and the system need the rest. */
const usualArguments = '-Xms128M -XX:MaxRAMPercentage=75.0';

/** Java for a game version without a number, for example a snapshot. */
const newestJava = 25;

/** Part of the line that every server of the game prints when it is up. */
const startedLine = ')! For help, type ';

/**
 * An egg for Pterodactyl, whose panel imports JSON of version PTDL_v2 (its EggParserService and the rules of its models
 * Egg and EggVariable, 2024-10-24).
 */
export function pterodactylEgg(pack: HostedPack): string {
  const port = '{{server.build.default.port}}';
  return json({
    meta: { version: 'PTDL_v2', update_url: null },
    ...facts(pack),
    docker_images: images(pack, 'ghcr.io/pterodactyl/yolks'),
    startup: 'sh start.sh',
    config: {
      files: json({
        'server.properties': {
          parser: 'properties',
          find: { 'server-ip': '0.0.0.0', 'server-port': port, 'query.port': port },
        },
      }),
      startup: json({ done: startedLine }),
      logs: '{}',
      stop: 'stop',
    },
    scripts: installation('ghcr.io/pterodactyl/installers:debian'),
    variables: variables(pack).map(({ rules, ...variable }) => ({
      ...variable,
      rules: rules.join('|'),
      field_type: 'text',
    })),
  });
}

/** An egg for Pelican, whose panel imports JSON of version PLCN_v3 (its EggImporterService, 2026-08-22). */
export function pelicanEgg(pack: HostedPack): string {
  const port = '{{server.allocations.default.port}}';
  return json({
    meta: { version: 'PLCN_v3', update_url: null },
    ...facts(pack),
    uuid: uuidOf(pack),
    tags: ['minecraft'],
    docker_images: images(pack, 'ghcr.io/pelican-eggs/yolks'),
    startup_commands: { Default: 'sh start.sh' },
    config: {
      files: {
        'server.properties': {
          parser: 'properties',
          find: { 'server-ip': '', 'server-port': port, 'query.port': port },
        },
      },
      startup: { done: startedLine },
      logs: {},
      stop: 'stop',
    },
    scripts: installation('ghcr.io/pelican-eggs/installers:debian'),
    variables: variables(pack).map((variable, index) => ({ ...variable, sort: index + 1 })),
  });
}

function facts(pack: HostedPack) {
  return {
    name: `${nameInLine(pack)} (server pack ${pack.id})`,
    // Both panels require an author's address; this one has no mailbox.
    author: 'server-pack@example.com',
    description: `Minecraft ${pack.gameVersion} with ${pack.modloader} ${pack.modloaderVersion}. To update, set another address and reinstall: worlds and settings stay.`,
    features: ['java_version', 'pid_limit'],
    file_denylist: [],
  };
}

function images(pack: HostedPack, repository: string): Record<string, string> {
  const java = pack.javaVersion ?? newestJava;
  return { [`Java ${java}`]: `${repository}:java_${java}` };
}

function installation(container: string) {
  return { installation: { script: eggInstallScript, container, entrypoint: 'bash' } };
}

function variables(pack: HostedPack) {
  const editable = { user_viewable: true, user_editable: true };
  // The images have the newest update of each Java.
  const fetchesJava = typeof failingUpdatesFor(pack)?.older?.release === 'string';
  return [
    {
      name: 'Minecraft EULA',
      description: 'true: you agree to https://aka.ms/MinecraftEULA. The server does not start without.',
      env_variable: 'EULA',
      default_value: 'false',
      ...editable,
      rules: ['required', 'string', 'in:true,false'],
    },
    {
      name: 'Arguments for Java',
      description: 'Memory and more, separated by spaces.',
      env_variable: 'JAVA_ARGS',
      default_value: pack.startArgs.length === 0 ? usualArguments : argumentList(pack.startArgs),
      ...editable,
      rules: ['nullable', 'string'],
    },
    ...(fetchesJava
      ? [
          {
            name: 'Fetch a Java that fits',
            description:
              'true: where the Java of the image does not start this server, one is fetched that does.',
            env_variable: 'INSTALL_JAVA',
            default_value: 'true',
            ...editable,
            rules: ['required', 'string', 'in:true,false'],
          },
        ]
      : []),
    {
      name: 'Address of the server pack',
      description:
        'To update, put that of another server pack here, blank its SHA-256 or put the new one, and reinstall.',
      env_variable: 'SERVER_PACK_URL',
      default_value: pack.downloadUrl,
      ...editable,
      rules: ['required', 'string', 'starts_with:https://,http://'],
    },
    {
      name: 'SHA-256 of the server pack',
      description: 'What the file has to be; blank: whatever the address answers.',
      env_variable: 'SERVER_PACK_SHA256',
      default_value: pack.sha256,
      ...editable,
      rules: ['nullable', 'string', 'regex:/^[0-9a-f]{64}$/'],
    },
  ];
}

/** A UUID of version 8 from the server pack's SHA-256, so that importing the egg again replaces it. */
function uuidOf({ sha256 }: HostedPack): string {
  const part = (from: number, to: number) => sha256.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`;
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
