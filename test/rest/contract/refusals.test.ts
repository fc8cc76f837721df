import { afterAll, describe, expect, it } from 'vitest';
import { zipWith } from '../../support/zip.ts';
import {
  type CallOptions,
  defaultParts,
  fabricPack,
  formOf,
  problemShape,
  runResult,
  startLegacyService,
} from './service.ts';

const pack = fabricPack();
const file = { bytes: pack, name: 'pack.zip' };
const versions = { gameVersion: '1.20.1', modloaderVersion: '0.15.6' };

describe('what is refused', async () => {
  const service = await startLegacyService({ environment: { MAX_UPLOAD_BYTES: '100000' } });
  await service.upload(pack);
  await service.runsEnded(1, 1);
  afterAll(() => service[Symbol.asyncDispose]());

  const post = (path: string, body: CallOptions['body'], headers: CallOptions['headers'] = {}) =>
    service.call(path, { method: 'POST', headers, ...(body ? { body } : {}) });

  /** How a form was refused; nothing may be left of it. */
  async function refused(path: string, body: CallOptions['body'], headers?: CallOptions['headers']) {
    const configurations = (await service.call('/runconfigs/all')).text;
    const answer = await post(path, body, headers);
    const { message, ...rest } = runResult.parse(answer.json);
    expect(rest).toMatchObject({ success: false, runConfigId: null, serverPackId: null, status: 'ERROR' });
    expect((await service.call('/runconfigs/all')).text).toBe(configurations);
    // The run of an earlier upload lets go of its scratch file a moment after its last event.
    await expect.poll(() => service.unpublished()).toBe(0);
    return { status: answer.status, modPackId: rest.modPackId, message };
  }

  it.each([
    ['without a file', formOf(defaultParts), /no file in a part named file/],
    ['with the file as text', formOf({ ...defaultParts, file: 'PK' }), /no file in a part named file/],
    ['with an empty file', formOf(defaultParts, { ...file, bytes: Buffer.alloc(0) }), /empty/],
    [
      'with a file that is no zip',
      formOf(defaultParts, { ...file, bytes: Buffer.from('MZ not a zip') }),
      /zip/,
    ],
    ['with a truncated zip', formOf(defaultParts, { ...file, bytes: pack.subarray(0, -30) }), /zip/],
    ['without gameVersion', formOf({ modloader: 'Forge', modloaderVersion: '47.2.0' }, file), /gameVersion/],
    [
      'with a blank modloaderVersion',
      formOf({ ...defaultParts, modloaderVersion: ' ' }, file),
      /modloaderVersion/,
    ],
    ['without modloader', formOf(versions, file), /modloader is missing or blank; it must be one of Forge/],
    ['with an unknown modloader', formOf({ ...versions, modloader: 'Rift' }, file), /must be one of Forge/],
    [
      'with a game version that is none',
      formOf({ ...defaultParts, gameVersion: '1.20; rm' }, file),
      /gameVersion/,
    ],
    [
      'with a line break in startArgs',
      formOf({ ...defaultParts, startArgs: '-Xmx4G\n-Xms2G' }, file),
      /startArgs/,
    ],
    [
      'with a line break behind the modloader',
      formOf({ ...versions, modloader: 'Fabric\n' }, file),
      /modloader/,
    ],
    ['with NUL in clientMods', formOf({ ...defaultParts, clientMods: 'a\0b' }, file), /clientMods/],
  ])('an upload %s: 400', async (_how, body, message) => {
    const answer = await refused('/modpacks/upload', body);
    expect(answer).toEqual({ status: 400, modPackId: null, message: expect.stringMatching(message) });
  });

  it.each([
    ['abc', 400],
    ['0', 400],
    ['-1', 400],
    ['1.5', 400],
    ['1e3', 400],
    ['', 400],
    ['1\t', 400],
    ['2', 404],
    ['2147483648', 404],
    ['9223372036854775808', 404],
  ])('a generate request with the id %j: %d', async (id, status) => {
    const answer = await refused('/modpacks/generate', formOf({ ...defaultParts, id }));
    expect(answer).toMatchObject({ status, modPackId: null });
  });

  it('identical content: 409, and modPackId names the modpack that has it', async () => {
    const answer = await refused('/modpacks/upload', formOf(defaultParts, { ...file, name: 'other.zip' }));
    expect(answer).toEqual({ status: 409, modPackId: 1, message: expect.stringContaining('modpack 1') });
  });

  it('a file, a field of 10 MB or a body that is larger than is accepted: 413', async () => {
    const large = formOf(defaultParts, { ...file, bytes: Buffer.alloc(100_001) });
    expect(await refused('/modpacks/upload', large)).toMatchObject({ status: 413 });
    const field = formOf({ ...defaultParts, clientMods: 'a,'.repeat(5_000_000) }, file);
    expect(await refused('/modpacks/upload', field)).toMatchObject({ status: 413 });
    const announced = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 10 ** 12 };
    expect(await refused('/modpacks/upload', undefined, announced)).toMatchObject({ status: 413 });
  });

  it.each([
    ['a value', { gameVersion: '1'.repeat(4_097) }, 'gameVersion has 4097 characters'],
    ['an entry', { clientMods: `a,${'b'.repeat(4_097)}` }, 'clientMods has 4097 characters'],
    ['a list', { whiteListMods: 'a,'.repeat(5_001) }, 'whitelistedMods has 5002 entries'],
    [
      'what the lists hold together',
      { startArgs: '-Da=b '.repeat(4_000), clientMods: `${'c'.repeat(4_000)},`.repeat(21) },
      'have 104000 characters together',
    ],
  ])('%s that is longer than is accepted: 400, with both figures', async (_what, parts, message) => {
    const answer = await refused('/modpacks/upload', formOf({ ...defaultParts, ...parts }, file));
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining(message) });
  });

  it('two files, a part sent twice, ten thousand parts, or a file where none belongs: 400', async () => {
    const twice = formOf(defaultParts, file);
    twice.append('file', new Blob(['PK']), 'second.zip');
    const many = formOf(defaultParts, file);
    for (let part = 0; part < 10_000; part += 1) many.append(`part${part}`, '');
    const doubled = formOf(defaultParts, file);
    doubled.append('gameVersion', '1.20.2');
    for (const body of [twice, many, doubled]) {
      expect(await refused('/modpacks/upload', body)).toMatchObject({ status: 400 });
    }
    const withFile = formOf({ ...defaultParts, id: '1' }, file);
    expect(await refused('/modpacks/generate', withFile)).toMatchObject({ status: 400 });
  });

  it('a body that is no form: 415 as a problem document', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
      const { status, json } = await post('/modpacks/upload', Buffer.from('{}'), { 'content-type': type });
      expect([type, status]).toEqual([type, 415]);
      expect(problemShape.parse(json)).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE', status: 415 });
    }
    expect((await post('/modpacks/generate', undefined)).status).toBe(415);
  });

  it.each([
    ['names with ../', zipWith({ 'mods/a.jar': 'a', '../evil': 'b' })],
    ['an encrypted entry', zipWith([{ name: 'mods/a.jar', data: 'a', flags: 0x801 }])],
    ['no mods', zipWith({ 'config/a.txt': 'a' })],
  ])('an archive with %s is taken, and its check ends in ERROR with the reason', async (_what, bytes) => {
    const { modPackId } = runResult.parse((await service.upload(bytes)).json);
    await service.runsEnded(modPackId ?? 0, 1);
    const { text } = await service.call(`/events/modpack/${modPackId}`);
    expect(text).toMatch(
      /"status":"ERROR","message":"ModPack checks failed.",.*"errors":\[\{"code":"[A-Z_]+","error":"/,
    );
    expect((await service.call(`/modpacks/${modPackId}`)).text).toContain(
      '"status":"ERROR","serverPacks":[]',
    );
  });

  const onePaths = [
    '/modpacks/',
    '/modpacks/download/',
    '/serverpacks/',
    '/serverpacks/download/',
    '/runconfigs/',
  ];
  const badIds = [
    '0',
    '-1',
    '1.5',
    '1e3',
    'abc',
    '%00',
    '%2e%2e',
    '%20',
    '+1',
    '0x1',
    '١',
    'a'.repeat(4_000),
  ];
  const unknownIds = ['999', '2147483648', '9223372036854775808', '9'.repeat(4_000)];

  it.each(onePaths)(
    'GET %s with an id that is no positive integer: 400, and with an unknown one: 404',
    async (path) => {
      for (const [ids, wanted] of [
        [badIds, 400],
        [unknownIds, 404],
      ] as const) {
        for (const id of ids) {
          const { status, json } = await service.call(path + encodeURI(id).replaceAll('%25', '%'));
          expect([id, status]).toEqual([id, wanted]);
          expect(problemShape.parse(json).status).toBe(wanted);
        }
      }
    },
  );

  it.each(onePaths)('GET %s with leading zeros before an id that something has: 404', async (path) => {
    const { modPackId } = runResult.parse((await service.upload(zipWith({ 'mods/zeros.jar': path }))).json);
    await service.runsEnded(modPackId ?? 0, 1);
    for (const id of ['01', `00${modPackId}`]) {
      expect([id, (await service.call(`${path}${id}`)).status]).toEqual([id, 404]);
    }
  });

  it('a download, a vote and a list of events with leading zeros: as for an id that nothing has', async () => {
    for (const path of [
      '/serverpacks/download/01&1',
      '/serverpacks/download/1&01',
      '/serverpacks/vote/01&up',
    ]) {
      expect([path, (await service.call(path)).status]).toEqual([path, 404]);
    }
    expect((await service.call('/events/modpack/01')).text).toBe('[]');
  });

  it('a download by modpack and run configuration: 400 and 404 by the same rules, 404 until it is generated', async () => {
    const answers: [string, number][] = [
      ['1&a', 400],
      ['a&1', 400],
      ['1&', 400],
      ['1&0', 400],
      ['1&1&1', 400],
      ['1&999', 404],
      ['999&1', 404],
      ['2147483648&1', 404],
    ];
    for (const [ids, wanted] of answers) {
      expect([ids, (await service.call(`/serverpacks/download/${ids}`)).status]).toEqual([ids, wanted]);
    }
  });

  it('a vote that is neither up nor down, or on nothing: 400 and 404; HEAD on a vote: 405', async () => {
    for (const vote of ['1&left', '1&', '1&%20up', '1&up%00', 'a&up', '0&up']) {
      expect([vote, (await service.call(`/serverpacks/vote/${vote}`)).status]).toEqual([vote, 400]);
    }
    expect((await service.call('/serverpacks/vote/999&up')).status).toBe(404);
    const head = await service.call('/serverpacks/vote/1&up', { method: 'HEAD' });
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await service.call('/serverpacks/1')).text).toContain('"confirmedWorking":0,');
  });

  it('events of an id that nobody has: 200 with an empty list; a word that is no status, exactly spelt: 400', async () => {
    for (const path of ['/events/modpack/999', '/events/serverpack/2147483648']) {
      const { status, text } = await service.call(path);
      expect([status, text]).toEqual([200, '[]']);
    }
    for (const word of ['generated', 'DONE', '%20QUEUED', 'QUEUED%00']) {
      expect([word, (await service.call(`/events/status/${word}`)).status]).toEqual([word, 400]);
    }
    for (const id of badIds)
      expect((await service.call(`/events/modpack/${encodeURI(id).replaceAll('%25', '%')}`)).status).toBe(
        400,
      );
  });

  it('another method: 405 with Allow, whatever body comes with it', async () => {
    const paths = [
      ['/modpacks/upload', 'POST'],
      ['/modpacks/generate', 'POST'],
      ['/modpacks/1', 'GET, HEAD'],
      ['/modpacks/all', 'GET, HEAD'],
      ['/serverpacks/download/1', 'GET, HEAD'],
      ['/serverpacks/vote/1&up', 'GET'],
    ] as const;
    for (const [path, allow] of paths) {
      const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'];
      for (const method of methods.filter((one) => !allow.split(', ').includes(one))) {
        const { status, headers } = await service.call(path, {
          method,
          headers: { 'content-type': 'text/x' },
          body: Buffer.from('x'),
        });
        expect([path, method, status, headers.get('allow')]).toEqual([path, method, 405, allow]);
      }
    }
    const { json } = await service.call('/modpacks/1', { method: 'DELETE' });
    expect(problemShape.parse(json).detail).toBe('DELETE is not answered here; GET and HEAD are.');
  });

  it('a path that holds nothing: 404, whatever comes with it', async () => {
    for (const path of ['/', '', '/modpack/1', '/modpacks/1/2', '/modpacks/all/']) {
      const { status, json } = await service.call(path, {
        method: 'POST',
        body: Buffer.from('x'),
        headers: { 'content-type': 'text/x' },
      });
      expect([path, status, problemShape.parse(json).code]).toEqual([path, 404, 'NOT_FOUND']);
    }
  });
});
