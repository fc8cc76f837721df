import { readFile } from 'node:fs/promises';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { graphql } from './gql/graphql.ts';
import { openGateway } from './open-gateway.ts';
import { shown } from './screen.ts';

const saveDropListMutation = graphql(`
  mutation SaveDropList($input: SaveDropListInput!) {
    saveDropList(input: $input) {
      __typename
      ... on DropList {
        name
        isDefault
        version {
          number
        }
      }
      ... on UserError {
        message
      }
    }
  }
`);

/** `drop-list save NAME`: saves what the files hold as the newest version of a list. */
export async function saveDropList(
  context: CommandContext,
  name: string,
  files: { clientOnly?: string; keep?: string },
): Promise<void> {
  const { screen, signal } = context;
  const input = { name, clientOnly: await prefixesIn(files.clientOnly), keep: await prefixesIn(files.keep) };
  await using gateway = openGateway(context);
  const { saveDropList: result } = await gateway.ask(saveDropListMutation, { input }, signal);
  if (result.__typename === 'UserError')
    throw new CommandFailed(exitCodes.refusedRequest, shown(result.message));
  const version = result.version?.number ?? null;
  screen.data({ name: result.name, version, isDefault: result.isDefault });
  screen.print(`The newest version of ${shown(result.name)} is ${version}.`);
}

/** One prefix a line; lines that begin with # are comments. */
async function prefixesIn(file: string | undefined): Promise<string[]> {
  if (file === undefined) return [];
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  return lines.filter((line) => !line.startsWith('#'));
}
