import { type RunConfiguration, runDefaults } from '../../../src/archive/run-configuration.ts';
import type { ModloaderName } from '../../../src/modloaders/modloader.ts';
import type { DownloadSite } from '../download-site.ts';

/** One row of what the start scripts must do: what they download, how they install, and what they run. */
export interface Installation {
  title: string;
  modloader: ModloaderName;
  gameVersion: string;
  modloaderVersion: string;
  javaVersion: string;
  /** Path of the installer on the download site, or null when none is needed. */
  installer: string | null;
  /** Files the installer leaves. */
  leaves: string[];
  installerArguments: string[];
  /** Path of a ready server jar. */
  ready?: string;
  /** What follows the arguments for Java. */
  launch: string[];
  /** Whether JAVA_ARGS go into user_jvm_args.txt instead of the command line. */
  argumentsFile: boolean;
}

const forge = '/net/minecraftforge/forge';
const neoForge = '/releases/net/neoforged';
const installServer = ['-jar', 'installer.jar', '--installServer'];

export const installations: Installation[] = [
  {
    title: 'Forge 1.7.10, whose version ends in the game version and whose jar is called universal',
    modloader: 'Forge',
    gameVersion: '1.7.10',
    modloaderVersion: '10.13.4.1614-1.7.10',
    javaVersion: '1.8.0_402',
    installer: `${forge}/1.7.10-10.13.4.1614-1.7.10/forge-1.7.10-10.13.4.1614-1.7.10-installer.jar`,
    leaves: ['forge-1.7.10-10.13.4.1614-1.7.10-universal.jar', 'minecraft_server.1.7.10.jar'],
    installerArguments: installServer,
    launch: ['-jar', 'forge.jar', 'nogui'],
    argumentsFile: false,
  },
  {
    title: 'Forge 1.6.4, whose jar is called universal in front',
    modloader: 'Forge',
    gameVersion: '1.6.4',
    modloaderVersion: '9.11.1.965',
    javaVersion: '1.8.0_402',
    installer: `${forge}/1.6.4-9.11.1.965/forge-1.6.4-9.11.1.965-installer.jar`,
    leaves: ['minecraftforge-universal-1.6.4-9.11.1.965-v164-pregradle.jar', 'minecraft_server.1.6.4.jar'],
    installerArguments: installServer,
    launch: ['-jar', 'forge.jar', 'nogui'],
    argumentsFile: false,
  },
  {
    title: 'Forge 1.12.2',
    modloader: 'Forge',
    gameVersion: '1.12.2',
    modloaderVersion: '14.23.5.2860',
    javaVersion: '1.8.0_402',
    installer: `${forge}/1.12.2-14.23.5.2860/forge-1.12.2-14.23.5.2860-installer.jar`,
    leaves: ['forge-1.12.2-14.23.5.2860.jar'],
    installerArguments: installServer,
    launch: ['-jar', 'forge.jar', 'nogui'],
    argumentsFile: false,
  },
  {
    title: 'Forge 1.13.2',
    modloader: 'Forge',
    gameVersion: '1.13.2',
    modloaderVersion: '25.0.219',
    javaVersion: '11.0.22',
    installer: `${forge}/1.13.2-25.0.219/forge-1.13.2-25.0.219-installer.jar`,
    leaves: ['forge-1.13.2-25.0.219.jar'],
    installerArguments: installServer,
    launch: ['-jar', 'forge.jar', 'nogui'],
    argumentsFile: false,
  },
  {
    title: 'Forge 1.16.5',
    modloader: 'Forge',
    gameVersion: '1.16.5',
    modloaderVersion: '36.2.39',
    javaVersion: '1.8.0_402',
    installer: `${forge}/1.16.5-36.2.39/forge-1.16.5-36.2.39-installer.jar`,
    leaves: ['forge-1.16.5-36.2.39.jar'],
    installerArguments: installServer,
    launch: ['-jar', 'forge.jar', 'nogui'],
    argumentsFile: false,
  },
  {
    title: 'Forge 1.17.1',
    modloader: 'Forge',
    gameVersion: '1.17.1',
    modloaderVersion: '37.1.1',
    javaVersion: '16.0.2',
    installer: `${forge}/1.17.1-37.1.1/forge-1.17.1-37.1.1-installer.jar`,
    leaves: ['libraries/net/minecraftforge/forge/1.17.1-37.1.1/unix_args.txt'],
    installerArguments: installServer,
    launch: [
      '@user_jvm_args.txt',
      '@libraries/net/minecraftforge/forge/1.17.1-37.1.1/unix_args.txt',
      'nogui',
    ],
    argumentsFile: true,
  },
  {
    title: 'Forge 1.20.3',
    modloader: 'Forge',
    gameVersion: '1.20.3',
    modloaderVersion: '49.0.2',
    javaVersion: '17.0.9',
    installer: `${forge}/1.20.3-49.0.2/forge-1.20.3-49.0.2-installer.jar`,
    leaves: [
      'libraries/net/minecraftforge/forge/1.20.3-49.0.2/unix_args.txt',
      'forge-1.20.3-49.0.2-shim.jar',
    ],
    installerArguments: installServer,
    launch: [
      '@user_jvm_args.txt',
      '@libraries/net/minecraftforge/forge/1.20.3-49.0.2/unix_args.txt',
      'nogui',
    ],
    argumentsFile: true,
  },
  {
    title: 'Forge 26.1, numbered by year, that leaves only a jar which starts it',
    modloader: 'Forge',
    gameVersion: '26.1',
    modloaderVersion: '64.0.0',
    javaVersion: '25',
    installer: `${forge}/26.1-64.0.0/forge-26.1-64.0.0-installer.jar`,
    leaves: ['forge-26.1-64.0.0-shim.jar'],
    installerArguments: installServer,
    launch: ['@user_jvm_args.txt', '-jar', 'forge-26.1-64.0.0-shim.jar', 'nogui'],
    argumentsFile: true,
  },
  {
    title: 'NeoForge 1.20.1, which still goes by the name of Forge',
    modloader: 'NeoForge',
    gameVersion: '1.20.1',
    modloaderVersion: '47.1.79',
    javaVersion: '17.0.9',
    installer: `${neoForge}/forge/1.20.1-47.1.79/forge-1.20.1-47.1.79-installer.jar`,
    leaves: ['libraries/net/neoforged/forge/1.20.1-47.1.79/unix_args.txt'],
    installerArguments: installServer,
    launch: ['@user_jvm_args.txt', '@libraries/net/neoforged/forge/1.20.1-47.1.79/unix_args.txt', 'nogui'],
    argumentsFile: true,
  },
  {
    title: 'NeoForge 1.20.4 beta',
    modloader: 'NeoForge',
    gameVersion: '1.20.4',
    modloaderVersion: '20.4.80-beta',
    javaVersion: '17.0.9',
    installer: `${neoForge}/neoforge/20.4.80-beta/neoforge-20.4.80-beta-installer.jar`,
    leaves: ['libraries/net/neoforged/neoforge/20.4.80-beta/unix_args.txt'],
    installerArguments: installServer,
    launch: ['@user_jvm_args.txt', '@libraries/net/neoforged/neoforge/20.4.80-beta/unix_args.txt', 'nogui'],
    argumentsFile: true,
  },
  {
    title: 'NeoForge 1.21.1',
    modloader: 'NeoForge',
    gameVersion: '1.21.1',
    modloaderVersion: '21.1.172',
    javaVersion: '21.0.2',
    installer: `${neoForge}/neoforge/21.1.172/neoforge-21.1.172-installer.jar`,
    leaves: ['libraries/net/neoforged/neoforge/21.1.172/unix_args.txt'],
    installerArguments: installServer,
    launch: ['@user_jvm_args.txt', '@libraries/net/neoforged/neoforge/21.1.172/unix_args.txt', 'nogui'],
    argumentsFile: true,
  },
  {
    title: 'NeoForge 26.1, numbered by year',
    modloader: 'NeoForge',
    gameVersion: '26.1',
    modloaderVersion: '26.1.0.3',
    javaVersion: '25.0.1',
    installer: `${neoForge}/neoforge/26.1.0.3/neoforge-26.1.0.3-installer.jar`,
    leaves: ['libraries/net/neoforged/neoforge/26.1.0.3/unix_args.txt'],
    installerArguments: installServer,
    launch: ['@user_jvm_args.txt', '@libraries/net/neoforged/neoforge/26.1.0.3/unix_args.txt', 'nogui'],
    argumentsFile: true,
  },
  {
    title: 'Fabric',
    modloader: 'Fabric',
    gameVersion: '1.20.1',
    modloaderVersion: '0.15.6',
    javaVersion: '17.0.9',
    installer: null,
    leaves: [],
    installerArguments: [],
    ready: '/v2/versions/loader/1.20.1/0.15.6/1.1.1/server/jar',
    launch: ['-jar', 'fabric-server-launcher.jar', 'nogui'],
    argumentsFile: false,
  },
  {
    title: 'Fabric 1.16.5',
    modloader: 'Fabric',
    gameVersion: '1.16.5',
    modloaderVersion: '0.12.8',
    javaVersion: '1.8.0_402',
    installer: null,
    leaves: [],
    installerArguments: [],
    ready: '/v2/versions/loader/1.16.5/0.12.8/1.1.1/server/jar',
    launch: ['-jar', 'fabric-server-launcher.jar', 'nogui'],
    argumentsFile: false,
  },
  {
    title: 'Fabric whose ready server jar cannot be had',
    modloader: 'Fabric',
    gameVersion: '1.20.1',
    modloaderVersion: '0.15.6',
    javaVersion: '17.0.9',
    installer: '/net/fabricmc/fabric-installer/1.1.1/fabric-installer-1.1.1.jar',
    leaves: ['fabric-server-launch.jar'],
    installerArguments: [
      '-jar',
      'installer.jar',
      'server',
      '-mcversion',
      '1.20.1',
      '-loader',
      '0.15.6',
      '-downloadMinecraft',
    ],
    launch: ['-jar', 'fabric-server-launch.jar', 'nogui'],
    argumentsFile: false,
  },
  {
    title: 'LegacyFabric',
    modloader: 'LegacyFabric',
    gameVersion: '1.8.9',
    modloaderVersion: '0.15.6',
    javaVersion: '1.8.0_402',
    installer: '/net/legacyfabric/fabric-installer/1.1.1/fabric-installer-1.1.1.jar',
    leaves: ['fabric-server-launch.jar'],
    installerArguments: [
      '-jar',
      'installer.jar',
      'server',
      '-mcversion',
      '1.8.9',
      '-loader',
      '0.15.6',
      '-downloadMinecraft',
    ],
    launch: ['-jar', 'fabric-server-launch.jar', 'nogui'],
    argumentsFile: false,
  },
  {
    title: 'Quilt, with the version of its loader',
    modloader: 'Quilt',
    gameVersion: '1.20.1',
    modloaderVersion: '0.24.0',
    javaVersion: '17.0.9',
    installer: '/repository/release/org/quiltmc/quilt-installer/0.12.1/quilt-installer-0.12.1.jar',
    leaves: ['quilt-server-launch.jar'],
    installerArguments: [
      '-jar',
      'installer.jar',
      'install',
      'server',
      '1.20.1',
      '0.24.0',
      '--download-server',
      '--install-dir=.',
    ],
    launch: ['-jar', 'quilt-server-launch.jar', 'nogui'],
    argumentsFile: false,
  },
];

export function installationOf(title: string): Installation {
  const found = installations.find((installation) => installation.title === title);
  if (found === undefined) throw new Error(`No installation is called ${title}.`);
  return found;
}

export function runOf(installation: Installation, startArgs: string[] = ['-Xmx2G']): RunConfiguration {
  const { gameVersion, modloader, modloaderVersion } = installation;
  return {
    gameVersion,
    modloader,
    modloaderVersion,
    startArgs,
    clientMods: [],
    whitelistedMods: [],
    ...runDefaults,
  };
}

/** Puts what an installation downloads onto the site; the installer is a shell script, as the stub java runs it. */
export function publish(site: DownloadSite, installation: Installation): void {
  if (installation.ready !== undefined) site.publish(installation.ready, 'PK, a ready server');
  if (installation.installer !== null)
    site.publishVerified(installation.installer, installerScript(installation));
}

export function installerScript(installation: Installation): string {
  return installation.leaves.map((file) => `mkdir -p "$(dirname "${file}")" && : >"${file}"\n`).join('');
}
