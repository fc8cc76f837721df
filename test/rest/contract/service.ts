import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import nodePath from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts';
import { fabricModJson, jarWith } from '../../support/jar.ts';
import { zipWith } from '../../support/zip.ts';
import { differencesOf } from './description.ts';

/** An answer as it came over the wire. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Buffer;
  /** The body as text, in which the order of fields shows. */
  text: string;
  json: unknown;
}

export interface CallOptions {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: Uint8Array | FormData;
}

/** The running service as a caller of the legacy API sees it. */
export interface LegacyService extends AsyncDisposable {
  app: TestApp['app'];
  url: string;
  /** Sends a request exactly as given, below /api/v2, and holds the answer against the OpenAPI description. */
  call(path: string, options?: CallOptions): Promise<Answer>;
  /** Uploads an archive and answers once the run is over. */
  upload(pack: Uint8Array, parts?: Record<string, string>, name?: string): Promise<Answer>;
  generate(parts: Record<string, string>): Promise<Answer>;
  /** How many files are being received, or were left behind by a refusal. */
  unpublished(): Promise<number>;
  /** Waits for the end of as many runs of a modpack. */
  runsEnded(modPackId: number, runs: number): Promise<void>;
}

export const defaultParts = { gameVersion: '1.20.1', modloader: 'Fabric', modloaderVersion: '0.15.6' };

/** A modpack of one client mod and one other; `note` makes its bytes another's. */
export function fabricPack(note = ''): Buffer {
  return zipWith([
    {
      name: 'mods/sodium.jar',
      data: jarWith({ 'fabric.mod.json': fabricModJson('sodium', { environment: 'client' }) }),
    },
    { name: 'mods/lithium.jar', data: jarWith({ 'fabric.mod.json': fabricModJson('lithium') }) },
    { name: 'config/note.txt', data: note },
  ]);
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A form with the parts of a run configuration and, if given, a file. */
export function formOf(parts: Record<string, string>, file?: { bytes: Uint8Array; name: string }): FormData {
  const form = new FormData();
  if (file) form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name);
  for (const [name, value] of Object.entries(parts)) form.set(name, value);
  return form;
}

/** Sends a request without a client library's own ideas about paths and headers. */
export async function send(base: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { method = 'GET', headers = {} } = options;
  const encoded = await encode(options.body);
  const { hostname, port } = new URL(base);
  const request = httpRequest({
    hostname,
    port,
    method,
    path,
    agent: false,
    headers: { ...encoded?.headers, ...headers },
  });
  // A refused body is not always taken to its end; the answer is what counts.
  request.on('error', () => undefined);
  request.end(encoded?.bytes);
  const [response] = await once(request, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const answered = new Headers();
  for (const [name, value] of Object.entries(response.headers)) answered.set(name, String(value));
  return answerOf(response.statusCode, answered, body);
}

async function encode(body: CallOptions['body']) {
  if (body === undefined) return null;
  if (body instanceof Uint8Array) return { bytes: body, headers: { 'content-length': body.length } };
  const encoded = new Response(body);
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  const type = encoded.headers.get('content-type') ?? '';
  return { bytes, headers: { 'content-type': type, 'content-length': bytes.length } };
}

function answerOf(status: number, headers: Headers, body: Buffer): Answer {
  const text = body.toString();
  const isJson = /^application\/(problem\+)?json/.test(headers.get('content-type') ?? '');
  return { status, headers, body, text, json: isJson && text !== '' ? JSON.parse(text) : null };
}

export async function startLegacyService(options: TestAppOptions = {}): Promise<LegacyService> {
  const service = await startTestApp({
    ...options,
    environment: { RATE_LIMIT: 'off', ...options.environment },
  });
  const { app, url } = service;
  const call: LegacyService['call'] = async (path, callOptions = {}) => {
    const answer = await send(url, `/api/v2${path}`, callOptions);
    const { method = 'GET' } = callOptions;
    expect(differencesOf({ method, path: `/api/v2${path}`, ...answer })).toEqual([]);
    return answer;
  };
  return {
    app,
    url,
    call,
    async upload(pack, parts = {}, name = 'Pack.zip') {
      const body = formOf({ ...defaultParts, ...parts }, { bytes: pack, name });
      return call('/modpacks/upload', { method: 'POST', body });
    },
    generate: (parts) =>
      call('/modpacks/generate', { method: 'POST', body: formOf({ ...defaultParts, ...parts }) }),
    async unpublished() {
      return (await readdir(nodePath.join(service.dataDir, 'store', 'incoming'))).length;
    },
    async runsEnded(modPackId, runs) {
      let ended = 0;
      for await (const event of app.feed.subscribe({ modPackId }, 0)) {
        if (event.status === 'ERROR' || event.message === 'Syncing ServerPack to database.') ended += 1;
        if (ended === runs) return;
      }
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

export const runResult = z.object({
  message: z.string(),
  success: z.boolean(),
  modPackId: z.int().nullable(),
  runConfigId: z.int().nullable(),
  serverPackId: z.int().nullable(),
  status: z.string(),
});
export const problemShape = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
});
const dated = z.object({ dateCreated: z.int() });
export const datesOf = z.object({ dateCreated: z.int(), serverPacks: z.array(dated) });
