import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { type DetailedError, Upload } from 'tus-js-client';
import { z } from 'zod';
import { GatewayAway, GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { graphql } from './gql/graphql.ts';
import type { OpenGateway } from './open-gateway.ts';
import { shown } from './screen.ts';
import { openUnfinishedUploads, stateFolder } from './unfinished-uploads.ts';

const reach = graphql(`
  query Reach {
    __typename
  }
`);

/** Milliseconds between tries without progress; a minute in all. */
const retryDelays = [0, 1_000, 2_000, 4_000, ...Array.from({ length: 7 }, () => 8_000)];

/** A file that has arrived whole. */
export interface SentFile {
  /** The id that `uploadModPack` takes in place of a file. */
  id: string;
  /** To be called once the modpack is made: until then, a repeated command resumes this upload. */
  forget(): Promise<void>;
}

/**
 * Sends a file as a resumable upload. It reconnects, and continues an earlier call's upload of the same file. Rejects
 * with `GatewayAway`, `GatewayRefusal`, or a file system error.
 */
export async function sendFile(
  { screen, environment, signal }: CommandContext,
  gateway: OpenGateway,
  file: string,
): Promise<SentFile> {
  const found = await stat(file);
  if (!found.isFile()) throw new CommandFailed(exitCodes.file, `"${shown(file)}" is no file.`);
  const { size, mtimeMs } = found;
  // Asks once before the upload, to find out whether the service is there and accepts the token.
  await gateway.ask(reach, {}, signal);
  const endpoint = new URL('uploads', gateway.url);
  const unfinished = openUnfinishedUploads(path.join(stateFolder(environment), 'uploads'));
  const name = JSON.stringify([endpoint.href, await realpath(file), size, mtimeMs]);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  using bar = screen.bar();
  let isLost = false;
  const source = createReadStream(file).on('error', reject);
  const upload = new Upload(source, {
    endpoint: endpoint.href,
    uploadUrl: await unfinished.find(name),
    headers: { ...gateway.proof() },
    metadata: { filename: path.basename(file) },
    storeFingerprintForResuming: false,
    retryDelays,
    fileReader: {
      openFile: async () => ({
        size,
        // tus ignores a read error of the file, so the error rejects the upload here.
        slice: async (start, end) => ({
          value: Object.assign(createReadStream(file, { start, end: end - 1 }).on('error', reject), {
            size: end - start,
          }),
          done: end >= size,
        }),
        close: () => source.destroy(),
      }),
    },
    onUploadUrlAvailable: () => {
      // The service knows its own path only; a proxy may have a prefix before it.
      upload.url = new URL(`uploads/${idOf(upload)}`, gateway.url).href;
      void unfinished.keep(name, upload.url);
    },
    onProgress: (done) => {
      isLost = false;
      bar.show({ label: 'Uploading', done, total: size });
    },
    onShouldRetry: (error) => {
      const passes = isPassing(error.originalResponse?.getStatus() ?? 0);
      if (passes && !isLost)
        screen.note('The connection is lost; the upload goes on once there is one again.');
      isLost ||= passes;
      return passes;
    },
    onSuccess: () => resolve(),
    onError: (error) => reject('originalRequest' in error ? failureOf(error) : error),
  });
  const interrupt = () => reject(signal.reason);
  signal.addEventListener('abort', interrupt);
  try {
    signal.throwIfAborted();
    upload.start();
    await promise;
    return { id: idOf(upload), forget: () => unfinished.forget(name) };
  } finally {
    signal.removeEventListener('abort', interrupt);
    await upload.abort();
    source.destroy();
  }
}

function idOf({ url }: Upload): string {
  return new URL(url ?? '').pathname.split('/').at(-1) ?? '';
}

/**
 * True for failures that pass: no answer, a service that starts or stops, or one busy with the connection that broke.
 */
function isPassing(status: number): boolean {
  return status === 0 || status === 409 || status === 423 || (status >= 500 && status !== 507);
}

const problemDetails = z.object({ detail: z.string(), code: z.string().optional() });

function failureOf(error: DetailedError): GatewayAway | GatewayRefusal {
  const answer = error.originalResponse;
  if (!answer) return new GatewayAway('The connection to the service is lost', { cause: error });
  const problem = problemDetails.safeParse(parseJson(answer.getBody())).data;
  return problem
    ? new GatewayRefusal(problem.code ?? '', problem.detail)
    : new GatewayAway(`The service answered ${answer.getStatus()} to an upload`, { cause: error });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
