import { javaVersionFor } from '../../modloaders/java-version.ts';
import { newestJavaFor } from '../../modloaders/newest-java.ts';
import type { ModloaderServer } from '../../modloaders/servers/server.ts';
import { log4ShellParts } from '../log4shell.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import { jvmPresets } from './jvm-presets.ts';

const controlCharacters = /\p{Cc}/u;

/**
 * The text of `variables.txt`: one `KEY=value` a line, read by the start scripts as data. Throws when a value holds
 * a control character, since a line break would begin a setting of its own; requests with one are refused earlier.
 */
export function variables(
  run: RunConfiguration,
  server: ModloaderServer,
  /** Where the server looks for what is newer. */
  updateUrl: string | null = null,
): string {
  const installer =
    server.installerVersion === null ? [] : [line('INSTALLER_VERSION', server.installerVersion)];
  const newestJava = newestJavaFor(run.modloader, run.gameVersion);
  return [
    '# What the start scripts install and how they run it. Lines are KEY=value and are read as plain text.',
    '# After a change of a version the scripts install the server again.',
    line('MINECRAFT_VERSION', run.gameVersion),
    line('MODLOADER', run.modloader),
    line('MODLOADER_VERSION', run.modloaderVersion),
    ...installer,
    line('RECOMMENDED_JAVA_VERSION', javaVersionFor(run.gameVersion)?.toString() ?? '?'),
    line('NEWEST_JAVA_VERSION', newestJava?.version.toString() ?? ''),
    '# warn: start with a newer Java where there is no other; else the start stops.',
    line('NEWER_JAVA', newestJava?.newer === 'REPORTED_TO_FAIL' ? 'warn' : ''),
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
    '# taken off. Left blank, the server may use half of the memory, between 2 and 8 GiB.',
    line('JAVA_ARGS', argumentList(run.startArgs)),
    line('ADDITIONAL_ARGS', argumentList(log4ShellParts(run).args)),
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

/** A text that the start scripts would take for one quoted as a whole, and take its quotes off. */
const quotedAsAWhole = /^(?:"(?:[^"\\]|\\.)*"|'[^']*')$/u;

/** Writes arguments as one text from which the start scripts read the same arguments. */
export function argumentList(args: readonly string[]): string {
  const list = args.map((argument) => (/^[^ "]+$/.test(argument) ? argument : quoted(argument))).join(' ');
  return quotedAsAWhole.test(list) ? quoted(list) : list;
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
