import { eq, sql } from 'drizzle-orm';
import { parse, validateExecutionArgs } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { modPacks, runConfigurations, serverPacks } from '../../drizzle/schema.ts';
import { anonymous } from '../../src/access/permissions.ts';
import { openDatabase } from '../../src/database/open.ts';
import { carryOut, planOf } from '../../src/graphql/execution/plan.ts';
import { spellingOfSchema, toText } from '../../src/graphql/execution/written.ts';
import { schema } from '../../src/graphql/schema.ts';
import { createContext } from '../../src/http/request-context.ts';
import { legacySpelling } from '../../src/rest/legacy-json.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  createServerDatabase,
  databaseKinds,
  onConnection,
  openScratchDatabase,
} from '../support/database.ts';
import { insertFinishedRuns } from './rows.ts';

/** All that JSON escapes, and what other languages would. */
const oddText = 'a"b\\c/d\b\f\n\r\t\u0001\u001f\u007f\u2028\u2029é💥, "x", <b>';
/** What stands between two texts in a list, too. */
const oddTexts = [oddText, '', ', ', '", "', '[]', 'null'];

const run =
  '__typename id databaseId gameVersion modloader startArgs clientMods whitelistedMods includeWorld dateCreated';
const all = `__typename id databaseId name source status size sha256 downloads confirmedWorking projectID
  versionID dateCreated archiveRemoved
  serverPacks(last: 2) { nodes { other: id size downloads confirmedWorking keptCount dateCreated
    runConfiguration { ${run} } } }
  runConfigurations(first: 1) { those: nodes { ...Run } }`;
const fragments = `fragment Run on RunConfiguration { ... on RunConfiguration { ${run} } }`;

/** What the plan of a query comes to, and whether any of it was written by the database. */
async function carriedOut({ app }: TestApp, query: string, spelling = spellingOfSchema) {
  const args = validateExecutionArgs({ schema, document: parse(query) });
  if (!('schema' in args)) throw new Error('These variables do not fit.');
  const plan = planOf(args);
  if (plan === null) throw new Error('This query has no plan.');
  const context = createContext(app, { viewer: anonymous('127.0.0.1'), baseUrl: 'http://localhost' });
  const asText = { isUsed: false, spelling };
  const written = await carryOut(plan, args, { ...context, asText });
  const objects = await carryOut(plan, args, context);
  return { isWritten: asText.isUsed, written: toText(written), byUs: JSON.stringify(objects) };
}

