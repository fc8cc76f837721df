import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addedMods as addedModRows, fetchedFiles, files, modPacks } from '../../drizzle/schema.ts';
import { forgetUnusedFetched } from '../../src/core/files/fetched-files.ts';
import { deleteModPack } from '../../src/core/packs/deletion.ts';
import { headersOf } from '../access/callers.ts';
import { run } from '../cli/terminal.ts';
import { ask, askWithFiles } from '../graphql/client.ts';
import {
  modrinthProjectLike,
  modrinthVersionLike,
  type Project,
  type Version,
} from '../platforms/modrinth.ts';
import { startTestApp } from '../support/app.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { openFakePlatforms } from '../support/platforms.ts';
import { playClamd } from '../support/played-clamd.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { unzip } from '../support/unzip.ts';
import { sharedWorkerPool } from '../support/worker-pool.ts';
import { zipWith } from '../support/zip.ts';

const versions = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };
const modOf = (id: string, fields: object = {}) => jarWith({ 'fabric.mod.json': fabricModJson(id, fields) });

const upload = `mutation ($input: UploadModPackInput!) { uploadModPack(input: $input) {
  __typename
  ... on RunStarted { modPack { databaseId } run { configuration { addedMods } } }
  ... on UserError { code message }
} }`;
const facts = `query ($id: Int!) { serverPack(by: { databaseId: $id }) {
  keptCount droppedCount howToRun warnings { code message }
  decisions(first: 50) { nodes { file kept reason evidence size side mod { file descriptors { mods { modId } } } } }
} }`;
const started = z.object({
  modPack: z.object({ databaseId: z.int() }),
  run: z.object({ configuration: z.object({ addedMods: z.array(z.string()) }) }),
});

