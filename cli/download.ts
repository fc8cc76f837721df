import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { GatewayAway, GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import { serverPackName } from '../src/core/files/file-name.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { graphql } from './gql/graphql.ts';
import { openGateway } from './open-gateway.ts';
import { fileNameOf, openOutput } from './output-file.ts';
import { shown, sized } from './screen.ts';
import { noModPack } from './start-run.ts';

const serverPackFile = graphql(`
  query ServerPackFile($databaseId: Int!) {
    serverPack(by: { databaseId: $databaseId }) {
      downloadUrl
      sha256
      size
      modPack {
        name
        title
      }
      run {
        configuration {
          format
        }
      }
    }
  }
`);

const modPackFile = graphql(`
  query ModPackFile($databaseId: Int!) {
    modPack(by: { databaseId: $databaseId }) {
      downloadUrl
      sha256
      size
      name
    }
  }
`);

interface Options {
  modpack?: true;
  output?: string;
  force?: true;
}

/** A file of the service: what it is to be like, and what to call it here. */
interface Wanted {
  downloadUrl: string;
  sha256: string;
  size: number;
  name: string;
}

/** `download ID`: a server pack, or a modpack, held against its hash. */
export async function download(context: CommandContext, databaseId: number, options: Options): Promise<void> {
  const { screen, signal } = context;
  await using gateway = openGateway(context);
  const find = async (): Promise<Wanted> => {
    if (options.modpack) {
      const { modPack } = await gateway.ask(modPackFile, { databaseId }, signal);
      if (modPack === null) throw noModPack(databaseId);
      return { ...modPack, name: fileNameOf(modPack.name) || `modpack-${databaseId}.zip` };
    }
    const { serverPack } = await gateway.ask(serverPackFile, { databaseId }, signal);
    if (serverPack === null) throw noServerPack(databaseId);
    const { modPack, run } = serverPack;
    const name = fileNameOf(modPack.name) || `modpack-of-${databaseId}`;
    const title = modPack.title === modPack.name ? name : modPack.title;
    return { ...serverPack, name: serverPackName({ name, title }, run.configuration.format) };
  };
  const wanted = await find();
  const target = options.output ?? wanted.name;
  await using output = await openOutput(target, { force: options.force ?? false });
  using bar = screen.bar();
  const url = new URL(wanted.downloadUrl);
  // The token is for the service alone, wherever the link leads.
  const headers = url.origin === gateway.url.origin ? gateway.proof() : {};
  const answer = await fetch(url, { headers, signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new GatewayAway('The download cannot be reached', { cause });
  });
  if (!answer.ok || answer.body === null) throw await refusalOf(answer);
  const hash = createHash('sha256');
  let done = 0;
  async function* hashed(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      done += chunk.length;
      if (done > wanted.size) throw notThatFile(wanted);
      bar.show({ label: 'Fetching', done, total: wanted.size });
      yield chunk;
    }
  }
  await pipeline(Readable.fromWeb(answer.body), hashed, createWriteStream(output.path), { signal }).catch(
    (cause: unknown) => {
      if (cause instanceof TypeError) throw new GatewayAway('The download broke off', { cause });
      throw cause;
    },
  );
  if (done < wanted.size) throw new GatewayAway('The download broke off');
  if (hash.digest('hex') !== wanted.sha256) throw notThatFile(wanted);
  await output.keep();
  const { size, sha256 } = wanted;
  screen.data({ file: target, size, sha256 });
  screen.print(`Downloaded ${shown(target)} (${sized(size)}).`);
}

export function noServerPack(databaseId: number): CommandFailed {
  return new CommandFailed(exitCodes.refusedRequest, `The service has no server pack ${databaseId}.`);
}

function notThatFile({ downloadUrl }: Wanted): CommandFailed {
  const message = `What ${shown(downloadUrl)} answers is not the file that the service says is there.`;
  return new CommandFailed(exitCodes.refusedRequest, message);
}

const problem = z.object({ detail: z.string(), code: z.string().optional() });

async function refusalOf(answer: Response): Promise<Error> {
  const text = await answer.text().catch(() => '');
  const said = problem.safeParse(parsed(text)).data;
  if (said !== undefined && answer.status < 500) return new GatewayRefusal(said.code ?? '', said.detail);
  return new GatewayAway(`The download is answered with ${answer.status}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
