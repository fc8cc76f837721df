import { modloaders } from '../../modloaders/index.ts';
import { describeFailingUpdates, newestJavaFor } from '../../modloaders/java-facts.ts';
import type { ModloaderServer } from '../../modloaders/servers/server.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import { javaOfRun, type PackJava } from '../sides/pack-java.ts';
import { log4ShellParts } from '../warnings/log4shell.ts';
import { jvmPresets } from './jvm-presets.ts';
import { type RecommendedMemory, recommendedMemory } from './recommended-memory.ts';

const controlCharacters = /\p{Cc}/u;

/**
 * The text of `variables.txt`: one `KEY=value` a line, which the start scripts read as data. Throws when a value holds
 * a control character, since a line break would begin another setting; requests with one are refused earlier.
 */
export function variables(
  run: RunConfiguration,
  server: ModloaderServer,
  {
    java = javaOfRun(run),
    title = null,
    memory = recommendedMemory(0, null),
    updateUrl = null,
  }: {
    /** By default the Java of the run's versions. */
    java?: PackJava;
    /** The pack's name and version; null when it says none. */
    title?: string | null;
    /** By default what a server without mods wants. */
    memory?: RecommendedMemory;
    /** The address at which the server asks for updates. */
    updateUrl?: string | null;
  } = {},
): string {
  const installer =
    server.installerVersion === null ? [] : [line('INSTALLER_VERSION', server.installerVersion)];
  const newestJava = newestJavaFor(run.modloader, run.gameVersion);
  return [
    '# What the start scripts install and how they run it. Lines are KEY=value and are read as plain text.',
    '# After a change of a version the scripts install the server again.',
    line('PACK_TITLE', quotedOnce(title ?? '')),
    line('MINECRAFT_VERSION', run.gameVersion),
    line('MODLOADER', run.modloader),
    line('MODLOADER_VERSION', run.modloaderVersion),
    ...installer,
    line('RECOMMENDED_JAVA_VERSION', java.version?.toString() ?? '?'),
    line('NEWEST_JAVA_VERSION', newestJava?.version.toString() ?? ''),
    '# warn: start with a newer Java where there is no other; else the start stops.',
    line('NEWER_JAVA', newestJava?.newer === 'REPORTED_TO_FAIL' ? 'warn' : ''),
    ...failingUpdates(run, java),
    ...newestBuild(run),
    '',
    '# The java program: its path, that of the folder of a Java, or java for the first of these that fits: JAVA_17 (or',
    '# whichever version is needed, set here or in the environment to a path), the PATH, JAVA_HOME, the folders where',
    '# Javas are usually kept.',
    line('JAVA', 'java'),
    '# true: fetch Eclipse Temurin into the folder .java when no Java that fits is found.',
    line('INSTALL_JAVA', 'false'),
    '',
    '# Arguments for Java, separated by spaces. An argument with a space goes between double quotes; between them',
    '# \\" is a double quote and \\\\ a backslash. Example: -Xmx4G "-Dname=two words". Quotes around the whole are',
    '# taken off. Left blank, the server may use RECOMMENDED_MEMORY, at most three quarters of the memory.',
    line('JAVA_ARGS', argumentList(run.startArgs)),
    line('ADDITIONAL_ARGS', argumentList(log4ShellParts(run).args)),
    '# Memory in MiB that this server wants, and what for.',
    line('RECOMMENDED_MEMORY', memory.mebibytes.toString()),
    line('RECOMMENDED_MEMORY_PURPOSE', memory.purpose),
    '# Flags for Java by purpose, before those of JAVA_ARGS. Blank: none.',
    ...Object.entries(jvmPresets).map(([preset, purpose]) => `# ${preset}: ${purpose}`),
    line('JVM_PRESET', ''),
    '',
    '# true: start the server again whenever it ends, until it ends three times in a row within a minute.',
    line('RESTART', 'false'),
    '# true: start with whatever Java is found.',
    line('SKIP_JAVA_CHECK', 'false'),
    '# false: start.ps1 does not wait for the Enter key at its end, which keeps its window open to be read.',
    line('WAIT_FOR_USER_INPUT', 'true'),
    '# Address that takes the place of scheme and host in downloads, such as https://mirror.example',
    line('MIRROR', ''),
    ...(updateUrl === null
      ? []
      : [
          '# Where ./start.sh --update looks for the newest server pack. It is a secret of those who run this server.',
          line('UPDATE_URL', updateUrl),
          '# on: look before each start, too, and update without a question.',
          line('UPDATE', 'off'),
        ]),
    '',
  ].join('\n');
}

/**
 * The start scripts' settings about Java updates with which the modloader does not start; empty without such updates.
 */
function failingUpdates(run: RunConfiguration, { version, failing }: PackJava): string[] {
  if (failing === null) return [];
  const { firstFailing, older } = failing;
  const release = older?.major === version ? older.release : null;
  return [
    '# Updates of Java with which this version of the modloader does not start, nor with later ones; and what to do. After a',
    '# change of MODLOADER_VERSION these lines do not count.',
    line('FAILING_MODLOADER_VERSION', run.modloaderVersion),
    line('FAILING_JAVA_UPDATES', firstFailing.map(({ major, update }) => `${major}.${update}`).join(' ')),
    line('FAILING_JAVA_ADVICE', describeFailingUpdates(failing, run)),
    ...(release === null
      ? []
      : ['# The release of Eclipse Temurin that INSTALL_JAVA fetches.', line('JAVA_RELEASE', release)]),
  ];
}

/** The build that the start scripts name where the run's own cannot be installed; empty where none is known. */
function newestBuild({ gameVersion, modloader, modloaderVersion }: RunConfiguration): string[] {
  const newest = modloaders[modloader].builds?.newest(gameVersion) ?? null;
  if (newest === null || newest === modloaderVersion || newest.startsWith(`${modloaderVersion}-`)) return [];
  return [
    '# The newest build known for that game version, which messages name where the one above can no longer be had.',
    line('NEWEST_BUILD', `${gameVersion}-${newest}`),
  ];
}

/** A text that the start scripts would consider quoted as a whole, and strip of its quotes. */
const quotedAsAWhole = /^(?:"(?:[^"\\]|\\.)*"|'[^']*')$/u;

/** Joins arguments into a text from which the start scripts read the same arguments. */
export function argumentList(args: readonly string[]): string {
  const list = args.map((argument) => (/^[^ "]+$/.test(argument) ? argument : quoted(argument))).join(' ');
  return quotedAsAWhole.test(list) ? quoted(list) : list;
}

/** A text that the start scripts read as it is: quotes around the whole would be taken off. */
function quotedOnce(text: string): string {
  return /^["']/.test(text) ? `"${text}"` : text;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function line(key: string, value: string): string {
  if (controlCharacters.test(value)) {
    throw new Error(`${key} cannot be written to variables.txt: its value holds a control character.`);
  }
  return `${key}=${value}`;
}
