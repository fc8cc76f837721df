import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { fastify } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../src/errors.ts';
import { type MultipartOptions, readMultipart, registerMultipart } from '../../src/http/forms/multipart.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';

const formAnswer = z.object({
  fields: z.array(z.tuple([z.string(), z.string()])),
  files: z.array(
    z.tuple([z.string(), z.object({ filename: z.string(), size: z.number(), sha256: z.string() })]),
  ),
  content: z.string().optional(),
});
const refusal = z.object({ code: z.string(), message: z.string(), field: z.string().optional() });

type Body = NonNullable<RequestInit['body']>;

/** A server whose POST / answers what the form held, or the code that refused it with status 400. */
export interface FormServer extends AsyncDisposable {
  storage: Storage;
  port: number;
  /** Resolves with the code of the next form that is refused. */
  nextRefusal(): Promise<string>;
  /** Sends `body` as it is; what the form held. */
  accepted(body: Body, contentType?: string): Promise<z.infer<typeof formAnswer>>;
  /** Sends `body` as it is; how the form was refused. */
  refused(body: Body, contentType?: string): Promise<z.infer<typeof refusal>>;
  connect(): Promise<Socket>;
  /** How many files are received and neither published nor removed. */
  left(): Promise<number>;
}

const limits = {
  maxUploadBytes: 1_000_000,
  maxParts: 10,
  maxFieldBytes: 10_000,
  maxFiles: 2,
  maxPartHeaders: 32,
  maxPartHeaderBytes: 16_384,
};

export async function openFormServer(options: Partial<MultipartOptions> = {}): Promise<FormServer> {
  const temporary = await openTemporaryStorage();
  const { storage } = temporary;
  const refusals: ((code: string) => void)[] = [];
  const app = fastify({ forceCloseConnections: true });
  registerMultipart(app);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AppError)) return reply.code(500).send({ error: String(error) });
    for (const resolve of refusals.splice(0)) resolve(error.code);
    return reply.code(400).send({ code: error.code, message: error.message, ...error.details });
  });
  app.post('/', async (request) => {
    await using form = await readMultipart(request, { storage, ...limits, ...options });
    const [first] = form.files.values();
    return {
      fields: [...form.fields],
      files: [...form.files],
      content: first === undefined ? undefined : await readFile(first.path, 'latin1'),
    };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = portOf(address);

  async function post(body: Body, contentType?: string): Promise<Response> {
    const headers = contentType === undefined ? {} : { 'content-type': contentType };
    return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers, duplex: 'half' });
  }

  return {
    storage,
    port,
    nextRefusal: () => new Promise((resolve) => refusals.push(resolve)),
    async accepted(body, contentType) {
      return formAnswer.parse(await (await post(body, contentType)).json());
    },
    async refused(body, contentType) {
      return refusal.parse(await (await post(body, contentType)).json());
    },
    connect: () =>
      new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket));
        socket.once('error', reject);
      }),
    left: () => storage.sweepUnpublished(new Date('9999-01-01')),
    async [Symbol.asyncDispose]() {
      await app.close();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  return address.port;
}

export const boundary = 'b0undary';
export const formType = `multipart/form-data; boundary=${boundary}`;

/** A form as it stands on the wire, every character a byte; each part is its header lines and its content. */
export function wireForm(...parts: [lines: string[], content: string][]): Buffer {
  const framed = parts.map(
    ([lines, content]) => `--${boundary}\r\n${lines.join('\r\n')}\r\n\r\n${content}\r\n`,
  );
  return Buffer.from(`${framed.join('')}--${boundary}--\r\n`, 'latin1');
}

export function field(name: string, value: string): [string[], string] {
  return [[`Content-Disposition: form-data; name="${name}"`], value];
}

/** A part named `file`; `parameters` follow the name in its Content-Disposition. */
export function filePart(parameters: string, content = 'PK'): [string[], string] {
  const type = 'Content-Type: application/octet-stream';
  return [[`Content-Disposition: form-data; name="file"${parameters}`, type], content];
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
