import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { App } from '../../app.ts';
import type { PackIcon } from '../../archive/report.ts';
import { findModPacks, type ModPack, refuseRemoved } from '../../core/packs/mod-packs.ts';
import { refuseQuarantined, refuseUnscanned } from '../../core/packs/scans.ts';
import { AppError } from '../../errors.ts';
import { databaseId } from '../../rest/parameters.ts';
import { demand, endWithToken } from '../authentication.ts';
import { holdsTag } from './plan-range.ts';

const route = '/icons/:id/:sha256';
const params = z.object({ id: z.string(), sha256: z.string() });
const inflate = promisify(inflateRaw);

/** Headers for untrusted images: browsers draw them as images only, and an opened address runs no script. */
const ofPictures = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  // Another image has another address. Shared caches are excluded, since they would keep an image that is withdrawn
  // later.
  'cache-control': 'private, max-age=31536000, immutable',
};

/** Serves the icons of modpacks out of their archives, to readers and by signed links. */
export function registerIcons(server: FastifyInstance, app: App): void {
  server.get(route, async (request, reply) => {
    const link = await app.access.downloadLinks.verify(request.url);
    if (link) endWithToken(app, reply, link.holder);
    else demand(app, request, 'read');
    const { id: given, sha256 } = params.parse(request.params);
    const id = databaseId('id', given);
    const [modPack] = await findModPacks(app.database, [id]);
    if (!modPack) throw new AppError('NOT_FOUND', `There is no modpack ${id}.`);
    refuseRemoved(modPack);
    await (app.config.scan === null ? refuseQuarantined : refuseUnscanned)(app.database, id);
    const { icon } = modPack;
    if (icon?.sha256 !== sha256) throw new AppError('NOT_FOUND', `Modpack ${id} has no such picture.`);
    // A link is void when its number now belongs to other content.
    if (link && !link.isFor(sha256)) demand(app, request, 'read');
    const etag = `"${sha256}"`;
    const headers = { ...ofPictures, etag };
    if (holdsTag(request.headers['if-none-match'], etag)) return reply.code(304).headers(headers).send();
    // The icon is read before the headers are set: a failure must not be cached for a year.
    const picture = await readIcon(app, modPack, icon);
    return reply.headers(headers).type(icon.type).send(picture);
  });
  server.refuseOtherMethods(route, ['GET', 'HEAD']);
}

/**
 * Reads an icon, which is small, from the stored archive. Fails when the archive holds another one, since browsers
 * cache icons for a year.
 */
export async function readIcon(
  { storage }: Pick<App, 'storage'>,
  { storageKey }: Pick<ModPack, 'storageKey'>,
  { sha256, size, data: { offset, length, deflated } }: PackIcon,
): Promise<Buffer> {
  const file = await storage.open(storageKey, { start: offset, end: offset + length });
  if (!file) throw new Error(`The store has no bytes under the key ${storageKey}.`);
  await using opened = new AsyncDisposableStack();
  opened.defer(() => file.close());
  const stored = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const read = await file.read(stored.subarray(at), offset + at);
    if (read === 0) throw new Error(`The stored file ends at ${offset + at}, before ${offset + length}.`);
    at += read;
  }
  const picture = deflated ? await inflate(stored, { maxOutputLength: size }) : stored;
  if (createHash('sha256').update(picture).digest('hex') !== sha256)
    throw new Error('The stored file has another picture than its check found.');
  return picture;
}
