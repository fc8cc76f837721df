import { titleAndFile } from '../texts/pack-names.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { graphql } from './gql/graphql.ts';
import { openGateway } from './open-gateway.ts';
import { shown } from './screen.ts';
import { modPackIdOf } from './start-run.ts';

const releaseModPack = graphql(`
  mutation ReleaseModPack($modPack: ID!, $reason: String!) {
    releaseModPack(input: { modPack: $modPack, reason: $reason }) {
      __typename
      ... on ModPack {
        title
        name
        renamed
      }
      ... on UserError {
        message
      }
    }
  }
`);

/** `admin release ID --reason TEXT`: lets a modpack out of quarantine. */
export async function release(
  context: CommandContext,
  databaseId: number,
  { reason }: { reason: string },
): Promise<void> {
  const { screen, signal } = context;
  await using gateway = openGateway(context);
  const modPack = await modPackIdOf(gateway, databaseId, signal);
  const { releaseModPack: result } = await gateway.ask(releaseModPack, { modPack, reason }, signal);
  if (result.__typename !== 'ModPack')
    throw new CommandFailed(exitCodes.refusedRequest, shown(result.message));
  screen.data({ id: databaseId, released: true });
  screen.print(`Modpack ${databaseId} (${shown(titleAndFile(result), 120)}) is out of quarantine.`);
}
