import { GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import type { Modloader, RunConfigurationInput } from '../client/gql/schema.ts';
import { modloaderNames } from '../src/modloaders/modloader.ts';
import { titleAndFile } from '../texts/pack-names.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { followRun, ownerOf, type Run } from './follow-run.ts';
import { graphql, type StartOfRunFragment } from './gql/graphql.ts';
import { type OpenGateway, openGateway } from './open-gateway.ts';
import { type RunOptions, readRunOptions } from './run-options.ts';
import { shown } from './screen.ts';
import { sendFile } from './send-file.ts';

graphql(`
  fragment RunOf on RunStarted {
    modPack {
      id
      databaseId
      title
      name
      renamed
    }
    run {
      databaseId
    }
    ownerSecret
  }
`);

graphql(`
  fragment StartOfRun on RunStartedResult {
    __typename
    ... on RunStarted {
      ...RunOf
    }
    ... on UserError {
      code
      message
      existing {
        databaseId
      }
    }
  }
`);

const uploadModPack = graphql(`
  mutation UploadModPack($input: UploadModPackInput!) {
    uploadModPack(input: $input) {
      ...StartOfRun
    }
  }
`);

const generateServerPack = graphql(`
  mutation GenerateServerPack($input: GenerateServerPackInput!) {
    generateServerPack(input: $input) {
      ...StartOfRun
    }
  }
`);

const importModPack = graphql(`
  mutation ImportModPack($input: ImportModPackInput!) {
    importModPack(input: $input) {
      ...StartOfRun
    }
  }
`);

const modPackByNumber = graphql(`
  query ModPackByNumber($databaseId: Int!) {
    modPack(by: { databaseId: $databaseId }) {
      id
    }
  }
`);

/** Milliseconds for the service to fetch a modpack; Node waits no longer for an answer. */
const importPatienceMs = 290_000;
/** Milliseconds for the service to store an uploaded file. */
const storingPatienceMs = 120_000;

/** Options of commands that start runs. */
export interface StartOptions extends RunOptions {
  /** False with `--no-wait`. */
  wait: boolean;
}

/** `upload FILE...`: every file is sent, then all runs are followed; the first failure decides the exit code. */
export async function upload(context: CommandContext, files: readonly string[], options: StartOptions) {
  const { screen, signal } = context;
  await using gateway = openGateway(context);
  const runConfiguration = await runConfigurationOf(options);
  const runs: Run[] = [];
  const failures: unknown[] = [];
  for (const file of files) {
    try {
      runs.push(await uploadFile(context, gateway, file, runConfiguration));
    } catch (error) {
      if (signal.aborted || !(error instanceof CommandFailed || error instanceof GatewayRefusal)) throw error;
      if (files.length > 1) screen.note(`${shown(file)}: ${shown(error.message)}`);
      failures.push(error);
    }
  }
  for (const run of runs) {
    try {
      await followOrLeave(context, gateway, run, options);
    } catch (error) {
      if (signal.aborted || !(error instanceof CommandFailed)) throw error;
      if (files.length > 1) screen.note(error.message);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function uploadFile(
  context: CommandContext,
  gateway: OpenGateway,
  file: string,
  runConfiguration: RunConfigurationInput,
): Promise<Run> {
  const { id, forget } = await sendFile(context, gateway, file);
  const input = { runConfiguration, archive: { upload: id } };
  const { uploadModPack: result } = await gateway.ask(
    uploadModPack,
    { input },
    context.signal,
    storingPatienceMs,
  );
  // After a refused run configuration the upload stays, for another try.
  if (result.__typename === 'RunStarted') await forget();
  return started(context, result);
}

/** `import LINK`: the service fetches a modpack from where it is published. */
export async function importLink(context: CommandContext, url: string, options: StartOptions): Promise<void> {
  await using gateway = openGateway(context);
  const input = { pack: { url }, runConfiguration: await runConfigurationOf(options) };
  context.screen.note('The service fetches the modpack.');
  const { importModPack: result } = await gateway.ask(
    importModPack,
    { input },
    context.signal,
    importPatienceMs,
  );
  await followOrLeave(context, gateway, started(context, result), options);
}

/** `generate ID`: a further server pack of a modpack that the service has. */
export async function generate(
  context: CommandContext,
  databaseId: number,
  options: StartOptions,
): Promise<void> {
  await using gateway = openGateway(context);
  const runConfiguration = await runConfigurationOf(options);
  const modPack = await modPackIdOf(gateway, databaseId, context.signal);
  const input = { modPack, runConfiguration };
  const { generateServerPack: result } = await gateway.ask(generateServerPack, { input }, context.signal);
  await followOrLeave(context, gateway, started(context, result), options);
}

/** The id of a modpack by its number. Fails when there is none. */
export async function modPackIdOf(
  gateway: OpenGateway,
  databaseId: number,
  signal: AbortSignal,
): Promise<string> {
  const { modPack } = await gateway.ask(modPackByNumber, { databaseId }, signal);
  if (modPack === null) throw noModPack(databaseId);
  return modPack.id;
}

export function noModPack(databaseId: number): CommandFailed {
  return new CommandFailed(exitCodes.refusedRequest, `The service has no modpack ${databaseId}.`);
}

async function followOrLeave(
  { screen, signal }: CommandContext,
  gateway: OpenGateway,
  run: Run,
  { wait }: StartOptions,
): Promise<void> {
  if (wait) return followRun({ gateway, screen, signal }, run);
  const { modPack } = run;
  screen.data({
    ...ownerOf(run),
    modPackId: modPack.databaseId,
    runConfigId: run.run.databaseId,
    status: 'QUEUED',
    serverPackId: null,
  });
  screen.print(
    `Modpack ${modPack.databaseId} (${shown(titleAndFile(modPack), 120)}) is queued.`,
    `  server-pack watch ${modPack.databaseId}`,
  );
}

function started({ screen }: CommandContext, result: StartOfRunFragment): Run {
  if (result.__typename === 'RunStarted') {
    const { ownerSecret, modPack } = result;
    // Told before the run is followed, which may be interrupted.
    if (ownerSecret !== null)
      screen.note(
        `Whoever has its owner secret may change and delete modpack ${modPack.databaseId}: keep OWNER_SECRET=${ownerSecret}`,
      );
    return result;
  }
  const existing = result.existing?.databaseId ?? null;
  const details =
    existing === null ? [] : [`server-pack generate ${existing} builds from the one that is there.`];
  throw new CommandFailed(exitCodes.refusedRequest, shown(result.message), { details });
}

/** EventLoopYields the options into GraphQL input. Fails with exit code 2 for an unknown modloader. */
export async function runConfigurationOf(options: RunOptions): Promise<RunConfigurationInput> {
  const { modloader, ...input } = await readRunOptions(options);
  return { ...input, modloader: modloader === null ? null : modloaderOf(modloader) };
}

const modloaders: Readonly<Record<string, Modloader>> = {
  forge: 'FORGE',
  neoforge: 'NEOFORGE',
  fabric: 'FABRIC',
  quilt: 'QUILT',
  legacyfabric: 'LEGACYFABRIC',
};

function modloaderOf(name: string): Modloader {
  const word = modloaders[name.trim().toLowerCase()];
  if (word !== undefined) return word;
  const message = `--modloader must be one of ${modloaderNames.join(', ')}, not "${shown(name, 60)}".`;
  throw new CommandFailed(exitCodes.usage, message);
}
