import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fetchedFiles } from '../../drizzle/schema.ts';
import { keyOf } from '../../src/fetching/wanted-file.ts';
import { ask } from '../graphql/client.ts';
import { curseForgeFileLike, curseForgeProjectLike } from '../platforms/curseforge.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { eventsOf, upload } from '../support/client.ts';
import { type DownloadHost, openDownloadHost, wantedFile } from '../support/download-host.ts';
import { curseForgeExport } from '../support/exports.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';

const modOf = (id: string) => jarWith({ 'fabric.mod.json': fabricModJson(id) });

/** What the platform knows: files 11 and 12, the latter for clients, may be fetched, file 13 may not; nobody knows file 14. */
function standIn(host: DownloadHost): void {
  const answer = (path: string, of: (ids: number[]) => object[]) =>
    host.answer(path, (request: IncomingMessage, response: ServerResponse) => {
      void text(request).then((body) => {
        const { fileIds, modIds } = z
          .object({ fileIds: z.array(z.int()).default([]), modIds: z.array(z.int()).default([]) })
          .parse(JSON.parse(body));
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ data: of([...fileIds, ...modIds]) }));
      });
    });
  const files = [11, 12, 13].map((id) => {
    const content = modOf(`mod${id}`);
    const link = host.serveAsCurseForge(`/mod${id}.jar`, content);
    const { hashes } = wantedFile(content, []);
    return curseForgeFileLike({
      id,
      modId: id - 10,
      fileName: `mod${id}.jar`,
      fileLength: content.length,
      hashes: [{ value: hashes.sha1 ?? '', algo: 1 }],
      downloadUrl: id === 13 ? null : link,
      gameVersions: ['1.20.1', 'Fabric', 'Client', ...(id === 12 ? [] : ['Server'])],
    });
  });
  answer('/mods/files', (ids) => files.filter(({ id }) => ids.includes(id)));
  answer('/mods', (ids) =>
    ids.map((id) =>
      curseForgeProjectLike({
        id,
        name: `Mod ${id}`,
        links: { websiteUrl: `https://www.curseforge.com/minecraft/mc-mods/mod-${id}` },
      }),
    ),
  );
}

