/** What docs/operations.md says of a backup of the embedded database and the files beside it, and of moving it to a server, done as it says. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../src/database/open.ts';
import { type Child, onItsOwn, startChild } from './support/child.ts';
import { requestAnother, smallPack, upload } from './support/client.ts';
import { createServerDatabase, databaseKinds, onConnection } from './support/database.ts';
import { makeDataDir } from './support/embedded-files.ts';

const listening = z.looseObject({ address: z.string() });
const modPack = z.object({
  status: z.string(),
  serverPacks: z.array(z.object({ id: z.int(), sha256: z.string() })),
});

function start(dataDir: string, more: Record<string, string> = {}): Child {
  return startChild('src/main.ts', {
    ...onItsOwn,
    DATA_DIR: dataDir,
    ...more,
  });
}

async function addressOf(child: Child): Promise<string> {
  const [line] = await child.line(/^.*"msg":"listening".*$/);
  return listening.parse(JSON.parse(line)).address;
}

function stateOf({ process: { pid } }: Child): string {
  return execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).trim();
}

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

it('a service with the embedded database starts whole from a snapshot that was taken under load, and from copies of a stopped one', async () => {
  await using folders = new AsyncDisposableStack();
  const newFolder = async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'restored-'));
    folders.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    return folder;
  };
  const [running, snapshot, copy] = [await newFolder(), await newFolder(), await newFolder()];
  const accepted = new Map<number, string>();
  await makeDataDir(running);
  {
    await using child = start(running);
    const url = await addressOf(child);
    const enough = Promise.withResolvers<void>();
    let isOver = false;
    const uploading = (async () => {
      for (let count = 0; !isOver; count += 1) {
        const pack = smallPack(`under load ${count}`);
        const { body } = await upload(url, pack);
        accepted.set(body.modPackId ?? 0, createHash('sha256').update(pack).digest('hex'));
        if (accepted.size === 5) enough.resolve();
      }
    })();
    await enough.promise;
    // A process that stands still writes nothing: what is copied now is of one moment, as in a snapshot of the file system.
    child.process.kill('SIGSTOP');
    await expect.poll(() => stateOf(child)).toMatch(/^T/);
    await cp(running, snapshot, {
      recursive: true,
      // Threads still build there; a start throws it away.
      filter: (from) => !from.includes(`${path.sep}scratch${path.sep}`),
    });
    isOver = true;
    child.process.kill('SIGKILL');
    await Promise.allSettled([uploading, child.ended]);
  }
  expect(accepted.size).toBeGreaterThanOrEqual(5);
  {
    await using child = start(snapshot);
    await expectWhole(await addressOf(child), accepted);
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(0);
  }
  for (const part of ['database', 'store/files'])
    await cp(path.join(snapshot, part), path.join(copy, part), { recursive: true });
  await using child = start(copy);
  await expectWhole(await addressOf(child), accepted);
});

/** A line for each table of the service: its name, the number of its rows and a hash of all they hold. */
const digests = `
  select string_agg(format('%s.%s %s', n.nspname, c.relname, (xpath('/row/digest/text()', query_to_xml(
      format('select count(*) || '' '' || coalesce(md5(string_agg(t::text, e''\\n'' order by t::text)), ''-'') as digest from %I.%I t', n.nspname, c.relname),
      false, true, '')))[1]::text), e'\\n' order by n.nspname, c.relname) as digests
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`;
const digestsFound = z.tuple([z.object({ digests: z.string() })]);

it.runIf(databaseKinds.includes('server'))(
  'a service whose embedded database is moved to a PostgreSQL server goes on there with every row, and with the runs that a kill had cut',
  async () => {
    await using folders = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'moved-'));
    folders.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));
    await makeDataDir(dataDir);
    await using place = await createServerDatabase();
    const onServer = { DATABASE_URL: place.url, DATA_DIR: dataDir };
    const move = async () => {
      await using command = startChild('src/database/main.ts', onServer, ['move']);
      return { code: await command.ended, lines: command.lines, errors: command.errors() };
    };
    const accepted = new Map<number, string>();
    {
      await using child = start(dataDir);
      const url = await addressOf(child);
      for (let count = 0; count < 6; count += 1) {
        const pack = smallPack(`to be moved: "\\ ü ${count}`);
        const { body } = await upload(url, pack);
        accepted.set(body.modPackId ?? 0, createHash('sha256').update(pack).digest('hex'));
      }
      expect((await requestAnother(url, 1)).status).toBe(200);
      expect(await move()).toMatchObject({ code: 1, errors: expect.stringContaining('Stop that one first') });
      child.process.kill('SIGKILL');
      await child.ended;
    }
    expect(await move()).toMatchObject({
      code: 0,
      errors: '',
      lines: [
        `Database: ${path.join(dataDir, 'database')}.`,
        expect.stringMatching(/^Database: postgres:\/\/[^@]+\.$/),
        expect.stringContaining('6 modpacks'),
        expect.any(String),
      ],
    });
    const left = await (async () => {
      await using embedded = await openDatabase(null, { folder: path.join(dataDir, 'database') });
      return z.array(z.unknown()).parse(await embedded.db.execute(sql.raw(digests)));
    })();
    const arrived = await onConnection(place.url, async (client) => (await client.query(digests)).rows);
    expect(digestsFound.parse(arrived)[0].digests.split('\n')).toEqual(
      digestsFound.parse(left)[0].digests.split('\n'),
    );
    {
      await using child = start(dataDir, onServer);
      const url = await addressOf(child);
      await expectWhole(url, accepted);
      // Ids go on, and so do the triggers that count.
      const { body } = await upload(url, smallPack('after the move'));
      expect(body.modPackId).toBe(7);
      expect(await (await fetch(`${url}/api/v2/modpacks/all`)).json()).toHaveLength(7);
    }
    expect(await move()).toMatchObject({ code: 1, errors: expect.stringContaining('mod_packs') });
  },
);
