import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { refuseByScan } from '../../core/packs/scans.ts';
import { findSharedPack, type SharedPack } from '../../core/packs/shared-pack.ts';
import { AppError } from '../../errors.ts';
import { limitKey } from '../../limits/rate-limits.ts';
import { drawBadge } from '../../pictures/badge.ts';
import { databaseId } from '../../rest/parameters.ts';
import { demand } from '../authentication.ts';
import { readIcon } from '../downloads/icon-route.ts';
import { holdsTag } from '../downloads/plan-range.ts';
import { pictureOf, pictureTag } from './shared-picture.ts';
import { badgeOf } from './shared-words.ts';

const params = z.object({ id: z.string() });

/** Bytes of pictures that are kept; one has some 100,000. */
const keptBytes = 8 * 1024 * 1024;

/** Serves what other sites show of a server pack: its badge, and the picture of its link previews. */
export function registerShared(server: FastifyInstance, app: App): void {
  const kept = new BoundedMap<string, Buffer>(keptBytes, ({ length }) => length);

  server.get('/serverpacks/:id/card.png', async (request, reply) => {
    const shared = await demandShared(app, request);
    const tag = pictureTag(shared);
    if (holdsTag(request.headers['if-none-match'], `"${tag}"`))
      return reply.code(304).headers(headersOf(app, tag)).send();
    // It is drawn before the headers are set: a failure must not be cached.
    const picture = kept.get(tag) ?? (await draw(app, shared, request, reply));
    kept.set(tag, picture);
    return reply.headers(headersOf(app, tag)).type('image/png').send(picture);
  });
  server.refuseOtherMethods('/serverpacks/:id/card.png', ['GET', 'HEAD']);

  server.get('/serverpacks/:id/badge.svg', async (request, reply) => {
    const badge = drawBadge(badgeOf(await demandShared(app, request)));
    const tag = createHash('sha256').update(badge).digest('hex').slice(0, 32);
    reply.headers(headersOf(app, tag));
    if (holdsTag(request.headers['if-none-match'], `"${tag}"`)) return reply.code(304).send();
    return reply.type('image/svg+xml').send(badge);
  });
  server.refuseOtherMethods('/serverpacks/:id/badge.svg', ['GET', 'HEAD']);
}

/** Fails with NOT_FOUND, or with GONE for a server pack in quarantine. */
async function demandShared(app: App, request: FastifyRequest): Promise<SharedPack> {
  demand(app, request, 'read');
  const id = databaseId('id', params.parse(request.params).id);
  const shared = await findSharedPack(app.database, id);
  if (!shared) throw new AppError('NOT_FOUND', `There is no server pack ${id}.`);
  refuseByScan(shared.scan);
  return shared;
}

async function draw(
  app: App,
  shared: SharedPack,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer> {
  const { modPack } = shared;
  const icon =
    modPack.icon === null || modPack.removed !== null
      ? null
      : { type: modPack.icon.type, bytes: await readIcon(app, modPack, modPack.icon) };
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const hooks = { signal: gone.signal, caller: limitKey(request.viewer) };
  return Buffer.from(await app.pictures.drawCard({ ...pictureOf(shared), icon }, hooks));
}

/**
 * Headers of a picture: other sites may show it where all may read, and caches ask again soon, since votes, boots and a
 * quarantine change it.
 */
function headersOf({ access }: App, tag: string): Record<string, string> {
  const isForAll = access.mode !== 'closed';
  return {
    etag: `"${tag}"`,
    'cache-control': `${isForAll ? 'public' : 'private'}, max-age=300`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    ...(isForAll ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
  };
}
