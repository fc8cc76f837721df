import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { files } from '../../drizzle/schema.ts';
import { readConfig } from '../../src/config.ts';
import { type Database, rows } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { defaultServerSettings, type ServerSettings } from '../../src/database/settings.ts';
import { isUnreachable } from '../../src/database/unreachable.ts';
import { ask as askGraphQL, globalId } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { openPassage, type Passage } from '../support/passage.ts';

const aFile = (mark: string) => ({ sha256: mark, size: 1, storageKey: mark });

interface Scene extends AsyncDisposable {
  /** The server's own address. */
  url: string;
  passage: Passage;
  database: Database;
}

/** A database behind a passage. */
async function openScene(settings: Partial<ServerSettings> = {}): Promise<Scene> {
  await using parts = new AsyncDisposableStack();
  const { url } = parts.use(await createServerDatabase());
  const passage = parts.use(await openPassage(url));
  const server = { ...defaultServerSettings, ...settings };
  const database = parts.use(await openDatabase(passage.url, { memory: true }, { server }));
  const kept = parts.move();
  return { url, passage, database, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** The same with the service on it. */
async function openServedScene(
  settings: Partial<ServerSettings>,
): Promise<{ scene: Scene; service: TestApp } & AsyncDisposable> {
  const scene = await openScene(settings);
  const service = await startTestApp({ overrides: { database: scene.database } });
  const dispose = async () => {
    await service[Symbol.asyncDispose]();
    await scene[Symbol.asyncDispose]();
  };
  return { scene, service, [Symbol.asyncDispose]: dispose };
}

async function terminate(url: string, which = 'true'): Promise<void> {
  await onConnection(url, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and ${which}`),
  );
}

async function storedFiles({ db }: Database): Promise<string[]> {
  const stored = await db.select({ sha256: files.sha256 }).from(files);
  return stored.map(({ sha256 }) => sha256);
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

const quick = { connectTimeoutMs: 2_000, statementTimeoutMs: 2_000, pingMs: 500, silenceMs: 2_000 };

describe('the limits on a database that is away', () => {
  it('end a request within ten seconds, and the silence of notifications within thirty', () => {
    const { connectTimeoutMs, statementTimeoutMs, pingMs, silenceMs } = defaultServerSettings;
    expect(connectTimeoutMs + statementTimeoutMs + 500).toBeLessThan(10_000);
    expect(pingMs + silenceMs + connectTimeoutMs).toBeLessThan(30_000);
  });
});

describe.runIf(databaseKinds.includes('server'))('a transaction', () => {
  it('that is cut between two statements leaves nothing of either', async () => {
    await using scene = await openScene();
    const { database, url } = scene;
    const error = await failure(
      database.db.transaction(async (tx) => {
        await tx.insert(files).values(aFile('first'));
        await terminate(url, `state = 'idle in transaction'`);
        // A statement that is sent to what is no longer there fails, and so does the commit of whoever passes over it.
        await tx
          .insert(files)
          .values(aFile('second'))
          .catch(() => {});
      }),
    );
    expect(isUnreachable(error)).toBe(true);
    expect(await storedFiles(database)).toEqual([]);
    await database.db.transaction((tx) => tx.insert(files).values(aFile('third')));
    expect(await storedFiles(database)).toEqual(['third']);
  });

  it('that passes over a failed statement fails', async () => {
    await using scene = await openScene();
    const { database } = scene;
    const swallowing = database.db.transaction(async (tx) => {
      await tx.insert(files).values(aFile('first'));
      await tx.execute(sql`select 1 / 0`).catch(() => {});
    });
    await expect(swallowing).rejects.toThrow('passed over');
    expect(await storedFiles(database)).toEqual([]);
  });

  it('tells why its work failed, though its connection is gone by then', async () => {
    await using scene = await openScene();
    const failing = scene.database.db.transaction(async (tx) => {
      await tx.insert(files).values(aFile('first'));
      await terminate(scene.url, `state = 'idle in transaction'`);
      throw new Error('in the work');
    });
    await expect(failing).rejects.toThrow('in the work');
  });

  it('that begins on a connection that is gone takes no place in the pool for ever', async () => {
    await using scene = await openScene({ pool: 1, connectTimeoutMs: 500 });
    const { database, url } = scene;
    for (let time = 0; time < 5; time += 1) {
      await expect.poll(() => failure(database.db.execute(sql`select 1`))).toBeNull();
      // Begun in the very moment in which the connection goes.
      await Promise.all([failure(database.db.transaction(async () => {})), terminate(url)]);
    }
    await expect.poll(() => failure(database.db.execute(sql`select 1`))).toBeNull();
  });

  it('that waits too long for its next statement is ended', async () => {
    await using scene = await openScene({ idleTransactionTimeoutMs: 100 });
    const { database } = scene;
    const error = await failure(
      database.db.transaction(async (tx) => {
        await tx.insert(files).values(aFile('first'));
        const open = sql`select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`;
        await expect.poll(() => rows(database.db, open)).toEqual([]);
        await tx.insert(files).values(aFile('second'));
      }),
    );
    expect(isUnreachable(error)).toBe(true);
    expect(await storedFiles(database)).toEqual([]);
  });
});

describe.runIf(databaseKinds.includes('server'))('a lock', () => {
  it('that is lost with its connection takes the right to commit with it', async () => {
    await using scene = await openScene();
    const { database, url } = scene;
    const error = await failure(
      database.exclusively('one', async (held) => {
        await terminate(url, `query like '%advisory%'`);
        await database.exclusively('other', async () => {});
        await held.transaction((tx) => tx.insert(files).values(aFile('first')));
      }),
    );
    expect(isUnreachable(error)).toBe(true);
    expect(await storedFiles(database)).toEqual([]);
    expect(await database.exclusively('one', async () => 'free')).toBe('free');
  });

  it('lets those who wait know when the database falls silent', async () => {
    await using scene = await openScene({ ...quick, lockPool: 1 });
    const { database, passage } = scene;
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holder = database.exclusively('one', async () => {
      begun.resolve();
      await held.promise;
    });
    await begun.promise;
    const waiting = ['one', 'other'].map((name) => failure(database.exclusively(name, async () => {})));
    passage.silence();
    expect((await Promise.all(waiting)).map(isUnreachable)).toEqual([true, true]);
    held.resolve();
    await holder;
    passage.speak();
    await expect.poll(() => failure(database.exclusively('one', async () => {}))).toBeNull();
  });
});

describe.runIf(databaseKinds.includes('server'))('a statement', () => {
  afterEach(() => void vi.useRealTimers());

  it('is ended by the server after the time that is set for requests and for work', async () => {
    await using scene = await openScene({
      statementTimeoutMs: 2_001,
      workStatementTimeoutMs: 2_002,
      idleTransactionTimeoutMs: 2_003,
    });
    const { db, patient, exclusively } = scene.database;
    const limits = sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    const ofRequests = { statement: '2001ms', idle: '2003ms' };
    const ofWork = { statement: '2002ms', idle: '2003ms' };
    expect(await rows(db, limits)).toEqual([ofRequests]);
    expect(await exclusively('one', (held) => rows(held, limits))).toEqual([ofRequests]);
    expect(await rows(patient, limits)).toEqual([ofWork]);
  });

  it('of work that takes too long fails as where the database is away', async () => {
    await using scene = await openScene({ workStatementTimeoutMs: 10 });
    expect(isUnreachable(await failure(scene.database.patient.execute(sql`select pg_sleep(60)`)))).toBe(true);
  });

  it('of a request waits for a connection as long as is set', async () => {
    await using scene = await openScene({ pool: 1, connectTimeoutMs: 5_000 });
    const { db } = scene.database;
    await db.execute(sql`select 1`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await db.transaction(async () => {
      let isOver = false;
      const waiting = failure(db.execute(sql`select 1`)).finally(() => {
        isOver = true;
      });
      await expect.poll(() => scene.database.pools().requests?.waiting).toBe(1);
      await vi.advanceTimersByTimeAsync(4_999);
      expect(isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(isUnreachable(await waiting)).toBe(true);
    });
  });
});

describe.runIf(databaseKinds.includes('server'))('a database that swallows everything', () => {
  it('is a 503 for requests, and is used again when it answers', async () => {
    await using scenery = await openServedScene(quick);
    const { scene, service } = scenery;
    const { passage } = scene;
    const ask = async (path: string) => (await fetch(`${service.url}/${path}`)).status;
    const send = async () => {
      const form = new FormData();
      for (const name of ['gameVersion', 'modloaderVersion']) form.set(name, '1.20.1');
      form.set('modloader', 'fabric');
      form.set('file', new Blob([new Uint8Array(smallPack())]), 'pack.zip');
      return (await fetch(`${service.url}/api/v2/modpacks/upload`, { method: 'POST', body: form })).status;
    };
    expect(await ask('api/v2/modpacks/1')).toBe(404);
    passage.silence();
    // More than there are connections, so that some wait for one.
    const paths = ['api/v2/modpacks/all', 'api/v2/modpacks/1', 'api/v2/serverpacks/vote/1&up'];
    const many = Array.from({ length: 8 }, () => paths).flat();
    const vote = `mutation { voteServerPack(input: { serverPack: "${globalId('ServerPack', 1)}", vote: UP }) { __typename } }`;
    const asked = ['{ modPack(by: { databaseId: 1 }) { name } }', vote];
    const graphql = async (query: string) => (await askGraphQL(service.url, query)).status;
    const answers = await Promise.all([...many.map(ask), send(), ...asked.map(graphql)]);
    expect(answers).toEqual(answers.map(() => 503));
    passage.speak();
    await expect.poll(() => ask('api/v2/modpacks/1')).toBe(404);
    expect((await upload(service.url, smallPack())).status).toBe(200);
    for await (const { message } of service.app.feed.subscribe({ modPackId: 1 }, 0)) {
      if (message === 'Syncing ServerPack to database.') break;
    }
  });

  it('keeps nothing from those who listen', async () => {
    await using scene = await openScene(quick);
    const { database, passage, url } = scene;
    const heard: string[] = [];
    const missed = Promise.withResolvers<void>();
    await database.listen('news', (payload) => heard.push(payload), missed.resolve);
    await database.notify('news', 'before');
    await expect.poll(() => heard).toEqual(['before']);
    passage.silence();
    await onConnection(url, (client) => client.query(`notify news, 'meanwhile'`));
    passage.speak();
    await missed.promise;
    await expect.poll(() => failure(database.notify('news', 'after'))).toBeNull();
    await expect.poll(() => heard).toEqual(['before', 'after']);
  });

  it('ends the work that waits for it, whatever that may take', async () => {
    await using scene = await openScene({ ...quick, workStatementTimeoutMs: 3_600_000 });
    const { database, passage } = scene;
    await rows(database.patient, sql`select 1`);
    passage.silence();
    expect(isUnreachable(await failure(rows(database.patient, sql`select 1`)))).toBe(true);
  });
});

describe.runIf(databaseKinds.includes('server'))('a database that has too many connections', () => {
  it('is a 503 for requests, and is used again when it has room', async () => {
    await using scenery = await openServedScene(quick);
    const { scene, service } = scenery;
    const ask = async () => (await fetch(`${service.url}/api/v2/modpacks/1`)).status;
    scene.passage.refuse();
    await terminate(scene.url);
    await expect.poll(ask).toBe(503);
    scene.passage.speak();
    await expect.poll(ask).toBe(404);
  });
});

describe.runIf(databaseKinds.includes('server'))('the connections of a node', () => {
  it('are no more than the settings say, and the listener', async () => {
    const { pool } = readConfig({ DATABASE_POOL: '2' }).databaseServer;
    await using scene = await openScene({
      connectTimeoutMs: 60_000,
      pool,
      workPool: 3,
      lockPool: 1,
    });
    const { database, url } = scene;
    await onConnection(url, async (client) => {
      const count = async (which: string) => {
        const { rows: found } = await client.query<{ open: number }>(`select count(*)::int as open
          from pg_stat_activity where datname = current_database() and application_name = 'server-packs' and ${which}`);
        return found[0]?.open;
      };
      // Whoever has a connection waits on it for a lock, until all others have asked for one too.
      await client.query('select pg_advisory_lock(1)');
      const held = sql`select pg_advisory_lock_shared(1), pg_advisory_unlock_shared(1)`;
      const asked = Promise.all([
        ...Array.from({ length: 5 }, () => database.db.execute(held)),
        ...Array.from({ length: 5 }, () => database.patient.execute(held)),
        ...['a', 'b', 'c'].map((name) => database.exclusively(name, (one) => one.execute(held))),
      ]);
      await expect.poll(() => count(`wait_event = 'advisory'`)).toBe(2 + 3 + 1);
      const open = await count('true');
      await client.query('select pg_advisory_unlock(1)');
      await asked;
      expect(open).toBe(2 + 3 + 1 + 1);
    });
  });
});
