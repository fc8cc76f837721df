import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../app.ts';
import type { UpdateSource } from '../../archive/build/added-files.ts';
import { findLatest, findLine, type Line } from '../../core/lines/lines.ts';
import { findModPacks } from '../../core/packs/mod-packs.ts';
import { refuseQuarantined } from '../../core/packs/scans.ts';
import { findServerPacks, type ServerPack } from '../../core/packs/server-packs.ts';
import { findServerPackBefore, findServerPackOf, isBuiltBefore } from '../../core/previews/comparisons.ts';
import { settingDifferences } from '../../core/previews/setting-differences.ts';
import { AppError } from '../../errors.ts';
import { changesSince, messageOf } from '../../graphql/comparison-markdown.ts';
import { parseDatabaseId } from '../../graphql/global-id.ts';
import { limitKey } from '../../limits/rate-limits.ts';
import { databaseId } from '../../rest/parameters.ts';
import { takeDownloadSlot } from './download-slot.ts';
import { ofServerPack, serveDownload } from './downloads.ts';

const params = z.object({ name: z.string() });
const updateQuery = z.object({
  key: z.string(),
  nonce: z.string().regex(/^[0-9a-f]{1,64}$/),
  /**
   * The server's present version: SHA-256 of its modpack and number of its run configuration; older server packs do not
   * send the number.
   */
  from: z
    .string()
    .regex(/^[0-9a-f]{64}(\.[1-9][0-9]{0,9})?$/)
    .nullable()
    .catch(null),
});
/** Most mods named in the text about changes. */
const modsListed = 100;
/**
 * Milliseconds that an update waits for the text about changes. Start scripts give up after a minute without a byte.
 */
const changesMs = 5_000;

/** Answers servers that follow a line by its update link: the contents of the newest server pack, signed. */
export function registerUpdates(server: FastifyInstance, app: App): void {
  server.get('/lines/:name/update', async (request, reply) => {
    const { name } = params.parse(request.params);
    const parsed = updateQuery.safeParse(Object.fromEntries(queryOf(request.url)));
    if (!parsed.success) {
      const message = 'An update link needs its key, and a nonce of 1 to 64 hexadecimal digits.';
      throw new AppError('INVALID_INPUT', message, { field: 'nonce' });
    }
    const { key, nonce, from } = parsed.data;
    const { line, source } = await lineOfLink(app, name, key);
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
    const head = [
      'format 1',
      `nonce ${nonce}`,
      // One key signs for all lines; the signed name keeps an attacker from passing off another line's answer.
      `line ${source.line}`,
      ...((await isOlder(app, { line, from, serverPack })) ? ['older yes'] : []),
      // The signed version keeps an attacker from passing off the changes since another version.
      ...(from === null ? [] : [`from ${from}`]),
      `server-pack ${serverPack.id}`,
      `size ${serverPack.size}`,
      `url ${source.line}/update/${serverPack.id}?key=${encodeURIComponent(key)}`,
    ].join('\n');
    const text = Buffer.concat([Buffer.from(`${head}\n${changes}`), ...files]);
    const signature = app.access.updateLinks.signManifest(text);
    return reply
      .header('cache-control', 'private, no-store')
      .type('text/plain; charset=utf-8')
      .send(Buffer.concat([text, Buffer.from(`signature ${signature}\n`)]));
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

/** Whether the offered server pack is older than the server's, and not pinned. */
async function isOlder(
  { database }: App,
  { line, from, serverPack }: Omit<WhatChanged, 'caller'>,
): Promise<boolean> {
  if (from === null || line.pinnedId !== null) return false;
  const [sha256 = '', build] = from.split('.');
  const id =
    build === undefined
      ? (await findServerPackOf(database, { lineId: line.id, sha256, runConfigurationId: null }))
          ?.runConfiguration.id
      : parseDatabaseId(build);
  return id != null && isBuiltBefore(database, serverPack.runConfiguration.id, { lineId: line.id, id });
}

interface WhatChanged {
  line: Line;
  from: string | null;
  serverPack: ServerPack;
  caller: string;
}

/**
 * The text about changes, or an empty one if the comparison fails or takes too long: no update waits for it. The
 * comparison continues, for the next server with the same version.
 */
async function changesInTime(app: App, wanted: WhatChanged): Promise<string> {
  const text = changesFrom(app, wanted).catch((err: unknown) => {
    if (!(err instanceof AppError))
      app.log.warn({ err, serverPack: wanted.serverPack.id }, 'an update does not say what changed');
    return '';
  });
  return Promise.race([text, setTimeout(changesMs, '', { ref: false })]);
}

/**
 * Describes the changes since a server's version, with `change` before each line of Markdown; empty when the line never
 * built that version, and when the server has the same version but does not state the build.
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
    limit: modsListed,
    after: null,
    before: null,
    fromEnd: false,
  });
  const text = changesSince({
    first: modPack?.name ?? '',
    settings: settingDifferences(first, second),
    acts: acts.map(messageOf),
    mods: { counts, shown },
  });
  return text.replaceAll(/^/gm, 'change ').replace(/change $/, '');
}

const ofLink = z.object({ name: z.string(), id: z.string() });

/**
 * Fails unless the request has the key of a line's update link, for the server pack that the line offers or the
 * previous one: a newer one may be published while a server fetches its files.
 */
async function demandOfLine(app: App, request: FastifyRequest): Promise<void> {
  const { name, id } = ofLink.parse(request.params);
  const { line } = await lineOfLink(app, name, queryOf(request.url).get('key') ?? '');
  const wanted = databaseId('id', id);
  const [latest] = await findLatest(app.database, { of: 'line', ids: [line.id] });
  if (latest?.serverPack.id === wanted) return;
  const before = latest ? await findServerPackBefore(app.database, latest.serverPack) : null;
  if (before?.id !== wanted)
    throw new AppError('NOT_FOUND', `The line ${name} hands out no server pack ${id}.`);
}

/** The query parameters of an address. */
function queryOf(url: string): URLSearchParams {
  return new URL(url, 'http://localhost').searchParams;
}

/** The line whose update link has this key. Fails with FORBIDDEN for any other key, and for a withdrawn one. */
async function lineOfLink(
  { database, access }: App,
  name: string,
  key: string,
): Promise<{ line: Line; source: UpdateSource }> {
  const line = await findLine(database, name);
  const source = line && access.updateLinks.openedBy(line, key);
  if (source) return { line, source };
  throw new AppError('FORBIDDEN', 'This update link does not work, or no longer: ask for a new server pack.');
}
