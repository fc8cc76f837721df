import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { hostedPack } from '../../core/packs/hosted-pack.ts';
import { findModPacks } from '../../core/packs/mod-packs.ts';
import { refuseQuarantined } from '../../core/packs/scans.ts';
import { findServerPacks } from '../../core/packs/server-packs.ts';
import { AppError } from '../../errors.ts';
import { linksTo } from '../../graphql/download-url.ts';
import { hostFilesOf } from '../../hosting/host-files.ts';
import { databaseId } from '../../rest/parameters.ts';
import { demand } from '../authentication.ts';
import { openContext } from '../request-context.ts';

const params = z.object({ id: z.string(), name: z.string() });

/** Serves the files that set up a server pack on a host, for panels that import from an address. */
export function registerHostFiles(server: FastifyInstance, app: App): void {
  server.get('/hosting/:id/:name', async (request, reply) => {
    demand(app, request, 'read');
    const { id: given, name } = params.parse(request.params);
    const [serverPack] = await findServerPacks(app.database, [databaseId('id', given)]);
    const [modPack] = serverPack ? await findModPacks(app.database, [serverPack.modPackId]) : [];
    if (!serverPack || !modPack) throw new AppError('NOT_FOUND', `There is no server pack ${given}.`);
    await refuseQuarantined(app.database, modPack.id);
    const links = linksTo(openContext(app, request), serverPack);
    const files = hostFilesOf(hostedPack(serverPack, modPack, links));
    const file = files.find((one) => one.name === name);
    if (!file) {
      const names = files.map((one) => one.name).join(', ');
      throw new AppError(
        'NOT_FOUND',
        `There is no such file for server pack ${serverPack.id}, only ${names}.`,
      );
    }
    const type = name.endsWith('.json') ? 'application/json' : 'text/plain';
    return reply
      .headers({ 'cache-control': 'private, no-store' })
      .type(`${type}; charset=utf-8`)
      .send(file.text);
  });
  server.refuseOtherMethods('/hosting/:id/:name', ['GET', 'HEAD']);
}
