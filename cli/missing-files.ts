import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { graphql } from './gql/graphql.ts';
import { type OpenGateway, openGateway } from './open-gateway.ts';
import { type Screen, shown } from './screen.ts';

const missingOf = graphql(`
  query MissingFilesOf($databaseId: Int!) {
    modPack(by: { databaseId: $databaseId }) {
      id
      runs(last: 5) {
        nodes {
          waiting {
            for
            nextTry
            until
            files {
              name
              page
            }
          }
        }
      }
    }
  }
`);

const addMissingFile = graphql(`
  mutation AddMissingFile($input: AddMissingFilesInput!) {
    addMissingFiles(input: $input) {
      __typename
      ... on MissingFilesAdded {
        files {
          name
          path
          refusal
        }
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

/** Milliseconds between two looks: no event tells that a run waits. */
const lookEveryMs = 2_000;

/** Tells once of each thing that a run waits for beside its turn; of files that people have to download, which ones. */
export async function tellWaiting(
  { gateway, screen, signal }: { gateway: OpenGateway; screen: Screen; signal: AbortSignal },
  databaseId: number,
): Promise<void> {
  const told = new Set<string>();
  while (!signal.aborted) {
    const { modPack } = await gateway.ask(missingOf, { databaseId }, signal);
    const waiting = modPack?.runs.nodes.find((run) => run.waiting !== null)?.waiting;
    if (waiting && !told.has(waiting.for)) {
      told.add(waiting.for);
      const minute = (time: string) => time.slice(0, 16).replace('T', ' ');
      const until = `The run waits until ${minute(waiting.until)} UTC`;
      if (waiting.for === 'FILES') {
        screen.note(`The authors of these files let only people download them. ${until}:`);
        for (const { name, page } of waiting.files) screen.note(`  ${shown(name)}  ${shown(page)}`);
        screen.note(`  server-pack add-files ${databaseId} FILE...`);
      } else {
        const lack =
          waiting.for === 'SCANNER'
            ? 'malware scanner of the service is away'
            : 'disk of the service is full';
        screen.note(`The ${lack}. ${until}; next retry at ${minute(waiting.nextTry)}.`);
      }
    }
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {});
  }
}

/** `add-files ID FILE...`: hands over files that a run of the modpack waits for. */
export async function addFiles(
  context: CommandContext,
  databaseId: number,
  files: readonly string[],
): Promise<void> {
  const { screen, signal } = context;
  await using gateway = openGateway(context);
  const { modPack } = await gateway.ask(missingOf, { databaseId }, signal);
  if (modPack === null)
    throw new CommandFailed(exitCodes.refusedRequest, `The service has no modpack ${databaseId}.`);
  const refusals: string[] = [];
  for (const file of files) {
    // A file that is not there is told before anything is sent of it.
    await access(file);
    const sent = {
      name: path.basename(file),
      contentType: 'application/java-archive',
      stream: createReadStream(file),
    };
    const variables = { input: { modPack: modPack.id, files: [inItsPlace] } };
    const { addMissingFiles: result } = await gateway.upload(addMissingFile, variables, sent, {
      at: 'input.files.0',
      signal,
    });
    if (result.__typename !== 'MissingFilesAdded')
      throw new CommandFailed(exitCodes.refusedRequest, shown(result.message));
    for (const { name, path: place, refusal } of result.files) {
      screen.data({ file, path: place ?? null, refusal: refusal ?? null });
      if (refusal) refusals.push(shown(refusal));
      else screen.print(`${shown(name)} is taken as ${shown(place ?? '')}.`);
    }
  }
  const [first, ...others] = refusals;
  if (first !== undefined) throw new CommandFailed(exitCodes.refusedRequest, first, { details: others });
}
