import type { CommandContext } from './context.ts';
import { noServerPack } from './download.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { graphql } from './gql/graphql.ts';
import { hosts } from './hosts.ts';
import { openGateway } from './open-gateway.ts';

const hostFiles = graphql(`
  query HostFiles($databaseId: Int!) {
    serverPack(by: { databaseId: $databaseId }) {
      hostFiles {
        kind
        name
        text
        url
      }
    }
  }
`);

/** `host KIND ID`: prints the text that puts a server pack to work there. */
export async function printHostFile(
  context: CommandContext,
  host: keyof typeof hosts,
  databaseId: number,
): Promise<void> {
  const { screen, signal } = context;
  await using gateway = openGateway(context);
  const { serverPack } = await gateway.ask(hostFiles, { databaseId }, signal);
  if (serverPack === null) throw noServerPack(databaseId);
  const file = serverPack.hostFiles.find(({ kind }) => kind === hosts[host]);
  if (file === undefined) {
    const message = `There is no ${host} file for server pack ${databaseId}: what would run it does not know its modloader or its format.`;
    throw new CommandFailed(exitCodes.refusedRequest, message);
  }
  screen.data(file);
  // Not by words, as other texts are shown: blanks count here.
  const harmless = file.text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, '');
  screen.print(...harmless.trimEnd().split('\n'));
  if (file.url !== null) screen.note(`The same text is at ${file.url}`);
}