describe('mods that a request adds', async () => {
  const parts = new AsyncDisposableStack();
  const platforms = parts.use(await openFakePlatforms());
  const clamd = parts.use(await playClamd());
  const pool = sharedWorkerPool();
  /** Has the next build fail once, as by a fault of the service, and is called then. */
  let failNext: (() => void) | null = null;
  const service = parts.use(
    await startTestApp({
      environment: {
        ...platforms.environment,
        CATALOGUE: 'off',
        SCAN: 'on',
        'config.runRetryDelaySeconds': '1',
        SCAN_CLAMD: clamd.address.path,
      },
      values: ({ archiveLimits }) => ({ archiveLimits: { ...archiveLimits, jarBytes: 20_000 } }),
      overrides: {
        connect: platforms.host.connect,
        work: {
          check: pool.check,
          async generate(order, hooks) {
            if (failNext === null) return pool.generate(order, hooks);
            failNext();
            failNext = null;
            throw new Error('A build that fails once.');
          },
        },
      },
    }),
  );
  const owner = await headersOf(service, { name: 'owner', role: 'publisher' });
  afterAll(() => parts.disposeAsync());

  const projects = new Map<string, Project>();
  platforms.json('/modrinth/projects', (_, query) => {
    const asked = z.array(z.string()).parse(JSON.parse(query.get('ids') ?? '[]'));
    return [...projects.values()].filter(({ id, slug }) => asked.includes(id) || asked.includes(slug));
  });

  /** Has Modrinth offer versions of a mod, the newest first, each with its jar. */
  function offer(
    project: Pick<Project, 'id' | 'slug' | 'title'> & Partial<Project>,
    listed: (Partial<Version> & { id: string; jar: Uint8Array; name: string })[],
  ) {
    projects.set(project.id, modrinthProjectLike({ server_side: 'optional', ...project }));
    const all = listed.map(({ jar, name: filename, ...version }) => {
      const hash = (algorithm: string) => createHash(algorithm).update(jar).digest('hex');
      const url = platforms.file(`/data/${project.id}/${version.id}/${filename}`, jar);
      const hashes = { sha512: hash('sha512'), sha1: hash('sha1') };
      const files = [{ url, filename, size: jar.length, primary: true, hashes }];
      return modrinthVersionLike({ project_id: project.id, dependencies: [], files, ...version });
    });
    // `loaders` and `game_versions` filter on the host: https://docs.modrinth.com/api/operations/getprojectversions (read 2026-11-29).
    platforms.json(`/modrinth/project/${project.id}/version`, (_, query) => {
      const [games, loaders] = ['game_versions', 'loaders'].map((name) =>
        z.array(z.string()).parse(JSON.parse(query.get(name) ?? '[]')),
      );
      return all
        .filter(({ game_versions }) => game_versions.some((game) => games?.includes(game)))
        .filter((one) => one.loaders.some((loader) => loaders?.includes(loader)));
    });
    for (const version of all)
      for (const name of [version.id, version.version_number])
        platforms.json(`/modrinth/project/${project.id}/version/${name}`, () => version);
  }

  offer({ id: 'ChunkyId', slug: 'chunky', title: 'Chunky' }, [
    {
      id: 'ChunkyB2',
      version_type: 'beta',
      version_number: '1.4-beta',
      jar: modOf('chunky', { version: '1.4' }),
      name: 'Chunky-1.4-beta.jar',
    },
    {
      id: 'ChunkyR1',
      version_number: '1.3.92',
      jar: modOf('chunky', { environment: '*', depends: { lib: '*' } }),
      name: 'Chunky-1.3.92.jar',
      dependencies: [
        { project_id: 'LibraryI', version_id: null, file_name: null, dependency_type: 'required' },
        { project_id: 'Optional', version_id: null, file_name: null, dependency_type: 'optional' },
      ],
    },
    {
      id: 'ChunkyF1',
      version_number: '1.3.92',
      loaders: ['forge'],
      jar: modOf('wrong'),
      name: 'Chunky-forge.jar',
    },
    {
      id: 'ChunkyN1',
      version_number: '1.4.16',
      game_versions: ['1.21'],
      jar: modOf('chunky', { version: '1.4.16' }),
      name: 'Chunky-1.4.16.jar',
    },
  ]);
  offer({ id: 'LibraryI', slug: 'lib', title: 'Library' }, [
    { id: 'LibraryV', version_type: 'alpha', version_number: '0.1', jar: modOf('lib'), name: 'lib.jar' },
  ]);
  offer({ id: 'LithiumI', slug: 'lithium', title: 'Lithium' }, [
    { id: 'LithiumV', version_number: '9.9', jar: modOf('lithium', { version: '9.9' }), name: 'lithium.jar' },
  ]);
  offer({ id: 'SodiumId', slug: 'sodium', title: 'Sodium', server_side: 'unsupported' }, [
    { id: 'SodiumVe', version_number: '0.5', jar: modOf('sodium'), name: 'sodium.jar' },
  ]);

  let marks = 0;
  async function build(more: { line?: string; jars?: string[]; [field: string]: unknown }, headers = owner) {
    const { line = null, jars = ['lithium.jar'], ...run } = more;
    marks += 1;
    const mods = Object.fromEntries(jars.map((name) => [`mods/${name}`, modOf('lithium')]));
    const pack = zipWith({ ...mods, 'config/mark.txt': String(marks) });
    const input = { archive: { file: null }, line, runConfiguration: { ...versions, ...run } };
    const { data } = await askWithFiles(
      service.url,
      upload,
      input,
      { 'archive.file': ['pack.zip', pack] },
      headers,
    );
    const { modPack, run: accepted } = started.parse(data?.uploadModPack);
    const last = (await eventsUntilEnd(service.app, modPack.databaseId)).at(-1);
    return { ...last, addedMods: accepted.configuration.addedMods };
  }

  const factsOf = async (id: number | null | undefined) =>
    Object((await ask(service.url, facts, { id })).data?.serverPack);

  async function entriesOf(serverPackId: number | null | undefined) {
    const answer = await fetch(`${service.url}/api/v2/serverpacks/download/${serverPackId}`);
    const file = path.join(service.dataDir, `${serverPackId}.zip`);
    await writeFile(file, Buffer.from(await answer.arrayBuffer()));
    return unzip(file);
  }

  it('come from Modrinth for the run, with what they need, and are told wherever the pack is', async () => {
    const { serverPackId, errors, addedMods } = await build({
      addedMods: ['https://modrinth.com/mod/chunky', ' lithium', 'chunky'],
    });
    expect(errors).toEqual([]);
    expect(addedMods).toEqual(['chunky', 'lithium']);
    const told = await factsOf(serverPackId);
    expect(told).toMatchObject({
      keptCount: 3,
      droppedCount: 1,
      howToRun: expect.stringContaining(
        "Added here, not by the pack's author: `Chunky-1.3.92.jar`, `lib.jar`.",
      ),
    });
    expect(told.decisions.nodes).toEqual([
      expect.objectContaining({ file: 'lithium.jar', kept: true, reason: 'UNKNOWN_SIDE' }),
      expect.objectContaining({
        file: 'Chunky-1.3.92.jar',
        kept: true,
        reason: 'ADDED',
        evidence: 'addedMods names it: Chunky 1.3.92, https://modrinth.com/project/chunky/version/ChunkyR1.',
        mod: { file: 'Chunky-1.3.92.jar', descriptors: [{ mods: [{ modId: 'chunky' }] }] },
        side: 'BOTH',
      }),
      // The pack is made for its own version.
      expect.objectContaining({
        file: 'LithiumI-LithiumV.jar',
        kept: false,
        reason: 'ADDED',
        evidence: expect.stringContaining('Not needed: lithium.jar of the pack is the mod lithium already.'),
      }),
      expect.objectContaining({
        file: 'lib.jar',
        kept: true,
        evidence:
          'Needed by Chunky, which is added: Library 0.1, an alpha, https://modrinth.com/project/lib/version/LibraryV.',
      }),
    ]);
    const entries = await entriesOf(serverPackId);
    expect([...entries.keys()].filter((name) => name.startsWith('mods/')).sort()).toEqual([
      'mods/Chunky-1.3.92.jar',
      'mods/lib.jar',
      'mods/lithium.jar',
    ]);
    expect(JSON.parse(`${entries.get('server-pack.json')?.contents}`)).toMatchObject({
      runConfiguration: { addedMods: ['chunky', 'lithium'] },
      mods: expect.arrayContaining([expect.objectContaining({ file: 'lib.jar', reason: 'ADDED' })]),
    });
  });

  it('end a run in words when one is unknown, has no version for it, or is for clients alone', async () => {
    const { errors } = await build({ addedMods: ['chunky@7', 'nothing', 'SodiumId', 'chunky-forge'] });
    expect(errors?.map(({ code, error }) => [code, error])).toEqual([
      ['ADDED_MOD_REFUSED', 'There is no project "nothing" on Modrinth.'],
      ['ADDED_MOD_REFUSED', 'There is no project "chunky-forge" on Modrinth.'],
      ['ADDED_MOD_REFUSED', 'Chunky on Modrinth has no version "7" for 1.20.1 with Fabric.'],
      ['ADDED_MOD_REFUSED', expect.stringMatching(/^Sodium is no mod for servers: Modrinth says/)],
    ]);
    const input = { archive: { file: null }, runConfiguration: { ...versions, addedMods: ['../x'] } };
    const file: [string, Buffer] = ['pack.zip', zipWith({ 'mods/a.jar': modOf('a') })];
    const { data } = await askWithFiles(service.url, upload, input, { 'archive.file': file }, owner);
    expect(data?.uploadModPack).toEqual({
      __typename: 'UserError',
      code: 'INVALID_INPUT',
      message: expect.stringContaining('not "../x"'),
    });
  });

  it('are kept across the versions of a line, found anew for each, and marked in a comparison', async () => {
    const first = await build({ line: 'my-pack' });
    const overrides = `mutation { updateLineOverrides(input: { line: "my-pack", addedMods: ["chunky@ChunkyB2"] }) {
      ... on Line { overrides { addedMods } }
    } }`;
    expect((await ask(service.url, overrides, {}, owner)).data?.updateLineOverrides).toEqual({
      overrides: { addedMods: ['chunky@ChunkyB2'] },
    });
    const second = await build({ line: 'my-pack' });
    expect(second.addedMods).toEqual(['chunky@ChunkyB2']);
    const compare = `query ($first: Int!, $second: Int!) {
      compareServerPacks(first: { databaseId: $first }, second: { databaseId: $second }) {
        ... on ServerPackComparison { settings { name second } mods(first: 9) { nodes { change name isByRequest } } markdown }
      }
    }`;
    const packs = { first: first.serverPackId, second: second.serverPackId };
    expect((await ask(service.url, compare, packs)).data?.compareServerPacks).toMatchObject({
      settings: [{ name: 'addedMods', second: 'chunky@ChunkyB2' }],
      mods: { nodes: [{ change: 'ADDED', name: 'The chunky', isByRequest: true }] },
      markdown: expect.stringContaining('The chunky (added by request)'),
    });
  });

  it('are those of the first attempt in a later one', async () => {
    const before = new Map(projects);
    failNext = () => projects.clear();
    const { serverPackId, errors } = await build({ addedMods: ['chunky'] });
    expect(projects.size).toBe(0);
    for (const [id, project] of before) projects.set(id, project);
    expect(errors).toEqual([]);
    expect([...(await entriesOf(serverPackId)).keys()]).toEqual(
      expect.arrayContaining(['mods/Chunky-1.3.92.jar', 'mods/lib.jar']),
    );
  });

  it('take the name of no jar of the pack, as where a server pack with them is uploaded again', async () => {
    const jars = ['LithiumI-LithiumV.jar', 'lithium.jar'];
    const { serverPackId } = await build({ jars, addedMods: ['lithium'] });
    const entries = [...(await entriesOf(serverPackId)).keys()].filter((name) => name.startsWith('mods/'));
    expect(entries.toSorted()).toEqual(jars.map((name) => `mods/${name}`));
    const { errors } = await build({
      jars: [...jars, 'added-LithiumI-LithiumV.jar'],
      addedMods: ['lithium'],
    });
    expect(errors).toMatchObject([{ code: 'ADDED_MOD_REFUSED' }]);
  });

  it('are scanned, and their malware ends the run without a quarantine of the modpack', async () => {
    const jar = zipWith([{ name: 'x.txt', data: 'EVIL', method: 0 }]);
    offer({ id: 'EvilEvil', slug: 'evil', title: 'Evil' }, [{ id: 'EvilVers', name: 'evil.jar', jar }]);
    const { errors } = await build({ addedMods: ['evil'] });
    expect(errors).toEqual([
      {
        code: 'ADDED_MOD_REFUSED',
        error: '"mods/evil.jar", which the request adds, holds malware: Played.Evil.',
        entry: null,
      },
    ]);
    const shut = '{ modPacks(filter: { quarantined: true }) { totalCount } }';
    expect((await ask(service.url, shut, {}, owner)).data).toEqual({ modPacks: { totalCount: 0 } });
  });

  it('are added by the command line without a service, too', async () => {
    const [pack, built] = ['pack.zip', 'built.zip'].map((name) => path.join(service.dataDir, name));
    await writeFile(`${pack}`, zipWith({ 'mods/chunky-1.3.92.jar': modOf('other') }));
    const args = ['--game-version', '1.20.1', '--modloader', 'Fabric', '--modloader-version', '0.15.6'];
    const wishes = ['--add-mod', 'chunky', '--add-mod', 'lithium@9.9'];
    const surroundings = { environment: platforms.environment, connect: platforms.host.connect };
    const ran = await run(['build', ...wishes, `${pack}`, '-o', `${built}`, ...args], surroundings);
    expect(ran).toMatchObject({ exitCode: 0, error: '' });
    expect([...(await unzip(`${built}`)).keys()].filter((name) => name.startsWith('mods/')).sort()).toEqual([
      'mods/ChunkyId-ChunkyR1.jar',
      'mods/chunky-1.3.92.jar',
      'mods/lib.jar',
      'mods/lithium.jar',
    ]);
  });

  it('are jars of this machine on the command line, without a network and on a service', async () => {
    const [pack, jar, built] = ['pack.zip', 'Own mod.jar', 'own.zip'].map((name) =>
      path.join(service.dataDir, name),
    );
    await writeFile(`${jar}`, modOf('own'));
    const args = ['--game-version', '1.20.1', '--modloader', 'Fabric', '--modloader-version', '0.15.6'];
    const named = ['build', `${pack}`, '--add-mod', `${jar}`, '-o', `${built}`, '--force', ...args];
    await writeFile(`${pack}`, zipWith({ 'mods/own_mod.jar': modOf('other') }));
    expect(await run([...named, '--offline'])).toMatchObject({ exitCode: 0, error: '' });
    expect([...(await unzip(`${built}`)).keys()].filter((name) => name.startsWith('mods/'))).toEqual([
      'mods/own_mod.jar',
      expect.stringMatching(/^mods\/[\da-f]{12}\.jar$/),
    ]);
    const environment = {
      GATEWAY_URL: service.url,
      GATEWAY_TOKEN: owner.authorization.replace('Bearer ', ''),
      XDG_STATE_HOME: service.dataDir,
      LOCALAPPDATA: service.dataDir,
    };
    const sent = await run(['--json', 'build', '--upload', `${pack}`, '--add-mod', `${jar}`, ...args], {
      environment,
    });
    expect(sent).toMatchObject({ exitCode: 0 });
    const { serverPackId } = z.object({ serverPackId: z.int() }).parse(JSON.parse(sent.out));
    expect((await factsOf(serverPackId)).decisions.nodes).toContainEqual(
      expect.objectContaining({
        reason: 'ADDED',
        mod: expect.objectContaining({ descriptors: [{ mods: [{ modId: 'own' }] }] }),
      }),
    );
  });

  it('are for servers alone in an .mrpack', async () => {
    const { serverPackId } = await build({ addedMods: ['chunky@1.4-beta', 'lithium'], format: 'MRPACK' });
    const names = [...(await entriesOf(serverPackId)).keys()];
    expect(names.filter((name) => name.includes('/mods/')).sort()).toEqual([
      'overrides/mods/lithium.jar',
      'server-overrides/mods/Chunky-1.4-beta.jar',
    ]);
  });

  it('stay out where the run itself drops them, as where the server did not start with one', async () => {
    const { serverPackId } = await build({ addedMods: ['chunky'], clientMods: ['Chunky-1.3.92.jar'] });
    expect((await factsOf(serverPackId)).decisions.nodes).toContainEqual(
      expect.objectContaining({
        file: 'Chunky-1.3.92.jar',
        kept: false,
        reason: 'ADDED',
        evidence: expect.stringMatching(
          /^The file name begins with .* clientMods names\. addedMods names it/,
        ),
        size: expect.any(Number),
      }),
    );
  });

  it('stay stored for as long as their runs are there', async () => {
    const { database } = service.app;
    const soon = new Date(Date.now() + 600_000);
    const payer = await headersOf(service, { name: 'payer', role: 'publisher', quota: 1_000_000_000 });
    const { modPackId, serverPackId } = await build({ addedMods: ['lithium@9.9'] }, payer);
    // Their bytes count for who asked for them.
    const sizes = `query ($pack: Int!, $server: Int!) { viewer { stored }
      modPack(by: { databaseId: $pack }) { size } serverPack(by: { databaseId: $server }) { size } }`;
    const { data } = await ask(service.url, sizes, { pack: modPackId, server: serverPackId }, payer);
    const { viewer, modPack, serverPack } = Object(data);
    const ofJar = modOf('lithium', { version: '9.9' }).length;
    expect(Number(viewer.stored)).toBe(Number(modPack.size) + Number(serverPack.size) + ofJar);
    await forgetUnusedFetched(database, soon);
    const used = await database.db.selectDistinct({ fileId: addedModRows.fileId }).from(addedModRows);
    expect(used.length).toBeGreaterThan(0);
    const stored = await database.db.selectDistinct({ fileId: fetchedFiles.fileId }).from(fetchedFiles);
    expect(stored).toEqual(expect.arrayContaining(used));
    for (const { id } of await database.db.select({ id: modPacks.id }).from(modPacks))
      await deleteModPack(database, id);
    await forgetUnusedFetched(database, soon);
    expect(await database.db.$count(fetchedFiles)).toBe(0);
    expect(await database.db.$count(files)).toBe(0);
  });

  const addModFile = `mutation ($input: AddModFileInput!) { addModFile(input: $input) {
    ... on ModFileAdded { sha256 size entry }
    ... on UserError { code message }
  } }`;
  async function bring(name: string, jar: Uint8Array) {
    const input = { file: null };
    const { data } = await askWithFiles(service.url, addModFile, input, { file: [name, jar] }, owner);
    return Object(data?.addModFile);
  }
  const refusedIn = async (addedMods: string[]) => {
    const input = { archive: { file: null }, runConfiguration: { ...versions, addedMods } };
    const pack: [string, Buffer] = ['pack.zip', zipWith({ 'mods/a.jar': modOf('a') })];
    const { data } = await askWithFiles(service.url, upload, input, { 'archive.file': pack }, owner);
    return data?.uploadModPack;
  };

  it('may be jars that somebody uploads, which are kept across the versions of a line', async () => {
    const { db } = service.app.database;
    const soon = new Date(Date.now() + 600_000);
    const jar = modOf('own', { environment: 'client' });
    const sha256 = createHash('sha256').update(jar).digest('hex');
    const { entry, ...told } = await bring('../..\\con/My mod, v2!.jar', jar);
    expect({ entry, ...told }).toEqual({
      entry: `sha256:${sha256}/My_mod_v2_.jar`,
      sha256,
      size: jar.length,
    });
    const again = await bring('again.jar', jar);
    expect(again.sha256).toBe(sha256);
    const addedMods = [entry, again.entry, 'chunky@1.4-beta'];
    const first = await build({ line: 'own-jars', addedMods });
    expect(first).toMatchObject({ errors: [], addedMods });
    expect((await factsOf(first.serverPackId)).keptCount).toBe(3);
    expect((await factsOf(first.serverPackId)).decisions.nodes).toContainEqual(
      expect.objectContaining({
        file: 'My_mod_v2_.jar',
        kept: true,
        reason: 'ADDED',
        side: 'CLIENT',
        evidence: expect.stringMatching(
          `^addedMods names it: an uploaded file, SHA-256 ${sha256}. It is a mod for clients: .*client`,
        ),
        mod: { file: 'My_mod_v2_.jar', descriptors: [{ mods: [{ modId: 'own' }] }] },
      }),
    );
    // The line alone keeps it stored.
    for (const { id } of await db.select({ id: modPacks.id }).from(modPacks))
      await deleteModPack(service.app.database, id);
    await forgetUnusedFetched(service.app.database, soon);
    const second = await build({ line: 'own-jars' });
    expect(second.errors).toEqual([]);
    const inSecond = await entriesOf(second.serverPackId);
    expect(inSecond.get('mods/My_mod_v2_.jar')?.contents).toEqual(jar);
    expect([...inSecond.keys()]).toContain('mods/Chunky-1.4-beta.jar');
    await db.delete(addedModRows);
    await db.delete(fetchedFiles);
    const lost = `No jar with the SHA-256 ${sha256} (My_mod_v2_.jar) is stored, or no longer: upload it again.`;
    expect((await build({ line: 'own-jars' })).errors).toEqual([
      { code: 'ADDED_MOD_REFUSED', error: lost, entry: null },
    ]);
    const overrides = `mutation { updateLineOverrides(input: { line: "own-jars", addedMods: ["${entry}"] }) {
      ... on UserError { message }
    } }`;
    expect((await ask(service.url, overrides, {}, owner)).data?.updateLineOverrides).toEqual({
      message: lost,
    });
    expect(await refusedIn([entry])).toEqual({
      __typename: 'UserError',
      code: 'INVALID_INPUT',
      message: lost,
    });
  });

  it('are refused as uploads where they are no jars, are too large, or nothing names them for a day', async () => {
    const refused = (message: string) => ({ code: 'INVALID_INPUT', message });
    const text = Buffer.from('no zip');
    expect(await bring('a.jar', text)).toEqual(refused('"a.jar" is no jar: it has not the end of a zip.'));
    expect(await bring('a.zip', modOf('a'))).toEqual(refused('"a.zip" is no jar by its name.'));
    const large = zipWith([{ name: 'a', data: Buffer.alloc(30_000), method: 0 }]);
    expect(await bring('a.jar', large)).toEqual(
      refused(`"a.jar" has ${large.length} bytes; a jar may have 20000.`),
    );
    const { entry } = await bring('a.jar', modOf('unnamed'));
    await forgetUnusedFetched(service.app.database, new Date(Date.now() + 600_000));
    expect(await refusedIn([entry])).toMatchObject({ code: 'INVALID_INPUT' });
    // Only files that were brought or fetched are found by a hash, no archive of somebody else.
    await build({});
    const packs = await service.app.database.db
      .select({ sha256: files.sha256 })
      .from(files)
      .innerJoin(modPacks, eq(modPacks.fileId, files.id));
    expect(await refusedIn([`sha256:${packs[0]?.sha256}/pack.jar`])).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('end a run in words when Modrinth does not answer as it should', async () => {
    platforms.json('/modrinth/projects', () => 'no list');
    const { errors } = await build({ addedMods: ['chunky'] });
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'ADDED_MOD_REFUSED',
        error: expect.stringMatching(/^Modrinth, which is asked for the mods to add, .*Try again later\.$/),
      }),
    ]);
  });
});
