/** What docs/operations.md says of backups, restoring and moving, done as it says by its commands. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../src/database/database.ts';
import { openDatabase } from '../src/database/open.ts';

import { globalId } from './graphql/client.ts';
import { type Child, onItsOwn, startChild } from './support/child.ts';
import { requestAnother, smallPack, upload } from './support/client.ts';
import { copyTemplate, databaseKinds, onConnection } from './support/database.ts';
import { makeDataDir } from './support/embedded-files.ts';
import { filesIn } from './support/everything-stored.ts';

const listening = z.looseObject({ address: z.string() });
const modPack = z.object({
  status: z.string(),
  serverPacks: z.array(z.object({ id: z.int(), sha256: z.string() })),
});

function start(environment: Record<string, string>): Child {
  return startChild('src/main.ts', { ...onItsOwn, ...environment });
}

async function addressOf(child: Child): Promise<string> {
  const [line] = await child.line(/^.*"msg":"listening".*$/);
  return listening.parse(JSON.parse(line)).address;
}

/** Runs a command to its end. */
async function run(file: string, environment: Record<string, string>, args: string[]) {
  await using command = startChild(file, environment, args);
  return { code: await command.ended, lines: command.lines, errors: command.errors() };
}

const backUp = (environment: Record<string, string>, ...args: string[]) =>
  run('src/backup/main.ts', environment, ['backup', ...args]);
const restore = (environment: Record<string, string>, ...args: string[]) =>
  run('src/backup/main.ts', environment, ['restore', ...args]);

async function sha256Of(url: string): Promise<string> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return createHash('sha256')
    .update(await answer.bytes())
    .digest('hex');
}

/** That every modpack that was accepted is there with its bytes, and its run comes to its end. */
async function expectWhole(url: string, accepted: ReadonlyMap<number, string>): Promise<void> {
  for (const [id, sha256] of accepted) {
    const read = async () => modPack.parse(await (await fetch(`${url}/api/v2/modpacks/${id}`)).json());
    const ended = async () => ['GENERATED', 'ERROR'].includes((await read()).status);
    await expect.poll(ended).toBe(true);
    const shown = await read();
    expect(shown.status).toBe('GENERATED');
    expect(await sha256Of(`${url}/api/v2/modpacks/download/${id}`)).toBe(sha256);
    const [built] = shown.serverPacks;
    expect(await sha256Of(`${url}/api/v2/serverpacks/download/${built?.id}`)).toBe(built?.sha256);
  }
}

/** A line for each table of the service: its name, the number of its rows and a hash of all they hold. */
const digests = `
  select string_agg(format('%s %s', c.relname, (xpath('/row/digest/text()', query_to_xml(
      format('select count(*) || '' '' || coalesce(md5(string_agg(t::text, e''\\n'' order by t::text)), ''-'') as digest from %I.%I t', n.nspname, c.relname),
      false, true, '')))[1]::text), e'\\n' order by c.relname) as digests
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'backups'`;
const digestsFound = z.tuple([z.object({ digests: z.string() })]);

async function digestsOf(database: Database): Promise<string[]> {
  const [{ digests: found }] = digestsFound.parse(await database.db.execute(sql.raw(digests)));
  return found.split('\n');
}

const digestsInFolder = async (dataDir: string) => {
  await using database = await openDatabase(null, { folder: path.join(dataDir, 'database') });
  return await digestsOf(database);
};

/** The names of all published files of a store on the disk. */
const storedIn = async (folder: string) => (await filesIn(path.join(folder, 'files'))).sort();

async function mutate(url: string, token: string, query: string): Promise<void> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  expect(await answer.text()).not.toMatch(/error/i);
}

