import { javaVersionFor } from '../../modloaders/java-version.ts';
import type { ModloaderServer } from '../../modloaders/servers/server.ts';
import type { RunConfiguration } from '../run-configuration.ts';

/** Turns off the message look-ups behind CVE-2021-44228 in the log4j of older games; newer ones ignore it. */
const additionalArgs = ['-Dlog4j2.formatMsgNoLookups=true'];

const controlCharacters = /\p{Cc}/u;

/**
 * The text of `variables.txt`: one `KEY=value` a line, read by the start scripts as data. Throws when a value holds
 * a control character, since a line break would begin a setting of its own; requests with one are refused earlier.
 */
export function variables(run: RunConfiguration, server: ModloaderServer): string {
  const installer =
    server.installerVersion === null ? [] : [line('INSTALLER_VERSION', server.installerVersion)];
  return [
    '# What the start scripts install and how they run it. Lines are KEY=value and are read as plain text.',
    '# After a change of a version the scripts install the server again.',
    line('MINECRAFT_VERSION', run.gameVersion),
    line('MODLOADER', run.modloader),
    line('MODLOADER_VERSION', run.modloaderVersion),
    ...installer,
    line('RECOMMENDED_JAVA_VERSION', javaVersionFor(run.gameVersion)?.toString() ?? '?'),
    line('NEWEST_JAVA_VERSION', server.newestJavaVersion?.toString() ?? ''),
    '',
    '# The java program: a name that is on the PATH, or a path.',
    line('JAVA', 'java'),
    '',
    '# Arguments for Java, separated by spaces. An argument with a space goes between double quotes; between them',
    '# \\" is a double quote and \\\\ a backslash. Example: -Xmx4G "-Dname=two words"',
    line('JAVA_ARGS', argumentList(run.startArgs)),
    line('ADDITIONAL_ARGS', argumentList(additionalArgs)),
    '',
    '# true: start the server again whenever it ends.',
    line('RESTART', 'false'),
    '# true: start with whatever Java is found.',
    line('SKIP_JAVA_CHECK', 'false'),
    '# false: start.ps1 does not wait for the Enter key at its end, which keeps its window open to be read.',
    line('WAIT_FOR_USER_INPUT', 'true'),
    '# Address that takes the place of scheme and host in downloads, such as https://mirror.example',
    line('MIRROR', ''),
    '',
  ].join('\n');
}

/** Writes arguments as one text from which the start scripts read the same arguments. */
function argumentList(args: readonly string[]): string {
  return args.map(quoted).join(' ');
}

function quoted(argument: string): string {
  if (argument !== '' && !/[ "]/.test(argument)) return argument;
  return `"${argument.replace(/["\\]/g, '\\$&')}"`;
}

function line(key: string, value: string): string {
  if (controlCharacters.test(value)) {
    throw new Error(`${key} cannot be written to variables.txt: its value holds a control character.`);
  }
  return `${key}=${value}`;
}