describe('a CurseForge export', async () => {
  const parts = new AsyncDisposableStack();

  const host = parts.use(await openDownloadHost());
  standIn(host);
  const service = parts.use(
    await startTestApp({
      environment: {
        FETCH: 'on',
        FETCH_HOSTS: [host.host, host.curseForge['config.platforms.curseForgeKeyHosts']].join(','),
        'config.fetching.retries': '0',
        ...host.curseForge,
      },
      overrides: { connect: host.connect },
    }),
  );
  afterAll(() => parts.disposeAsync());

  async function run({ app, url }: TestApp, pack: Buffer) {
    const { status, body } = await upload(url, pack);
    expect(status).toBe(200);
    const modPackId = body.modPackId ?? 0;
    const statuses = statusesOf(await eventsUntilEnd(app, modPackId));
    const errors = (await eventsOf(url, modPackId)).flatMap((event) => event.errors);
    return { modPackId, statuses, errors };
  }

  const numbered = (...files: number[]) => files.map((fileID) => ({ projectID: fileID - 10, fileID }));

  it('is built of the files that the platform gives for its numbers', async () => {
    const { modPackId, statuses, errors } = await run(service, curseForgeExport(numbered(11, 12)));
    expect(errors).toEqual([]);
    expect(statuses).toEqual(wholeRun);
    const decisions = 'decisions(first: 9) { nodes { file kept reason certainty evidence } }';
    const query = `{ modPack(by: { databaseId: ${modPackId} }) { serverPacks(first: 1) { nodes { ${decisions} } } } }`;
    expect((await ask(service.url, query)).data).toMatchObject({
      modPack: {
        serverPacks: {
          nodes: [
            {
              decisions: {
                nodes: [
                  { file: 'mod11.jar', kept: true },
                  {
                    file: 'mod12.jar',
                    kept: false,
                    reason: 'CATALOGUE',
                    certainty: 'INFERRED',
                    evidence:
                      'CurseForge marks this file of Mod 2 as for clients only (https://www.curseforge.com/minecraft/mc-mods/mod-2).',
                  },
                ],
              },
            },
          ],
        },
      },
    });
    expect(host.requests.map(({ path }) => path).sort()).toEqual([
      '/mod11.jar',
      '/mod12.jar',
      '/mods',
      '/mods/files',
      '/of-the-second/mod11.jar',
      '/of-the-second/mod12.jar',
    ]);
    // Each is kept as that file of that project.
    const keys = [11, 12].map((id) => {
      const { hashes, size } = wantedFile(modOf(`mod${id}`), []);
      const origin = { source: 'CURSEFORGE' as const, project: id - 10, file: id };
      return keyOf({ path: '', links: [], hashes: { sha1: hashes.sha1 ?? '' }, size, origin })?.hash;
    });
    const { db } = service.app.database;
    const kept = await db.select().from(fetchedFiles).where(eq(fetchedFiles.algorithm, 'origin'));
    expect(kept.map(({ hash }) => hash).sort()).toEqual(keys.toSorted());
  });

  it('is refused with what to do for each file that may not be fetched or that nobody knows', async () => {
    const { statuses, errors } = await run(service, curseForgeExport(numbered(11, 13, 14)));
    expect(statuses).toEqual(['QUEUED', 'CHECKING', 'ERROR']);
    expect(errors.map(({ code, entry }) => [code, entry])).toEqual([
      ['FETCH_FORBIDDEN_BY_AUTHOR', 'mods/mod13.jar'],
      ['FETCH_UNKNOWN_FILE', null],
    ]);
    expect(errors[0]?.error).toContain('https://www.curseforge.com/minecraft/mc-mods/mod-3');
    expect(errors[0]?.error).toContain('overrides/mods');
  });

  it('is built once what may not be fetched lies in overrides/mods', async () => {
    const pack = curseForgeExport(numbered(11, 13), { 'overrides/mods/mod13.jar': modOf('mod13') });
    const { statuses, errors } = await run(service, pack);
    expect(errors).toEqual([]);
    expect(statuses).toEqual(wholeRun);
  });

  it('is refused in words where the platform cannot be asked', async () => {
    await using other = await startTestApp({
      environment: {
        FETCH: 'on',
        'config.fetching.retries': '0',
        CURSEFORGE_API_URL: `https://${host.at('nobody.invalid')}`,
        CURSEFORGE_API_KEY: 'the-key',
      },
      overrides: { connect: { ...host.connect, ca: 'none' } },
    });
    const { errors } = await run(other, curseForgeExport(numbered(11)));
    expect(errors).toHaveLength(1);
    expect(errors[0]?.code).toMatch(/^FETCH_/);
    expect(errors[0]?.error).toMatch(/^CurseForge, which has to be asked .*Try again later\.$/);
  });

  it('is refused with what to do where the key is not taken, which nobody is told', async () => {
    const lines: string[] = [];
    await using other = await startTestApp({
      environment: {
        FETCH: 'on',
        'config.fetching.retries': '0',
        ...host.curseForge,
        CURSEFORGE_API_KEY: 'an-old-key',
      },
      overrides: {
        connect: host.connect,
        log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
      },
    });
    const { errors } = await run(other, curseForgeExport(numbered(11)));
    expect(errors).toEqual([
      {
        code: 'FETCH_KEY_REFUSED',
        error: expect.stringMatching(/Renew CURSEFORGE_API_KEY, at console\.curseforge\.com\.$/),
        entry: null,
      },
    ]);
    expect(lines).not.toEqual([]);
    expect(lines.join('') + JSON.stringify(errors)).not.toContain('an-old-key');
  });

  it('is refused with what to do where there is no key', async () => {
    await using other = await startTestApp({ environment: { FETCH: 'on' } });
    const { errors } = await run(other, curseForgeExport(numbered(11)));
    expect(errors).toEqual([
      {
        code: 'MODS_NOT_INCLUDED',
        error: expect.stringContaining('CURSEFORGE_API_KEY'),
        entry: 'manifest.json',
      },
    ]);
  });
});
