import { javaVersionFor } from '../modloaders/java-version.ts';
import type { ModloaderServer } from '../modloaders/servers/server.ts';
import type { RunConfiguration } from './run-configuration.ts';

/** The page `HOW-TO-RUN.md` for whoever unpacks the server pack. */
export function howToRun(modPackName: string, run: RunConfiguration, server: ModloaderServer): string {
  const java = javaVersionFor(run.gameVersion);
  return `# How to run this server

Built from ${plain(modPackName)} for Minecraft ${run.gameVersion} with ${run.modloader} ${run.modloaderVersion}.
What was kept and what was left out, and why, is in \`server-pack.json\`.

1. Install ${java === null ? 'the Java that this version of the game needs' : `Java ${java} (64-bit)`}, for instance from
   https://adoptium.net/temurin/releases/${java === null ? '' : `?version=${java}`}
2. Start \`start.bat\` on Windows, \`./start.sh\` anywhere else. The first start downloads the server of ${run.modloader}
   and the game, so it takes a while and needs the network.
3. Agree to the [Minecraft EULA](https://aka.ms/MinecraftEULA) when asked. Where nobody can answer, start with
   \`EULA=true\` in the environment, or write \`eula=true\` into \`eula.txt\`.

Memory and other arguments for Java are in \`variables.txt\` (\`JAVA_ARGS\`), and so is which Java is used (\`JAVA\`).
Settings of the game are in \`server.properties\`. Both scripts take \`--cleanup\`, which installs the server again and
leaves worlds and settings alone.

To update, delete \`mods\` and unpack the new server pack over this folder. It brings its own \`server.properties\`,
\`variables.txt\` and \`config\`: set aside what you changed there and carry it over. The scripts see by themselves when
the game or ${run.modloader} has another version.

## Hosting panels

${panels(server)}
`;
}

function panels(server: ModloaderServer): string {
  if (server.serverJar !== null) {
    return `Start the script once, on any machine; after that the panel can run \`${server.serverJar}\` as the server jar.
A jar that is run directly does not read \`variables.txt\`: set the arguments for Java in the panel.`;
  }
  return `This modloader has no single jar to run. Start the script once, on any machine; after that the panel can run the
command that \`run.sh\` and \`run.bat\` show: \`java @user_jvm_args.txt @libraries/.../unix_args.txt nogui\` (on Windows
\`win_args.txt\`). A panel that only knows a jar needs its own choice for the modloader.`;
}

/** Keeps a file name from being read as Markdown. */
function plain(text: string): string {
  return `\`${text.replace(/[`\p{Cc}]/gu, '_')}\``;
}
