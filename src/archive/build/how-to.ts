import { newestJavaFor } from '../../modloaders/java-facts.ts';
import type { ModloaderServer } from '../../modloaders/servers/server.ts';
import { isForRunners } from '../problem-codes.ts';
import type { Problem } from '../report.ts';
import type { RunConfiguration } from '../run-configuration.ts';

/** Writes the page `HOW-TO-RUN.md` of a server pack, with the warnings that matter to the person who runs it. */
export function howToRun(
  {
    title,
    modPackName,
    run,
    dropLists,
    java,
    added = [],
  }: {
    /** The pack's name and version; null when it says none. */
    title: string | null;
    modPackName: string;
    run: Pick<RunConfiguration, 'gameVersion' | 'modloader' | 'modloaderVersion' | 'startArgs'>;
    /** The labels of the drop lists in effect, such as client-only@3. */
    dropLists: readonly string[];
    /** The major version of Java that the server needs; null when unknown. */
    java: number | null;
    /** The jars that the request adds to those of the pack. */
    added?: readonly string[];
  },
  server: ModloaderServer,
  warnings: readonly Problem[],
  /** Whether the line has an update link. */
  updatesItself = false,
): string {
  return `# How to run ${title === null ? 'this server' : `the server of ${asText(title)}`}

${title === null ? 'Built' : `This is ${asText(title)}, built`} from ${plain(modPackName)} for Minecraft ${run.gameVersion} with ${run.modloader} ${run.modloaderVersion}.
What was kept and what was left out, and why, is in \`server-pack.json\`.${addedLine(added)}
${byLists(dropLists)}${toLookAt(warnings.filter(({ code }) => isForRunners(code)))}
1. Install ${java === null ? 'the Java that this version of the game needs' : `Java ${java} (64-bit)`}, for instance from
   https://adoptium.net/temurin/releases/${java === null ? '' : `?version=${java}`}${newerJava(run)}
2. Start \`start.bat\` on Windows, \`./start.sh\` anywhere else. The first start downloads the server of ${run.modloader}
   and the game, so it takes a while and needs the network.
3. Agree to the [Minecraft EULA](https://aka.ms/MinecraftEULA) when asked. Where nobody can answer, start with
   \`EULA=true\` in the environment, or write \`eula=true\` into \`eula.txt\`.

Memory and other arguments for Java are in \`variables.txt\` (\`JAVA_ARGS\`), and so is which Java is used (\`JAVA\`).
${run.startArgs.length === 0 ? blankArguments : ''}Without a Java that fits, \`INSTALL_JAVA=true\` fetches one into the folder \`.java\`.
Settings of the game are in \`server.properties\`. Both scripts take \`--cleanup\`, which installs the server again and
leaves mods, worlds and settings alone. Each start names jars in \`mods/\` that are not in this server pack, such as those
of an older one that it was unpacked over; \`--clean\` moves only these, to \`mods-set-aside/\`.

${updatesItself ? ownUpdates : ''}To update, unpack the new server pack into a folder of its own, stop the server, and run the new
\`./start.sh --update /path/to/this/server\` (on Windows \`start.bat --update\` and the folder). It shows what it will do and
asks. Mods and scripts are replaced; worlds, and settings and configuration that you changed, stay. The scripts see by
themselves when the game or ${run.modloader} has another version.

## Hosting panels

${panels(server)}
`;
}

function byLists(dropLists: readonly string[]): string {
  if (dropLists.length === 0) return '';
  return `Drop lists that chose mods, too: ${dropLists.map((list) => `\`${list}\``).join(', ')}.\n`;
}

function addedLine(added: readonly string[]): string {
  return added.length === 0
    ? ''
    : `
Added here, not by the pack's author: ${added.map(plain).join(', ')}.`;
}

/** A warning about Java versions that are too new. */
function newerJava({ modloader, gameVersion }: Pick<RunConfiguration, 'modloader' | 'gameVersion'>): string {
  const newest = newestJavaFor(modloader, gameVersion);
  if (newest === null) return '';
  const fails = newest.newer === 'FAILS' ? 'do not start this server' : 'are reported to fail here';
  return `
   Java ${newest.version + 1} and newer ${fails}.`;
}

const blankArguments = `\`JAVA_ARGS\` is blank in this server pack: each start then gives the server what is recommended for it
(\`RECOMMENDED_MEMORY\`), at most three quarters of the memory of the machine or container, and says so. To choose it yourself,
set for instance \`JAVA_ARGS=-Xmx6G\`.
`;

const ownUpdates = `To update, stop the server and run \`./start.sh --update\` here (on Windows \`start.bat --update\`), or set \`UPDATE=on\` in
\`variables.txt\` to have each start do so. It fetches what has changed, and goes back when the server does not start with
it. Worlds are not put back, so back them up. The other way:

`;

function panels(server: ModloaderServer): string {
  const name =
    server.serverJar === null
      ? '; where it has to be called `server.jar`, copy it to that name'
      : ` (not under the name \`server.jar\`, which belongs to the game here)`;
  const afterwards =
    server.serverJar === null
      ? ''
      : `
After one start \`${server.serverJar}\` can be run as the server jar too. Run directly it does not read \`variables.txt\`: give
it what \`JAVA_ARGS\` and \`ADDITIONAL_ARGS\` say there.`;
  return `A panel that only runs a jar can run \`start.jar\`${name}. It runs the start script with the panel's Java and arguments
for Java: installs the server at the first start, and needs \`eula=true\` in \`eula.txt\`.${afterwards}`;
}

function toLookAt(warnings: readonly Problem[]): string {
  if (warnings.length === 0) return '';
  return `
## Before the first start

${warnings.map(({ error }) => `- ${asText(error)}`).join('\n')}

## Starting
`;
}

/** Escapes a sentence, which may quote names of files, so that it is not read as Markdown. */
function asText(sentence: string): string {
  return sentence.replace(/[\\`*_[\]<>&|~]/g, '\\$&');
}

/** Escapes a file name, so that it is not read as Markdown. */
function plain(text: string): string {
  return `\`${text.replace(/[`\p{Cc}]/gu, '_')}\``;
}
