import { titleAndFile } from '../texts/pack-names.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { graphql } from './gql/graphql.ts';
import { openGateway } from './open-gateway.ts';
import { shown } from './screen.ts';
import { modPackIdOf } from './start-run.ts';

const updateModPack = graphql(`
  mutation UpdateModPack($input: UpdateModPackInput!) {
    updateModPack(input: $input) {
      __typename
      ... on ModPack {
        databaseId
        title
        name
        renamed
        hidden
      }
      ... on UserError {
        message
      }
    }
  }
`);

const deleteModPack = graphql(`
  mutation DeleteModPack($input: DeleteModPackInput!) {
    deleteModPack(input: $input) {
      __typename
      ... on UserError {
        message
      }
    }
  }
`);

/** The changes that `change` asks for; an absent field stays. */
export interface ChangeOptions {
  name?: string;
  /** False with `--show`. */
  hidden?: boolean;
}

/** `change ID`: renames, hides or shows a modpack. */
export async function changePack(
  context: CommandContext,
  databaseId: number,
  options: ChangeOptions,
): Promise<void> {
  const { screen, signal, environment } = context;
  if (Object.keys(options).length === 0)
    throw new CommandFailed(exitCodes.usage, 'Say what is to change: --name, --hide or --show.');
  await using gateway = openGateway(context);
  const modPack = await modPackIdOf(gateway, databaseId, signal);
  const input = { modPack, ownerSecret: environment.OWNER_SECRET ?? null, ...options };
  const { updateModPack: result } = await gateway.ask(updateModPack, { input }, signal);
  if (result.__typename !== 'ModPack') throw refused(result);
  const { name, title, hidden } = result;
  screen.data({ id: databaseId, name, title, hidden });
  screen.print(
    `Modpack ${databaseId} (${shown(titleAndFile(result), 120)}) is ${hidden ? 'hidden from' : 'in'} lists.`,
  );
}

/** `delete ID`: deletes a modpack with its server packs. */
export async function deletePack(context: CommandContext, databaseId: number): Promise<void> {
  const { screen, signal, environment } = context;
  await using gateway = openGateway(context);
  const modPack = await modPackIdOf(gateway, databaseId, signal);
  const input = { modPack, ownerSecret: environment.OWNER_SECRET ?? null };
  const { deleteModPack: result } = await gateway.ask(deleteModPack, { input }, signal);
  if (result.__typename !== 'Deleted') throw refused(result);
  screen.data({ id: databaseId, deleted: true });
  screen.print(`Modpack ${databaseId} and its server packs are deleted.`);
}

function refused({ message, __typename: type }: { __typename: string; message?: string }): CommandFailed {
  return new CommandFailed(exitCodes.refusedRequest, shown(message ?? type));
}
