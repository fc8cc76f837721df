import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { serverPacks } from '../../../drizzle/schema.ts';
import type { App } from '../../app.ts';
import { serverPackTypes, titleOf } from '../../core/files/file-name.ts';
import { orderById } from '../../core/lists/pages.ts';
import { findModPacks } from '../../core/packs/mod-packs.ts';
import { listServerPacks, type ServerPack } from '../../core/packs/server-packs.ts';
import { AppError } from '../../errors.ts';
import { demand } from '../authentication.ts';
import { baseUrlOf } from '../base-url.ts';
import { holdsTag } from '../downloads/plan-range.ts';
import { writeFeed } from './atom.ts';
import { describe } from './web-card.ts';

/** Server packs on one page. */
const pageSize = 50;
const order = orderById<ServerPack>(serverPacks.id, true);

/** Serves the feed of new server packs, page by page, to callers who may read. */
export function registerFeed(server: FastifyInstance, app: App): void {
  server.get('/feed.atom', async (request, reply) => {
    demand(app, request, 'read');
    const baseUrl = baseUrlOf(app.config, request);
    const feed = await feedOf(app, baseUrl, readBefore(request.url));
    const etag = `"${createHash('sha256').update(feed).digest('hex').slice(0, 32)}"`;
    reply.headers({ etag: `W/${etag}`, 'cache-control': 'private, no-cache' });
    if (holdsTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/atom+xml; charset=utf-8').send(feed);
  });
}

/** The number of a server pack; the page has those from before it. Null: the newest. */
function readBefore(address: string): number | null {
  const [given, ...others] = new URL(address, 'http://localhost').searchParams.getAll('before');
  if (given === undefined) return null;
  if (others.length === 0 && /^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new AppError('INVALID_INPUT', 'before must be the number of a server pack.', { field: 'before' });
}

async function feedOf(
  { database, config }: Pick<App, 'database' | 'config'>,
  baseUrl: string,
  before: number | null,
): Promise<string> {
  const after = before === null ? null : { order: order.name, value: before, id: before };
  const request = { limit: pageSize, after, before: null, fromEnd: false };
  const { rows, hasNext } = await listServerPacks(database, { filter: {}, order, request });
  const ids = [...new Set(rows.map(({ modPackId }) => modPackId))];
  const names = new Map((await findModPacks(database, ids)).map(({ id, name }) => [id, name]));
  const address = `${baseUrl}/feed.atom`;
  const last = rows.at(-1);
  return writeFeed({
    title: 'New server packs',
    id: address,
    home: baseUrl,
    self: before === null ? address : `${address}?before=${before}`,
    next: hasNext && last ? `${address}?before=${last.id}` : null,
    entries: rows.map((serverPack) => ({
      title: titleOf(names.get(serverPack.modPackId) ?? `Modpack ${serverPack.modPackId}`),
      // Never changes, whatever the page shows.
      id: `${baseUrl}/api/v2/serverpacks/${serverPack.id}`,
      link: `${baseUrl}${config.web ? '' : '/api/v2'}/serverpacks/${serverPack.id}`,
      published: serverPack.dateCreated,
      summary: describe(serverPack),
      download: {
        url: `${baseUrl}/api/v2/serverpacks/download/${serverPack.id}`,
        type: serverPackTypes[serverPack.runConfiguration.format],
        bytes: serverPack.size,
      },
    })),
  });
}
