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
  /** Whether the installer is given the mirror, too. */
  takesMirror?: boolean;
  /** Path of a ready server jar. */
  ready?: string;
  /** What follows the arguments for Java. */
  launch: string[];
  /** Whether JAVA_ARGS go into user_jvm_args.txt instead of the command line. */
  argumentsFile: boolean;
}

/** A modloader whose installer is called with `--installServer`; where it leaves a file of arguments, Java reads it with those of ours. */
function installed(
  title: string,
  modloader: ModloaderName,
  gameVersion: string,
  modloaderVersion: string,
  javaVersion: string,
  artifact: string,
  leaves: string[],
  launched: string[] = ['-jar', 'forge.jar'],
): Installation {
  const argumentsFile = !launched.includes('forge.jar');
  const launch = [...(argumentsFile ? ['@user_jvm_args.txt'] : []), ...launched, 'nogui'];
  const [, name = '', version = ''] = /([^/]+)\/([^/]+)$/.exec(artifact) ?? [];
  const installer = `${artifact}/${name}-${version}-installer.jar`;
  const installerArguments = ['-jar', 'installer.jar', '--installServer'];
  return {
    title,
    modloader,
    gameVersion,
    modloaderVersion,
    javaVersion,
    installer,
    leaves,
    installerArguments,
    launch,
    argumentsFile,
  };
}

function forge(
  title: string,
  gameVersion: string,
  modloaderVersion: string,
  javaVersion: string,
  leaves: string[],
  launched?: string[],
): Installation {
  const artifact = `/net/minecraftforge/forge/${gameVersion}-${modloaderVersion}`;
  const takesMirror = launched !== undefined;
  return {
    ...installed(title, 'Forge', gameVersion, modloaderVersion, javaVersion, artifact, leaves, launched),
    takesMirror,
  };
}

function neoForge(
  title: string,
  gameVersion: string,
  modloaderVersion: string,
  javaVersion: string,
  artifact = `neoforge/${modloaderVersion}`,
): Installation {
  const file = `libraries/net/neoforged/${artifact}/unix_args.txt`;
  const url = `/releases/net/neoforged/${artifact}`;
  return installed(title, 'NeoForge', gameVersion, modloaderVersion, javaVersion, url, [file], [`@${file}`]);
}

/** One of the Fabric family, whose installer takes the versions, and leaves `leaves` beside the libraries. */
function fabricLike(
  title: string,
  modloader: ModloaderName,
  [gameVersion, modloaderVersion, javaVersion]: [string, string, string],
  installer: string,
  words: string,
): Installation {
  const jar = modloader === 'Quilt' ? 'quilt-server-launch.jar' : 'fabric-server-launch.jar';
  return {
    title,
    modloader,
    gameVersion,
    modloaderVersion,
    javaVersion,
    installer,
    leaves: [jar],
    installerArguments: ['-jar', 'installer.jar', ...words.split(' ')],
    launch: ['-jar', jar, 'nogui'],
    argumentsFile: false,
  };
}

function readyFabric(title: string, versions: [string, string, string]): Installation {
  return {
    ...fabricLike(title, 'Fabric', versions, '', ''),
    installer: null,
    leaves: [],
    installerArguments: [],
    ready: `/v2/versions/loader/${versions[0]}/${versions[1]}/1.1.1/server/jar`,
    launch: ['-jar', 'fabric-server-launcher.jar', 'nogui'],
  };
}

const argumentsOf = (version: string) => `libraries/net/minecraftforge/forge/${version}/unix_args.txt`;
const fabricInstaller = 'fabric-installer/1.1.1/fabric-installer-1.1.1.jar';

export const installations: Installation[] = [
  forge(
    'Forge 1.7.10, whose version ends in the game version and whose jar is called universal',
    '1.7.10',
    '10.13.4.1614-1.7.10',
    '1.8.0_402',
    ['forge-1.7.10-10.13.4.1614-1.7.10-universal.jar', 'minecraft_server.1.7.10.jar'],
  ),
  forge('Forge 1.6.4, whose jar is called universal in front', '1.6.4', '9.11.1.965', '1.8.0_402', [
    'minecraftforge-universal-1.6.4-9.11.1.965-v164-pregradle.jar',
    'minecraft_server.1.6.4.jar',
  ]),
  forge('Forge 1.12.2', '1.12.2', '14.23.5.2860', '1.8.0_402', ['forge-1.12.2-14.23.5.2860.jar']),
  forge('Forge 1.13.2', '1.13.2', '25.0.219', '11.0.22', ['forge-1.13.2-25.0.219.jar']),
  forge('Forge 1.16.5', '1.16.5', '36.2.39', '1.8.0_402', ['forge-1.16.5-36.2.39.jar']),
  forge(
    'Forge 1.17.1',
    '1.17.1',
    '37.1.1',
    '16.0.2',
    [argumentsOf('1.17.1-37.1.1')],
    [`@${argumentsOf('1.17.1-37.1.1')}`],
  ),
  forge(
    'Forge 1.20.3',
    '1.20.3',
    '49.0.2',
    '17.0.9',
    [argumentsOf('1.20.3-49.0.2'), 'forge-1.20.3-49.0.2-shim.jar'],
    [`@${argumentsOf('1.20.3-49.0.2')}`],
  ),
  forge(
    'Forge 26.1, numbered by year, that leaves only a jar which starts it',
    '26.1',
    '64.0.0',
    '25',
    ['forge-26.1-64.0.0-shim.jar'],
    ['-jar', 'forge-26.1-64.0.0-shim.jar'],
  ),
  neoForge(
    'NeoForge 1.20.1, which still goes by the name of Forge',
    '1.20.1',
    '47.1.79',
    '17.0.9',
    'forge/1.20.1-47.1.79',
  ),
  neoForge('NeoForge 1.20.4 beta', '1.20.4', '20.4.80-beta', '17.0.9'),
  neoForge('NeoForge 1.21.1', '1.21.1', '21.1.172', '21.0.2'),
  neoForge('NeoForge 26.1, numbered by year', '26.1', '26.1.0.3', '25.0.1'),
  readyFabric('Fabric', ['1.20.1', '0.15.6', '17.0.9']),
  readyFabric('Fabric 1.16.5', ['1.16.5', '0.12.8', '1.8.0_402']),
  fabricLike(
    'Fabric whose ready server jar cannot be had',
    'Fabric',
    ['1.20.1', '0.15.6', '17.0.9'],
    `/net/fabricmc/${fabricInstaller}`,
    'server -mcversion 1.20.1 -loader 0.15.6 -downloadMinecraft',
  ),
  fabricLike(
    'LegacyFabric',
    'LegacyFabric',
    ['1.8.9', '0.15.6', '1.8.0_402'],
    `/net/legacyfabric/${fabricInstaller}`,
    'server -mcversion 1.8.9 -loader 0.15.6 -downloadMinecraft',
  ),
  fabricLike(
    'Quilt, with the version of its loader',
    'Quilt',
    ['1.20.1', '0.24.0', '17.0.9'],
    '/repository/release/org/quiltmc/quilt-installer/0.12.1/quilt-installer-0.12.1.jar',
    'install server 1.20.1 0.24.0 --download-server --install-dir=.',
  ),
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
