import { GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import type { Modloader, RunConfigurationInput } from '../client/gql/schema.ts';
import { modloaderNames } from '../src/modloaders/modloader.ts';
import { titleAndFile } from '../texts/pack-names.ts';
import { sendJars } from './added-jars.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { followRun, ownerOf, type Run } from './follow-run.ts';
import { graphql, type StartOfRunFragment } from './gql/graphql.ts';
import { type OpenGateway, openGateway } from './open-gateway.ts';
import { kindOfPack } from './pack-kind.ts';
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

/** `build PACK...` on the service: every modpack is started, then all runs are followed; the first failure decides the exit code. */
export async function buildOnService(
  context: CommandContext,
  packs: readonly string[],
  options: StartOptions,
): Promise<void> {
  const { screen, signal } = context;
  await using gateway = openGateway(context);
  const asked = await runConfigurationOf(options);
  const addedMods = await sendJars(context, gateway, asked.addedMods ?? []);
  const runConfiguration = { ...asked, addedMods };
  const runs: Run[] = [];
  const failures: unknown[] = [];
  const start = { file: uploadFile, link: importLink, number: generate };
  for (const pack of packs) {
    try {
      const result = await start[kindOfPack(pack)](context, gateway, pack, runConfiguration);
      runs.push(started(context, result));
    } catch (error) {
      if (signal.aborted || !(error instanceof CommandFailed || error instanceof GatewayRefusal)) throw error;
      if (packs.length > 1) screen.note(`${shown(pack)}: ${shown(error.message)}`);
      failures.push(error);
    }
  }
  for (const run of runs) {
    try {
      await followOrLeave(context, gateway, run, options);
    } catch (error) {
      if (signal.aborted || !(error instanceof CommandFailed)) throw error;
      if (packs.length > 1) screen.note(error.message);
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
): Promise<StartOfRunFragment> {
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
  return result;
}

/** The service fetches a modpack from where it is published. */
async function importLink(
  { screen, signal }: CommandContext,
  gateway: OpenGateway,
  url: string,
  runConfiguration: RunConfigurationInput,
): Promise<StartOfRunFragment> {
  screen.note('The service fetches the modpack.');
  const input = { pack: { url }, runConfiguration };
  return (await gateway.ask(importModPack, { input }, signal, importPatienceMs)).importModPack;
}

/** A further server pack of a modpack that the service has. */
async function generate(
  { signal }: CommandContext,
  gateway: OpenGateway,
  number: string,
  runConfiguration: RunConfigurationInput,
): Promise<StartOfRunFragment> {
  const modPack = await modPackIdOf(gateway, Number(number), signal);
  const input = { modPack, runConfiguration };
  return (await gateway.ask(generateServerPack, { input }, signal)).generateServerPack;
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
    `Queued: modpack ${modPack.databaseId} (${shown(titleAndFile(modPack), 120)}). Follow it: server-pack watch ${modPack.databaseId}`,
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
    existing === null ? [] : [`server-pack build ${existing} builds from the one that is there.`];
  throw new CommandFailed(exitCodes.refusedRequest, shown(result.message), { details });
}

/** Turns the options into GraphQL input. Fails with exit code 2 for an unknown modloader. */
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
