import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { lineCallerOf } from '../../access/accounts.ts';
import type { FollowedLink } from '../../access/download-links.ts';
import type { App } from '../../app.ts';
import type { Downloaded } from '../../core/figures/download-counts.ts';
import { serverPackName, serverPackTypes } from '../../core/files/file-name.ts';
import { findModPacks, refuseRemoved } from '../../core/packs/mod-packs.ts';
import { refuseQuarantined, refuseUnscanned } from '../../core/packs/scans.ts';
import { findServerPackOfRun, findServerPacks, type ServerPack } from '../../core/packs/server-packs.ts';
import { titleOfModPack } from '../../core/packs/titles.ts';
import { AppError } from '../../errors.ts';
import { limitKey } from '../../limits/rate-limits.ts';
import { downloads } from '../../rest/downloads.ts';
import { databaseId } from '../../rest/parameters.ts';
import type { ByteRange } from '../../storage/storage.ts';
import { demand, endWithToken } from '../authentication.ts';
import { takeDownloadSlot } from './download-slot.ts';
import { dispositionOf, sendElsewhere, sendFile } from './send-file.ts';

const params = z.record(z.string(), z.string());

/** Stored bytes, their file name, and the counter of downloads. */
interface Download {
  storageKey: string;
  size: number;
  sha256: string;
  filename: string;
  contentType: string;
  counted: Downloaded;
}

/** Finds the download by the ids in its address; `link` is the signed link of the request, if any. */
type FindDownload = (
  ids: Record<string, string>,
  request: FastifyRequest,
  link: FollowedLink | null,
) => Promise<Download>;

/** Serves a download to callers who may read, to holders of a signed link, and to callers whom `mayHave` admits. */
export function serveDownload(
  scope: FastifyInstance,
  app: App,
  {
    url,
    find,
    mayHave = async () => false,
  }: {
    url: string;
    find: FindDownload;
    /** Whether the request itself proves access to the download; fails if access is denied. */
    mayHave?: (request: FastifyRequest) => Promise<boolean>;
  },
): void {
  const { access } = app;
  scope.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      const link = await access.downloadLinks.verify(request.url);
      if (link) endWithToken(app, reply, link.holder);
      else if (!(await mayHave(request))) demand(app, request, 'read');
      // A popular link uses the slots of the link, not those of other callers.
      takeDownloadSlot(app, request, reply);
      const found = await find(params.parse(request.params), request, link);
      // A link is void when its number now belongs to other content.
      if (link && !link.isFor(found.sha256)) demand(app, request, 'read');
      if (link) request.log.debug({ maker: link.maker }, 'a link is followed');
      return send(app, request, reply, found);
    },
  });
  scope.refuseOtherMethods(url, ['GET', 'HEAD']);
}

/** Serves the bytes of modpacks and server packs straight from the store, to readers and by signed links. */
export function registerDownloads(scope: FastifyInstance, app: App): void {
  const { database } = app;
  const get = (url: string, find: FindDownload) => serveDownload(scope, app, { url, find });

  get(downloads.modPack.url, async (ids, { viewer }, link) => {
    const id = databaseId('id', ids.id);
    const [modPack] = await findModPacks(database, [id]);
    if (!modPack) throw new AppError('NOT_FOUND', `There is no modpack ${ids.id}.`);
    refuseRemoved(modPack);
    await (app.config.scan === null ? refuseQuarantined : refuseUnscanned)(database, id);
    await app.demandArchive(modPack, {
      ...lineCallerOf(viewer, app.access.mode),
      caller: limitKey(viewer),
      // An owner's link for a former modpack with this number proves nothing.
      hasOwnersLink: link?.isOwners === true && link.isFor(modPack.sha256),
    });
    return {
      ...modPack,
      filename: modPack.name,
      contentType: serverPackTypes.ZIP,
      counted: { modPackId: id },
    };
  });

  get(downloads.serverPack.url, async (ids, request) => {
    const [serverPack] = await findServerPacks(database, [databaseId('id', ids.id)]);
    if (!serverPack) throw new AppError('NOT_FOUND', `There is no server pack ${ids.id}.`);
    return ofServerPack(app, serverPack, isSavedByTitle(request.url));
  });

  get(downloads.serverPackOfRun.url, async (ids) => {
    const serverPack = await findServerPackOfRun(database, {
      modPackId: databaseId('modPackId', ids.modPackId),
      runConfigurationId: databaseId('runConfigurationId', ids.runConfigurationId),
    });
    if (!serverPack) {
      throw new AppError(
        'NOT_FOUND',
        `There is no server pack of modpack ${ids.modPackId} for run configuration ${ids.runConfigurationId} yet.`,
      );
    }
    return ofServerPack(app, serverPack);
  });
}

/** Whether a link has the query `savedByTitle`, among others. */
function isSavedByTitle(url: string): boolean {
  return new URL(url, 'http://localhost').searchParams.get('name') === 'title';
}

/**
 * The bytes of a server pack, under the name of its modpack's file or by its title. Fails with GONE while the modpack is
 * in quarantine.
 */
export async function ofServerPack(
  { database }: App,
  serverPack: ServerPack,
  byTitle = false,
): Promise<Download> {
  await refuseQuarantined(database, serverPack.modPackId);
  const [modPack] = await findModPacks(database, [serverPack.modPackId]);
  const { format } = serverPack.runConfiguration;
  const { name } = modPack ?? { name: 'modpack' };
  const title = byTitle && modPack ? titleOfModPack(modPack) : name;
  return {
    ...serverPack,
    filename: serverPackName({ name, title }, format),
    contentType: serverPackTypes[format],
    counted: { serverPackId: serverPack.id },
  };
}

async function send(
  { config, storage, downloadCounts }: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { storageKey, size, sha256, filename, contentType, counted }: Download,
): Promise<FastifyReply> {
  const start = {
    onStart: () => downloadCounts.count(counted),
    longestStartMs: config.downloadCountMs,
  };
  const address = await storage.address(storageKey, { contentType, disposition: dispositionOf(filename) });
  if (address !== null && request.method === 'GET' && request.headers['if-none-match'] === undefined)
    return sendElsewhere(request, reply, address, start);
  const open = async (meant: ByteRange | null) => {
    const file = await storage.open(storageKey, meant);
    if (!file) throw new Error(`The store has no bytes under the key ${storageKey}.`);
    return file;
  };
  return sendFile(request, reply, {
    open,
    size,
    sha256,
    filename,
    contentType,
    ...start,
    onUnchanged: () => downloadCounts.use(counted),
  });
}
