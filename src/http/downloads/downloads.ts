import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../app.ts';
import type { Downloaded } from '../../core/figures/download-counts.ts';
import { findModPacks, refuseRemoved } from '../../core/packs/mod-packs.ts';
import { findServerPackOfRun, findServerPacks, type ServerPack } from '../../core/packs/server-packs.ts';
import { AppError } from '../../errors.ts';
import { downloads } from '../../rest/downloads.ts';
import { databaseId } from '../../rest/parameters.ts';
import type { ByteRange } from '../../storage/storage.ts';
import { demand, endWithToken } from '../authentication.ts';
import { createDownloadLimits } from './download-limits.ts';
import { dispositionOf, sendElsewhere, sendFile } from './send-file.ts';

const params = z.record(z.string(), z.string());

/** Serves the bytes of modpacks and server packs, straight from the store, to readers and by signed links. */
export function registerDownloads(scope: FastifyInstance, app: App): void {
  const { database, access } = app;
  const admit = createDownloadLimits(app.config);
  const get = (
    url: string,
    handler: (
      ids: Record<string, string>,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => Promise<FastifyReply>,
  ) => {
    scope.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const maker = await access.downloadLinks.verify(request.url);
        if (maker) endWithToken(app, reply, maker);
        else demand(app, request, 'read');
        admit(request, reply);
        return handler(params.parse(request.params), request, reply);
      },
    });
    scope.refuseOtherMethods(url, ['GET', 'HEAD']);
  };

  get(downloads.modPack.url, async (ids, request, reply) => {
    const id = databaseId('id', ids.id);
    const [modPack] = await findModPacks(database, [id]);
    if (!modPack) throw new AppError('NOT_FOUND', `There is no modpack ${ids.id}.`);
    refuseRemoved(modPack);
    return send(app, request, reply, modPack, modPack.name, { modPackId: id });
  });

  get(downloads.serverPack.url, async (ids, request, reply) => {
    const [serverPack] = await findServerPacks(database, [databaseId('id', ids.id)]);
    if (!serverPack) throw new AppError('NOT_FOUND', `There is no server pack ${ids.id}.`);
    return sendServerPack(app, request, reply, serverPack);
  });

  get(downloads.serverPackOfRun.url, async (ids, request, reply) => {
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
    return sendServerPack(app, request, reply, serverPack);
  });
}

async function sendServerPack(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  serverPack: ServerPack,
): Promise<FastifyReply> {
  const [modPack] = await findModPacks(app.database, [serverPack.modPackId]);
  const name = `${(modPack?.name ?? 'modpack').replace(/\.(?:zip|mrpack)$/i, '')}_server_pack.zip`;
  return send(app, request, reply, serverPack, name, { serverPackId: serverPack.id });
}

async function send(
  { config, storage, downloadCounts }: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { storageKey, size, sha256 }: { storageKey: string; size: number; sha256: string },
  filename: string,
  downloaded: Downloaded,
): Promise<FastifyReply> {
  const start = {
    onStart: () => downloadCounts.count(downloaded),
    longestStartMs: config.downloadCountMs,
  };
  const address = await storage.address(storageKey, dispositionOf(filename));
  if (address !== null && request.method === 'GET' && request.headers['if-none-match'] === undefined)
    return sendElsewhere(request, reply, address, start);
  const open = async (meant: ByteRange | null) => {
    const file = await storage.open(storageKey, meant);
    if (!file) throw new Error(`The store has no bytes under the key ${storageKey}.`);
    return file;
  };
  return sendFile(request, reply, { open, size, sha256, filename, ...start });
}
