import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { serverPacks } from '../../../drizzle/schema.ts';
import type { App } from '../../app.ts';
import { serverPackTypes, titleOf } from '../../core/files/file-name.ts';
import { demandLine } from '../../core/lines/lines.ts';
import { orderById } from '../../core/lists/pages.ts';
import { findModPacks } from '../../core/packs/mod-packs.ts';
import { findScans } from '../../core/packs/scans.ts';
import { listServerPacks, type ServerPack } from '../../core/packs/server-packs.ts';
import { AppError } from '../../errors.ts';
import { demand } from '../authentication.ts';
import { baseUrlOf } from '../base-url.ts';
import { holdsTag } from '../downloads/plan-range.ts';
import { writeFeed } from './atom.ts';
import { describe } from './shared-words.ts';

/** Server packs on one page. */
const pageSize = 50;
const order = orderById<ServerPack>(serverPacks.id, true);

/** Serves the feeds of new server packs, of all lines or of one, page by page, to callers who may read. */
export function registerFeed(server: FastifyInstance, app: App): void {
  server.get('/feed.atom', async (request, reply) => {
    demand(app, request, 'read');
    const baseUrl = baseUrlOf(app.config, request);
    const feed = await feedOf(app, baseUrl, readQuery(request.url));
    const etag = `"${createHash('sha256').update(feed).digest('hex').slice(0, 32)}"`;
    reply.headers({ etag: `W/${etag}`, 'cache-control': 'private, no-cache' });
    if (holdsTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/atom+xml; charset=utf-8').send(feed);
  });
}

interface FeedQuery {
  /** The page holds server packs older than this number; null: the newest. */
  before: number | null;
  /** The name of a line; null: all server packs. */
  line: string | null;
}

function readQuery(address: string): FeedQuery {
  const given = new URL(address, 'http://localhost').searchParams;
  const one = (name: string, meaning: string, isFine: (text: string) => boolean): string | null => {
    const [text = null, ...others] = given.getAll(name);
    if (text === null || (others.length === 0 && isFine(text))) return text;
    throw new AppError('INVALID_INPUT', `${name} must be the ${meaning}.`, { field: name });
  };
  const before = one('before', 'number of a server pack', (text) => /^[1-9]\d{0,8}$/.test(text));
  const line = one('line', 'name of a line', (text) => text !== '');
  return { before: before === null ? null : Number(before), line };
}

async function feedOf(
  { database, config }: Pick<App, 'database' | 'config'>,
  baseUrl: string,
  { before, line: name }: FeedQuery,
): Promise<string> {
  const after = before === null ? null : { order: order.name, value: before, id: before };
  const request = { limit: pageSize, after, before: null, fromEnd: false };
  const line = name === null ? null : await demandLine(database, name);
  const filter = line === null ? {} : { lineId: line.id };
  const { rows, hasNext } = await listServerPacks(database, { filter, order, request });
  const ids = [...new Set(rows.map(({ modPackId }) => modPackId))];
  const modPacks = new Map((await findModPacks(database, ids)).map((modPack) => [modPack.id, modPack]));
  const scans = await findScans(database, ids);
  const quarantined = new Set(scans.filter((scan) => scan.quarantined).map(({ modPackId }) => modPackId));
  const address = `${baseUrl}/feed.atom`;
  const at = (number: number | null) => {
    const query = Object.entries({
      ...(line && { line: line.name }),
      ...(number && { before: String(number) }),
    });
    return query.length === 0 ? address : `${address}?${new URLSearchParams(query)}`;
  };
  const last = rows.at(-1);
  const page = `${baseUrl}${config.web ? '' : '/api/v2'}/serverpacks`;
  return writeFeed({
    title: line === null ? 'New server packs' : `New server packs of ${line.name}`,
    id: at(null),
    home: line === null || !config.web ? baseUrl : `${baseUrl}/lines/${line.name}`,
    self: at(before),
    next: hasNext && last ? at(last.id) : null,
    entries: rows.map((serverPack) => {
      const modPack = modPacks.get(serverPack.modPackId);
      const withdrawn = modPack?.withdrawn ?? null;
      const { dateCreated } = serverPack;
      const changed = modPack?.offerChanged ?? dateCreated;
      const isQuarantined = quarantined.has(serverPack.modPackId);
      const mark = isQuarantined ? ' (in quarantine)' : withdrawn === null ? '' : ' (withdrawn)';
      const word = isQuarantined
        ? 'A scan has found malware in its modpack, which is in quarantine. '
        : withdrawn === null
          ? ''
          : 'Its platform offers this version no more. ';
      return {
        title: titleOf(modPack?.name ?? `Modpack ${serverPack.modPackId}`) + mark,
        // The id is permanent, whatever the page shows.
        id: `${baseUrl}/api/v2/serverpacks/${serverPack.id}`,
        link: `${page}/${serverPack.id}`,
        published: dateCreated,
        // The date never goes back, even when a withdrawal is undone.
        updated: changed > dateCreated ? changed : dateCreated,
        summary: word + describe(serverPack),
        download: isQuarantined
          ? null
          : {
              url: `${baseUrl}/api/v2/serverpacks/download/${serverPack.id}`,
              type: serverPackTypes[serverPack.runConfiguration.format],
              bytes: serverPack.size,
            },
      };
    }),
  });
}