describe('modpacks of which nothing is asked but what their fields expose', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp({ environment: { MAX_QUERY_COST: '1000000' } });
    await service.app.stopWork();
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 3, runs: 3 });
    await db.update(modPacks).set({ name: oddText, dateCreated: new Date('2026-01-02T03:04:05.000Z') });
    await db
      .update(runConfigurations)
      .set({ clientMods: oddTexts, gameVersion: oddText, dateCreated: new Date('0999-12-31T23:59:59.007Z') });
    // Without a quote in any of them, they need not be written one by one.
    for (const [id, texts] of [
      [1, ['a, ', ', b', ',', '', 'c']],
      [2, [', ', 'b', ', ']],
      [4, ['a", ', 'b']],
      [3, ['\\', 'é\u0001, ', 'b']],
    ] as const)
      await db
        .update(runConfigurations)
        .set({ clientMods: [...texts], whitelistedMods: [...texts.slice(0, 1)] })
        .where(eq(runConfigurations.id, id));
    await db.update(serverPacks).set({ confirmedWorking: -2_147_483_648 });
    return () => service[Symbol.asyncDispose]();
  });

  it('are written by the database, to the byte as we write them', async () => {
    for (const query of [
      `{ modPacks(first: 2) { nodes { ${all} } } } ${fragments}`,
      `{ modPacks(last: 2, orderBy: { field: DATE_CREATED, direction: ASC }) { totalCount pageInfo { endCursor hasPreviousPage } nodes { ${all} } } } ${fragments}`,
      `{ modPacks(filter: { status: [GENERATED], nameContains: "b" }) { nodes { ${all} } } } ${fragments}`,
      `{ modPack(databaseId: 2) { ${all} } } ${fragments}`,
      '{ one: modPacks { nodes { name } } other: modPacks { nodes { size } } }',
      // Nothing is joined that would bring them into an order of its own.
      '{ modPacks { nodes { name runConfigurations(last: 2) { nodes { databaseId } } } } }',
      // The same from the other end.
      '{ modPacks { nodes { name runConfigurations(first: 2) { nodes { databaseId } } } } }',
      // The most below one modpack, and below all of a page together.
      '{ modPacks(first: 50) { nodes { serverPacks(first: 50) { nodes { size } } } } }',
      `{ modPack(databaseId: 2) { ${Array.from({ length: 120 }, (_, index) => `name${index}: name`).join(' ')} } }`,
    ]) {
      const { isWritten, written, byUs } = await carriedOut(service, query);
      expect([query, isWritten, written]).toEqual([query, true, byUs]);
      expect(byUs).toMatch(/size|name/);
    }
  });

  it('are server packs and run configurations, too', async () => {
    const pack = `__typename id databaseId fileDatabaseId size sha256 downloads confirmedWorking keptCount droppedCount
      dateCreated runConfiguration { ...Run }`;
    for (const query of [
      `{ serverPacks(first: 2) { nodes { ${pack} } } } ${fragments}`,
      `{ serverPacks(last: 2, orderBy: { field: DATE_CREATED, direction: ASC }) { totalCount pageInfo { endCursor } nodes { ${pack} } } } ${fragments}`,
      `{ serverPacks(filter: { modloader: FORGE, nameContains: "b" }) { nodes { ${pack} } } } ${fragments}`,
      `{ serverPack(databaseId: 3) { ${pack} } } ${fragments}`,
      `{ runConfigurations(first: 50) { nodes { ...Run } } } ${fragments}`,
      `{ runConfigurations(filter: { modPackDatabaseId: 2 }, last: 1) { pageInfo { startCursor } nodes { ...Run } } } ${fragments}`,
      `{ runConfiguration(databaseId: 3) { ...Run } } ${fragments}`,
    ]) {
      const { isWritten, written, byUs } = await carriedOut(service, query);
      expect([query, isWritten, written]).toEqual([query, true, byUs]);
      expect(byUs).toMatch(/gameVersion/);
    }
  });

  it.each(databaseKinds)('have their times in UTC wherever the %s database is', async (kind) => {
    await using place = kind === 'server' ? await createServerDatabase() : null;
    // Whoever connects from here on is told so; an embedded one has its only connection already.
    if (place !== null)
      await onConnection(place.url, (client) =>
        client.query(`do $$ begin
          execute format('alter database %I set timezone = ''Asia/Tokyo''', current_database()); end $$`),
      );
    await using database = place
      ? await openDatabase(place.url, { memory: true })
      : await openScratchDatabase('embedded');
    if (place === null) await database.db.execute(sql`set timezone = 'Asia/Tokyo'`);
    await using elsewhere = await startTestApp({ overrides: { database } });
    await elsewhere.app.stopWork();
    await insertFinishedRuns(database.db, { modPacks: 1, runs: 1 });
    await database.db.update(modPacks).set({ dateCreated: new Date('2026-01-02T03:04:05.000Z') });
    const { isWritten, written } = await carriedOut(elsewhere, '{ modPack(databaseId: 1) { dateCreated } }');
    expect([isWritten, written]).toEqual([true, '{"modPack":{"dateCreated":"2026-01-02T03:04:05.000Z"}}']);
  });

  it('are nothing where there are none', async () => {
    for (const [query, answer] of [
      ['{ modPack(databaseId: 999) { name } }', '{"modPack":null}'],
      [
        '{ modPack(databaseId: 2) { serverPacks(first: 0) { nodes { size } } } }',
        '{"modPack":{"serverPacks":{"nodes":[]}}}',
      ],
      ['{ modPacks(first: 0) { nodes { name } } }', '{"modPacks":{"nodes":[]}}'],
      ['{ serverPack(databaseId: 999) { size } }', '{"serverPack":null}'],
      ['{ runConfiguration(databaseId: 999) { modloader } }', '{"runConfiguration":null}'],
    ] as const) {
      expect((await carriedOut(service, query)).written).toBe(answer);
    }
  });

  it.each(['first: 1', 'last: 1'])('are not written beyond a page of %s', async (page) => {
    await using own = await startTestApp();
    await own.app.stopWork();
    const { db } = own.app.database;
    await insertFinishedRuns(db, { modPacks: 3, runs: 1 });
    // No list, so that writing the row in the middle fails.
    await db.execute(sql`update run_configurations set client_mods = '"\\""'::jsonb where id = 2`);
    const query = (kind: string, nodes: string) => `{ ${kind}(${page}) { nodes { databaseId ${nodes} } } }`;
    for (const asked of [
      query('modPacks', 'runConfigurations { nodes { clientMods } }'),
      query('serverPacks', 'runConfiguration { clientMods }'),
      query('runConfigurations', 'clientMods'),
    ]) {
      const { isWritten, written, byUs } = await carriedOut(own, asked);
      expect([asked, isWritten, written]).toEqual([asked, true, byUs]);
      await expect(carriedOut(own, asked.replace(': 1', ': 2'))).resolves.toMatchObject({ written: 'null' });
    }
  });

  it('are objects where anything else is asked, or the same in two ways', async () => {
    for (const query of [
      '{ modPacks { nodes { downloadUrl } } }',
      '{ modPacks { nodes { name manifest { kind } } } }',
      '{ modPacks { nodes { serverPacks { totalCount nodes { size } } } } }',
      '{ modPacks { nodes { serverPacks { nodes { modPack { name } } } } } }',
      '{ modPacks { nodes { serverPacks(orderBy: { field: DATE_CREATED, direction: DESC }) { nodes { size } } } } }',
      '{ modPacks { nodes { serverPacks(first: 51) { nodes { size } } } } }',
      '{ modPacks(first: 51) { nodes { serverPacks(first: 50) { nodes { size } } } } }',
      '{ modPacks { nodes { name } edges { node { size } } } }',
      '{ modPacks { nodes { name name } } }',
      '{ modPacks(orderBy: { field: NAME, direction: ASC }) { nodes { name } } }',
      '{ a: modPack(databaseId: 1) { name } b: modPack(databaseId: 2) { name } }',
      '{ serverPacks { nodes { size downloadUrl } } }',
      '{ serverPacks { nodes { modPack { name } } } }',
      '{ serverPacks(orderBy: { field: DOWNLOADS, direction: ASC }) { nodes { size } } }',
      '{ serverPack(modPackDatabaseId: 1, runConfigurationDatabaseId: 1) { size } }',
      '{ a: serverPack(databaseId: 1) { size } b: serverPack(databaseId: 2) { size } }',
      '{ runConfigurations { nodes { modloader serverPack { size } } } }',
    ]) {
      const { isWritten, written, byUs } = await carriedOut(service, query);
      expect([query, isWritten, written]).toEqual([query, false, byUs]);
    }
  });

  it('have whole lists for REST, as long as these are short', async () => {
    const query = (id: number, list = 'serverPacks(first: 51)') =>
      `{ modPack(databaseId: ${id}) { made: dateCreated ${list} { nodes { id: databaseId runConfiguration { modloader } } } } }`;
    const { isWritten, written } = await carriedOut(service, query(1), legacySpelling);
    const packs = await service.app.database.db
      .select({ id: serverPacks.id, modloader: runConfigurations.modloader })
      .from(serverPacks)
      .innerJoin(runConfigurations, eq(runConfigurations.id, serverPacks.runConfigurationId))
      .where(eq(serverPacks.modPackId, 1))
      .orderBy(serverPacks.id);
    expect(packs).toHaveLength(3);
    const shown = packs.map(({ id, modloader }) => ({ id, runConfiguration: { modloader } }));
    const whole = { modPack: { made: 1767323045000, serverPacks: shown } };
    expect([isWritten, written]).toEqual([true, JSON.stringify(whole)]);
    // Where not all of the list is asked for, or not from its beginning, or of several modpacks.
    for (const other of [
      query(1, 'serverPacks(first: 50)'),
      query(1, 'serverPacks(last: 51)'),
      '{ modPacks { nodes { serverPacks(first: 51) { nodes { size } } } } }',
    ])
      expect([other, (await carriedOut(service, other, legacySpelling)).isWritten]).toEqual([other, false]);
  });

  it.each([
    [50, true],
    [51, false],
  ])('with %i server packs are written for REST: %s', async (runs, isWritten) => {
    await using own = await startTestApp({ environment: { MAX_PAGE_SIZE: '100' } });
    await own.app.stopWork();
    await insertFinishedRuns(own.app.database.db, { modPacks: 1, runs });
    const query = '{ modPack(databaseId: 1) { serverPacks(first: 100) { nodes { size } } } }';
    expect((await carriedOut(own, query, legacySpelling)).isWritten).toBe(isWritten);
    const answer = await fetch(`${own.url}/api/v2/modpacks/1`);
    const all = await fetch(`${own.url}/api/v2/modpacks/all`);
    expect(`[${await answer.text()}]`).toBe(await all.text());
  });

  it('are sent as they are once the document is known, with the same tag as before', async () => {
    const query = `{ modPacks { nodes { ${all} } } } ${fragments}`;
    const answered = async () => {
      const response = await fetch(`${service.url}/graphql?query=${encodeURIComponent(query)}`);
      return { text: await response.text(), tag: response.headers.get('etag') };
    };
    const first = await answered();
    expect(first.text).toContain('"confirmedWorking":-2147483648');
    expect(await answered()).toEqual(first);
    expect(await answered()).toEqual(first);
  });

  it('count with all that is written of them towards the most that an answer may hold', async () => {
    await using small = await startTestApp({ environment: { MAX_ANSWER_BYTES: '1024' } });
    await small.app.stopWork();
    await insertFinishedRuns(small.app.database.db, { modPacks: 3, runs: 3 });
    const ask = async (first: number) => {
      const query = `{ modPacks(first: ${first}) { nodes { name sha256 projectID versionID runConfigurations { nodes { gameVersion modloaderVersion startArgs clientMods whitelistedMods } } } } }`;
      const response = await fetch(`${small.url}/graphql?query=${encodeURIComponent(query)}`);
      return { status: response.status, text: await response.text() };
    };
    const refused = await ask(3);
    expect(refused.text).toContain('more than 1024 bytes');
    expect(await ask(3)).toEqual(refused);
    expect((await ask(1)).status).toBe(200);
  });
});
