import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../app.ts';
import {
  indexText,
  metafileText,
  type PackwizTree,
  packText,
  type TreeFile,
} from '../../archive/build/packwiz-tree.ts';
import { titleOf } from '../../core/files/file-name.ts';
import { demandLatest } from '../../core/lines/lines.ts';
import { findModPacks } from '../../core/packs/mod-packs.ts';
import { refuseQuarantined } from '../../core/packs/scans.ts';
import { findServerPacks, type ServerPack } from '../../core/packs/server-packs.ts';
import { AppError } from '../../errors.ts';
import { limitKey } from '../../limits/rate-limits.ts';
import { databaseId } from '../../rest/parameters.ts';
import type { OpenFile } from '../../storage/storage.ts';
import { demand, endWithToken } from '../authentication.ts';
import { baseUrlOf } from '../base-url.ts';
import { takeDownloadSlot } from './download-slot.ts';
import { writeHead } from './send-file.ts';
import { writeAll } from './transfer.ts';

const ofServerPack = z.object({ id: z.string(), '*': z.string() });
const ofLine = z.object({ name: z.string(), '*': z.string() });
/** A path below a server pack's address may begin with a signature. */
const signed = /^~([\w-]+)\/(.*)$/s;

/** Serves server packs, and the newest server pack of a line, file by file in the layout of packwiz. */
export function registerPackwiz(server: FastifyInstance, app: App): void {
  server.get('/packwiz/:id/*', async (request, reply) => {
    const { id: given, '*': path } = ofServerPack.parse(request.params);
    const id = databaseId('id', given);
    const [, proof, rest = path] = signed.exec(path) ?? [];
    const root = `/packwiz/${id}/`;
    const query = proof === undefined ? '' : Buffer.from(proof, 'base64url').toString();
    const link = proof === undefined ? null : await app.access.downloadLinks.verify(`${root}?${query}`);
    if (link) endWithToken(app, reply, link.holder);
    else demand(app, request, 'read');
    const [serverPack] = await findServerPacks(app.database, [id]);
    if (!serverPack) throw new AppError('NOT_FOUND', `There is no server pack ${id}.`);
    // A link is void when its number now belongs to other content.
    if (link && !link.isFor(serverPack.sha256)) demand(app, request, 'read');
    return send(app, request, reply, {
      serverPack,
      path: rest,
      root: proof === undefined ? root : `${root}~${proof}/`,
    });
  });
  server.refuseOtherMethods('/packwiz/:id/*', ['GET', 'HEAD']);

  server.get('/lines/:name/latest/packwiz/*', async (request, reply) => {
    demand(app, request, 'read');
    const { name, '*': path } = ofLine.parse(request.params);
    const serverPack = await demandLatest(app.database, name);
    const root = `/lines/${encodeURIComponent(name)}/latest/packwiz/`;
    return send(app, request, reply, { serverPack, path, root });
  });
  server.refuseOtherMethods('/lines/:name/latest/packwiz/*', ['GET', 'HEAD']);
}

async function send(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { serverPack, path, root }: { serverPack: ServerPack; path: string; root: string },
): Promise<FastifyReply> {
  const caller = limitKey(request.viewer);
  takeDownloadSlot(app, request, reply);
  await refuseQuarantined(app.database, serverPack.modPackId);
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const tree = await app.packwizTrees.open(serverPack, { caller, signal: gone.signal });
  // The content of a line's address changes with its versions.
  reply.header('cache-control', 'private, no-cache');
  const address = baseUrlOf(app.config, request) + root;
  // Every install and every update begins with `pack.toml`.
  if (path === 'pack.toml') app.downloadCounts.countDaily({ serverPackId: serverPack.id });
  const text = await textAt(app, tree, { serverPack, path, address });
  if (text !== null) return reply.type('text/plain; charset=utf-8').send(text);
  const found = tree.byPath.get(path);
  if (!found) throw new AppError('NOT_FOUND', `Server pack ${serverPack.id} has no such file for packwiz.`);
  return sendContent(app, request, reply, { storageKey: serverPack.storageKey, file: found.file });
}

/** The text of one of packwiz's own files; null for the path of a game file. */
async function textAt(
  { database }: App,
  tree: PackwizTree,
  { serverPack, path, address }: { serverPack: ServerPack; path: string; address: string },
): Promise<string | null> {
  if (path === 'index.toml') return indexText(tree, address);
  if (path === 'pack.toml') {
    const [modPack] = await findModPacks(database, [serverPack.modPackId]);
    const name = titleOf(modPack?.name ?? 'modpack');
    return packText({ name, index: indexText(tree, address) }, serverPack.runConfiguration);
  }
  const found = tree.byPath.get(path);
  return found?.isMetafile ? metafileText(found.file, address) : null;
}

/** Sends a file out of the stored archive, inflated on its way. A failed read cuts the connection. */
async function sendContent(
  { storage }: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { storageKey, file: { data, size } }: { storageKey: string; file: TreeFile },
): Promise<FastifyReply> {
  if (data === null) throw new Error('The file is not in the archive.');
  reply.headers({ 'content-type': 'application/octet-stream', 'content-length': size });
  const range = { start: data.offset, end: data.offset + data.length };
  const isHead = request.method === 'HEAD' || size === 0;
  await using opened = new AsyncDisposableStack();
  const file = isHead ? null : await storage.open(storageKey, range);
  if (file) opened.defer(() => file.close());
  else if (!isHead) throw new Error(`The store has no bytes under the key ${storageKey}.`);
  reply.hijack();
  writeHead(reply, 200);
  if (file === null) {
    reply.raw.end();
    return reply;
  }
  try {
    const pieces = piecesOf(file, range);
    // A response as the end of a pipeline would have more listeners than Node allows without a warning.
    const write = (source: AsyncIterable<Buffer>) => writeAll(source, reply.raw);
    await (data.deflated ? pipeline(pieces, createInflateRaw(), write) : write(pieces));
  } catch (error) {
    // A client that hangs up is no failure.
    if (!reply.raw.destroyed)
      request.log.error({ err: error }, 'a file for packwiz broke off: the stored file cannot be read');
    reply.raw.destroy();
  }
  return reply;
}

const pieceBytes = 256 * 1024;

async function* piecesOf(
  file: OpenFile,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    // Each read has a buffer of its own, because the stream still holds the previous one.
    const buffer = Buffer.allocUnsafeSlow(Math.min(pieceBytes, end - at));
    const read = await file.read(buffer, at);
    if (read < buffer.length) throw new Error(`The stored file ends at ${at + read}, before ${end}.`);
    at += read;
    yield buffer;
  }
}
