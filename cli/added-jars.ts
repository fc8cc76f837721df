import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { graphql } from './gql/graphql.ts';
import type { OpenGateway } from './open-gateway.ts';
import { isJarPath } from './run-options.ts';
import { shown } from './screen.ts';

const addModFile = graphql(`
  mutation AddModFile($input: AddModFileInput!) {
    addModFile(input: $input) {
      __typename
      ... on ModFileAdded {
        entry
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);

/** The placeholder of a file in a form. */
const inItsPlace = { toJSON: () => null };

/** Uploads the jars among what `--add-mod` names, and has their entries in place of their paths. */
export async function sendJars(
  { signal }: CommandContext,
  gateway: OpenGateway,
  named: readonly string[],
): Promise<string[]> {
  const entries: string[] = [];
  for (const file of named) entries.push(isJarPath(file) ? await send(gateway, file, signal) : file);
  return entries;
}

async function send(gateway: OpenGateway, file: string, signal: AbortSignal): Promise<string> {
  // A file that is not there is told before anything is sent of it.
  await access(file);
  const sent = {
    name: path.basename(file),
    contentType: 'application/java-archive',
    stream: createReadStream(file),
  };
  const variables = { input: { file: inItsPlace } };
  const { addModFile: result } = await gateway.upload(addModFile, variables, sent, {
    at: 'input.file',
    signal,
  });
  if (result.__typename === 'ModFileAdded') return result.entry;
  throw new CommandFailed(exitCodes.refusedRequest, shown(result.message));
}
