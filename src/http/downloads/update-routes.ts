import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { limitKey } from '../../access/rate-limits.ts';
import type { App } from '../../app.ts';
import { findServerPackBefore, findServerPackOf } from '../../core/packs/comparisons.ts';
import { findLatest, findLine, type Line } from '../../core/packs/lines.ts';
import { findModPacks } from '../../core/packs/mod-packs.ts';
import { refuseQuarantined } from '../../core/packs/scans.ts';
import { findServerPacks, type ServerPack } from '../../core/packs/server-packs.ts';
import { settingDifferences } from '../../core/packs/setting-differences.ts';
import { AppError } from '../../errors.ts';
import { changesSince, messageOf } from '../../graphql/comparison-markdown.ts';
import { parseDatabaseId } from '../../graphql/global-id.ts';
import { databaseId } from '../../rest/parameters.ts';
import { baseUrlOf } from '../base-url.ts';
import { takeDownloadSlot } from './download-slot.ts';
import { ofServerPack, serveDownload } from './downloads.ts';

const params = z.object({ name: z.string() });
const question = z.object({
  key: z.string(),
  nonce: z.string().regex(/^[0-9a-f]{1,64}$/),
  /** What the server has now: SHA-256 of its modpack and number of its run configuration, which older server packs do not tell. */
  from: z
    .string()
    .regex(/^[0-9a-f]{64}(\.[1-9][0-9]{0,9})?$/)
    .nullable()
    .catch(null),
});
/** Mods of the text that tells what changed. */
const modsTold = 100;
/** Milliseconds that an update waits for that text. Start scripts give up an answer of which nothing comes for a minute. */
const changesMs = 5_000;

/** Answers servers that follow their line by its update link: what the newest server pack consists of, signed. */
export function registerUpdates(server: FastifyInstance, app: App): void {
  server.get('/lines/:name/update', async (request, reply) => {
    const { name } = params.parse(request.params);
    const asked = question.safeParse(Object.fromEntries(queryOf(request.url)));
    if (!asked.success) {
      const message = 'An update link needs its key, and a nonce of 1 to 64 hexadecimal digits.';
      throw new AppError('INVALID_INPUT', message, { field: 'nonce' });
    }
    const { key, nonce, from } = asked.data;
    const line = await lineOfLink(app, name, key);
    takeDownloadSlot(app, request, reply);
    const [latest] = await findLatest(app.database, { of: 'line', ids: [line.id] });
    if (!latest) throw new AppError('NOT_READY', `The line ${name} has no server pack yet.`);
    const { serverPack } = latest;
    await refuseQuarantined(app.database, serverPack.modPackId);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const caller = limitKey(request.viewer);
    const files = await app.updateManifests.filesOf(serverPack, { caller, signal: gone.signal });
    const changes = await changesInTime(app, { line, from, serverPack, caller });
    const address = `${baseUrlOf(app.config, request)}/lines/${encodeURIComponent(name)}/update/${serverPack.id}?key=${encodeURIComponent(key)}`;
    const head = [
      'format 1',
      `nonce ${nonce}`,
      // Signed, so that nobody on the way has what changed since another one told.
      ...(from === null ? [] : [`from ${from}`]),
      `server-pack ${serverPack.id}`,
      `size ${serverPack.size}`,
      `url ${address}`,
    ].join('\n');
    const told = Buffer.concat([Buffer.from(`${head}\n${changes}`), ...files]);
    const signature = app.access.updateLinks.signManifest(told);
    return reply
      .header('cache-control', 'private, no-store')
      .type('text/plain; charset=utf-8')
      .send(Buffer.concat([told, Buffer.from(`signature ${signature}\n`)]));
  });
  server.refuseOtherMethods('/lines/:name/update', ['GET', 'HEAD']);

  serveDownload(server, app, {
    url: '/lines/:name/update/:id',
    async find({ id }) {
      const [serverPack] = await findServerPacks(app.database, [databaseId('id', id)]);
      if (!serverPack) throw new AppError('NOT_FOUND', `There is no server pack ${id}.`);
      return ofServerPack(app, serverPack);
    },
    async mayHave(request) {
      await demandOfLine(app, request);
      return true;
    },
  });
}

interface WhatChanged {
  line: Line;
  from: string | null;
  serverPack: ServerPack;
  caller: string;
}

/**
 * Tells what changed, or nothing where that cannot be told, or not yet: no server is kept from its update by it. The comparison goes on
 * meanwhile, for the next server that asks.
 */
async function changesInTime(app: App, wanted: WhatChanged): Promise<string> {
  const told = changesFrom(app, wanted).catch((err: unknown) => {
    if (!(err instanceof AppError))
      app.log.warn({ err, serverPack: wanted.serverPack.id }, 'an update does not say what changed');
    return '';
  });
  return Promise.race([told, setTimeout(changesMs, '', { ref: false })]);
}

/**
 * Tells what changed from what a server has, a `change` before each line of Markdown; nothing where the line never built that, and where
 * the server is of the same version but does not tell by which build.
 */
async function changesFrom(
  app: App,
  { line, from, serverPack: second, caller }: WhatChanged,
): Promise<string> {
  if (from === null) return '';
  const [sha256 = '', build] = from.split('.');
  const runConfigurationId = build === undefined ? null : parseDatabaseId(build);
  const first = await findServerPackOf(app.database, { lineId: line.id, sha256, runConfigurationId });
  if (first === null || first.id === second.id) return '';
  if (runConfigurationId === null && first.modPackId === second.modPackId) return '';
  const [modPack] = await findModPacks(app.database, [first.modPackId]);
  const { signal } = new AbortController();
  const comparison = app.comparisons.open({ first, second, caller, signal, aside: (work) => work() });
  const { acts, mods: counts } = await comparison.sum();
  const { rows: shown } = await comparison.mods({
    limit: modsTold,
    after: null,
    before: null,
    fromEnd: false,
  });
  const text = changesSince({
    first: modPack?.name ?? '',
    settings: settingDifferences(first.runConfiguration, second.runConfiguration),
    acts: acts.map(messageOf),
    mods: { counts, shown },
  });
  return text.replaceAll(/^/gm, 'change ').replace(/change $/, '');
}

const ofLink = z.object({ name: z.string(), id: z.string() });

/**
 * Fails unless the request has the key of a line's update link, for the server pack that the line hands out or the one before: a
 * newer one may come while a server fetches its files.
 */
async function demandOfLine(app: App, request: FastifyRequest): Promise<void> {
  const { name, id } = ofLink.parse(request.params);
  const line = await lineOfLink(app, name, queryOf(request.url).get('key') ?? '');
  const wanted = databaseId('id', id);
  const [latest] = await findLatest(app.database, { of: 'line', ids: [line.id] });
  if (latest?.serverPack.id === wanted) return;
  const before = latest ? await findServerPackBefore(app.database, latest.serverPack) : null;
  if (before?.id !== wanted)
    throw new AppError('NOT_FOUND', `The line ${name} hands out no server pack ${id}.`);
}

/** The parameters in an address. */
function queryOf(url: string): URLSearchParams {
  return new URL(url, 'http://localhost').searchParams;
}

/** The line whose update link has this key. Fails with FORBIDDEN for any other key, and one that was withdrawn. */
async function lineOfLink({ database, access }: App, name: string, key: string): Promise<Line> {
  const line = await findLine(database, name);
  if (line && access.updateLinks.isOf(line, key)) return line;
  throw new AppError('FORBIDDEN', 'This update link does not work, or no longer: ask for a new server pack.');
}
