import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { refuseByScan } from '../../core/packs/scans.ts';
import { findSharedPack, type SharedPack } from '../../core/packs/shared-pack.ts';
import { AppError } from '../../errors.ts';
import { databaseId } from '../../rest/parameters.ts';
import { demand } from '../authentication.ts';
import { holdsTag } from '../downloads/plan-range.ts';
import { drawBadge } from './badge.ts';
import { badgeOf } from './shared-words.ts';

const params = z.object({ id: z.string() });

/** Serves what other sites show of a server pack: its badge. */
export function registerShared(server: FastifyInstance, app: App): void {
  server.get('/serverpacks/:id/badge.svg', async (request, reply) => {
    const badge = drawBadge(badgeOf(await demandShared(app, request)));
    if (isKnown(app, request, reply, badge)) return reply.code(304).send();
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

/**
 * Sets the headers of a picture with this content, and tells whether the caller has it already. Other sites show it, so
 * it may be drawn elsewhere where all may read; caches ask again soon, since votes, boots and quarantine change it.
 */
function isKnown({ access }: App, request: FastifyRequest, reply: FastifyReply, content: string): boolean {
  const isForAll = access.mode !== 'closed';
  const etag = `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`;
  reply.headers({
    etag,
    'cache-control': `${isForAll ? 'public' : 'private'}, max-age=300`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    ...(isForAll ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
  });
  return holdsTag(request.headers['if-none-match'], etag);
}
