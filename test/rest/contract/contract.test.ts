import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { databaseKinds } from '../../support/database.ts';
import { fabricPack, type LegacyService, sha256, startLegacyService } from './service.ts';

const list = z.array(z.record(z.string(), z.unknown()));
const moments = /"(dateCreated|timestamp)":\d{13}(?=[,}])/g;
const pack = fabricPack();

/** The text of a body with its moments, which are 13 digits, replaced. */
function timeless(text: string): string {
  return text.replaceAll(moments, '"$1":0');
}

// Two runs of one modpack, then another modpack that fails its check: every shape of the document in one history.
describe.each(databaseKinds)('the interface document, on the %s database', (database) => {
  let service: LegacyService;
  let uploaded = '';
  let generated = '';
  let serverPacks: { first: string; second: string };
  const json = async (path: string) => timeless((await service.call(path)).text);

  beforeAll(async () => {
    service = await startLegacyService({ database });
    const parts = { startArgs: '-Xmx4G  -Xms2G', clientMods: 'sodium, Optifine-,', whiteListMods: 'lithium' };
    uploaded = (await service.upload(pack, parts, 'My Pack.zip')).text;
    await service.runsEnded(1, 1);
    generated = (await service.generate({ id: '1', modloader: 'fABRIC' })).text;
    await service.runsEnded(1, 2);
    await service.upload(fabricPack('broken').fill(0, 40, 60), {}, 'Broken.zip');
    await service.runsEnded(2, 1);
    const [first, second] = await Promise.all(
      [1, 2].map(async (id) => {
        const { body, headers } = await service.call(`/serverpacks/download/${id}`);
        expect(headers.get('etag')).toBe(`"${sha256(body)}"`);
        return `"size":${body.length},"downloads":1,"confirmedWorking":0,"dateCreated":0,%"sha256":"${sha256(body)}"`;
      }),
    );
    serverPacks = { first: first ?? '', second: second ?? '' };
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const runConfigurations = [
    '{"id":1,"gameVersion":"1.20.1","modloader":"Fabric","modloaderVersion":"0.15.6","startArgs":["-Xmx4G","-Xms2G"],"clientMods":["sodium","Optifine-"],"whitelistedMods":["lithium"]}',
    '{"id":2,"gameVersion":"1.20.1","modloader":"Fabric","modloaderVersion":"0.15.6","startArgs":[],"clientMods":[],"whitelistedMods":[]}',
    '{"id":3,"gameVersion":"1.20.1","modloader":"Fabric","modloaderVersion":"0.15.6","startArgs":[],"clientMods":[],"whitelistedMods":[]}',
  ];
  const serverPack = (id: 1 | 2, fileID = '') => {
    const fields = id === 1 ? serverPacks.first : serverPacks.second;
    return `{"id":${id},${fields.replace('%', fileID)},"runConfiguration":${runConfigurations[id - 1]}}`;
  };
  const modPack = () =>
    `{"id":1,"source":"ZIP","name":"My Pack.zip","size":${pack.length},"status":"GENERATED","serverPacks":[${serverPack(1, '"fileID":2,')},${serverPack(2, '"fileID":3,')}],"sha256":"${sha256(pack)}","versionID":"","projectID":"","dateCreated":0}`;
  const event = (id: number, serverPackId: number | null, status: string, message: string) =>
    `{"id":${id},"modPackId":1,"serverPackId":${serverPackId},"status":"${status}","message":"${message}","timestamp":0,"errors":[]}`;
  const eventsOfRun = (first: number, serverPackId: number) => [
    event(first, null, 'QUEUED', 'Submitted task to queue.'),
    event(first + 1, null, 'CHECKING', 'Checking ModPack for errors.'),
    event(first + 2, null, 'CHECKED', 'ModPack checks passed.'),
    event(first + 3, null, 'GENERATING', 'Generating ServerPack.'),
    event(first + 4, null, 'GENERATED', 'Generated ServerPack.'),
    event(first + 5, serverPackId, 'GENERATED', 'Submitted task to queue.'),
    event(first + 6, serverPackId, 'GENERATED', 'Syncing ModPack to database.'),
    event(first + 7, serverPackId, 'GENERATED', 'Syncing ServerPack to database.'),
  ];

  it('POST /modpacks/upload answers the result, queued, with a new run configuration', () => {
    expect(uploaded).toBe(
      '{"message":"The file is being stored and queued for checks.","success":true,"modPackId":1,"runConfigId":1,"serverPackId":null,"status":"QUEUED"}',
    );
  });

  it('POST /modpacks/generate answers the result with the id that was sent', () => {
    expect(generated).toBe(
      '{"message":"Generation from an existing ModPack with a different configuration is queued.","success":true,"modPackId":1,"runConfigId":2,"serverPackId":null,"status":"QUEUED"}',
    );
  });

  it('GET /modpacks/{id} answers one modpack with its server packs nested, oldest first, with fileID', async () => {
    expect(await json('/modpacks/1')).toBe(modPack());
  });

  it('GET /modpacks/download/{id} answers the archive as it was uploaded', async () => {
    const { status, headers, body } = await service.call('/modpacks/download/1');
    expect(status).toBe(200);
    expect(body.equals(pack)).toBe(true);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-length')).toBe(String(pack.length));
    expect(headers.get('content-disposition')).toBe('attachment; filename="My Pack.zip"');
  });

  it('GET /modpacks/all answers all modpacks, newest first', async () => {
    const answer = await service.call('/modpacks/all');
    expect(timeless(answer.text)).toMatch(/^\[\{"id":2,.*"status":"ERROR","serverPacks":\[\],/);
    expect(timeless(answer.text).endsWith(`,${modPack()}]`)).toBe(true);
  });

  it('GET /serverpacks/{id} answers one server pack without fileID', async () => {
    expect(await json('/serverpacks/2')).toBe(serverPack(2));
  });

  it('GET /serverpacks/all answers all server packs without fileID, newest first', async () => {
    expect(await json('/serverpacks/all')).toBe(`[${serverPack(2)},${serverPack(1)}]`);
  });

  it('GET /serverpacks/download/{modPackId}&{runConfigurationId} answers that server pack, for %26 too', async () => {
    for (const path of ['/serverpacks/download/1&2', '/serverpacks/download/1%262']) {
      const { status, headers } = await service.call(path, { method: 'HEAD' });
      expect(status).toBe(200);
      expect(headers.get('content-disposition')).toBe('attachment; filename="My Pack_server_pack.zip"');
      expect(`"sha256":${headers.get('etag')}`).toBe(/"sha256":"\w+"/.exec(serverPack(2))?.[0]);
    }
  });

  it('GET /runconfigs/{id} answers one run configuration', async () => {
    expect(await json('/runconfigs/1')).toBe(runConfigurations[0]);
  });

  it('GET /runconfigs/all answers all run configurations, ascending by id', async () => {
    expect(await json('/runconfigs/all')).toBe(`[${runConfigurations.join(',')}]`);
  });

  it('GET /events/modpack/{id} answers the whole life of a modpack, ascending, later runs included', async () => {
    expect(await json('/events/modpack/1')).toBe(
      `[${[...eventsOfRun(1, 1), ...eventsOfRun(9, 2)].join(',')}]`,
    );
  });

  it('GET /events/serverpack/{id} answers the events that concern a server pack, ascending', async () => {
    expect(await json('/events/serverpack/2')).toBe(`[${eventsOfRun(9, 2).slice(5).join(',')}]`);
  });

  it('GET /events/status/{status} answers the events with a status, with a server pack and without', async () => {
    const generatedEvents = [...eventsOfRun(1, 1).slice(4), ...eventsOfRun(9, 2).slice(4)];
    expect(await json('/events/status/GENERATED')).toBe(`[${generatedEvents.join(',')}]`);
  });

  it('GET /events/all answers all events, newest first', async () => {
    const newest = list.parse((await service.call('/events/all')).json);
    expect(newest.map(({ id }) => id)).toEqual(Array.from(newest, (_, index) => newest.length - index));
    expect(timeless((await service.call('/events/all')).text)).toContain(
      [...eventsOfRun(1, 1), ...eventsOfRun(9, 2)].toReversed().join(','),
    );
  });

  it('an event of a failed check carries what was wrong: code, error and entry', async () => {
    const [failed] = list.parse((await service.call('/events/status/ERROR')).json);
    expect(failed).toMatchObject({ modPackId: 2, serverPackId: null, message: 'ModPack checks failed.' });
    expect(failed?.errors).not.toEqual([]);
  });

  it('HEAD is answered wherever GET is, with the same headers and no body', async () => {
    const paths = [
      '/modpacks/1',
      '/modpacks/all',
      '/modpacks/download/1',
      '/serverpacks/1',
      '/serverpacks/all',
      '/serverpacks/download/1',
      '/serverpacks/download/1&1',
      '/runconfigs/1',
      '/runconfigs/all',
      '/events/all',
      '/events/modpack/1',
      '/events/serverpack/1',
      '/events/status/QUEUED',
    ];
    for (const path of paths) {
      const { status, body, headers } = await service.call(path, { method: 'HEAD' });
      expect([path, status, body.length]).toEqual([path, 200, 0]);
      expect(headers.get('content-type')).toMatch(/^application\/(json|zip)/);
    }
  });

  it('GET /serverpacks/vote/{id}&{vote} moves confirmedWorking and answers the server pack, not to be kept', async () => {
    const votes = ['1&up', '1%26UP', '1&Up', '1&down'];
    const counts: unknown[] = [];
    for (const vote of votes) {
      const { json: answer, headers } = await service.call(`/serverpacks/vote/${vote}`);
      expect(headers.get('cache-control')).toBe('no-store');
      counts.push(z.object({ id: z.literal(1), confirmedWorking: z.int() }).parse(answer).confirmedWorking);
    }
    expect(counts).toEqual([1, 2, 3, 2]);
  });
});