it.runIf(databaseKinds.includes('server'))(
  'a service is backed up under load, moves to a PostgreSQL server and back to the embedded database, and has every row and byte',
  async () => {
    await using folders = new AsyncDisposableStack();
    const newFolder = async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'restored-'));
      folders.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
      return folder;
    };
    const [place, another] = [await newFolder(), await newFolder()];
    const first = { DATA_DIR: await newFolder(), BACKUP_DIR: place };
    await makeDataDir(first.DATA_DIR);
    const accepted = new Map<number, string>();
    {
      await using child = start(first);
      const url = await addressOf(child);
      const token = (await run('src/access/main.ts', first, ['create', '--name', 'me', '--role', 'operator']))
        .lines[1];
      await mutate(
        url,
        token ?? '',
        `mutation { createWebhook(input: { url: "https://hooks.example/" }) { __typename ... on UserError { message } } }`,
      );
      const enough = Promise.withResolvers<void>();
      let isOver = false;
      const uploading = (async () => {
        for (let count = 0; !isOver; count += 1) {
          const pack = smallPack(`under load: "\\ ü ${count}`);
          const { body } = await upload(url, pack);
          accepted.set(body.modPackId ?? 0, createHash('sha256').update(pack).digest('hex'));
          if (accepted.size === 5) enough.resolve();
        }
      })();
      await enough.promise;
      const early = new Map(accepted);
      const saved = await backUp(first);
      isOver = true;
      expect(saved).toMatchObject({ code: 0, lines: [expect.stringMatching(/^Saved \d+ modpacks/)] });
      await uploading;

      // A service goes on from a backup that was made under load.
      const restored = { DATA_DIR: await newFolder() };
      expect(await restore(restored, place)).toMatchObject({ code: 0, errors: '' });
      await using other = start(restored);
      await expectWhole(await addressOf(other), early);

      await expectWhole(url, early);
      await mutate(
        url,
        token ?? '',
        `mutation {
          voteServerPack(input: { serverPack: "${globalId('ServerPack', 1)}", vote: UP }) { __typename ... on UserError { message } }
          assignLine(input: { modPack: "${globalId('ModPack', 1)}", line: "a-line" }) { __typename ... on UserError { message } }
        }`,
      );
      expect((await requestAnother(url, 2)).status).toBe(200);
      expect(await restore(first, place)).toMatchObject({
        code: 1,
        errors: expect.stringContaining('Stop the service if it runs'),
      });
      child.process.kill('SIGKILL');
      await child.ended;
    }

    // Stopped, its folder is opened by the command.
    expect(await backUp(first)).toMatchObject({ code: 0 });
    const rows = await digestsInFolder(first.DATA_DIR);
    expect(rows).toEqual(
      expect.arrayContaining([expect.stringMatching(/^lines 1 /), expect.stringMatching(/^webhooks 1 /)]),
    );
    const files = await storedIn(path.join(first.DATA_DIR, 'store'));

    await using server = await copyTemplate();
    const toServer = { DATABASE_URL: server.url, DATA_DIR: await newFolder(), BACKUP_DIR: place };
    expect(await restore(toServer, place)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('has tables'),
    });
    await onConnection(server.url, (client) =>
      client.query('drop schema public cascade; drop schema drizzle cascade; create schema public'),
    );
    expect(await restore(toServer, place)).toMatchObject({ code: 0, errors: '' });
    const onServer = async () => {
      await using database = await openDatabase(server.url, { memory: true });
      return await digestsOf(database);
    };
    expect(await onServer()).toEqual(rows);
    expect(await storedIn(path.join(toServer.DATA_DIR, 'store'))).toEqual(files);
    {
      await using child = start(toServer);
      const url = await addressOf(child);
      await expectWhole(url, accepted);
      // Ids go on, and so do the triggers that count.
      const { body } = await upload(url, smallPack('after the move'));
      expect(body.modPackId).toBe(accepted.size + 1);
      expect(await (await fetch(`${url}/api/v2/modpacks/all`)).json()).toHaveLength(accepted.size + 1);
      child.process.kill('SIGTERM');
      expect(await child.ended).toBe(0);
    }

    expect(await backUp(toServer, '--to', another)).toMatchObject({ code: 0 });
    const back = { DATA_DIR: await newFolder() };
    expect(await restore(back, another)).toMatchObject({ code: 0, errors: '' });
    expect(await digestsInFolder(back.DATA_DIR)).toEqual(await onServer());
    expect(await storedIn(path.join(back.DATA_DIR, 'store'))).toEqual(
      await storedIn(path.join(toServer.DATA_DIR, 'store')),
    );
    await using child = start(back);
    await expectWhole(await addressOf(child), accepted);
  },
);
