import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { z } from 'zod';
import { onConnection } from './database.ts';
import { freePorts } from './free-ports.ts';

const run = promisify(execFile);

/** Debian keeps the programs of each version in a folder of their own. */
const versions = '/usr/lib/postgresql';

/** A PostgreSQL server of a test's own, with the database "postgres". */
export interface PostgresServer extends AsyncDisposable {
  url: string;
  /** Ends it at once, as a crash does ("immediate"), or in good order without waiting for its clients ("fast"). */
  stop(how: 'immediate' | 'fast'): Promise<void>;
  /** Starts it where it does not run. */
  start(): Promise<void>;
}

const writers = z.array(z.object({ pid: z.int(), doing: z.string().nullable() }));

/**
 * Starts one, with its files in a folder of its own below `parent`. A forgetful one writes nothing to the disk before it has to, so
 * that `stop('immediate')` takes what a loss of power would take.
 */
export async function startPostgres({
  parent = os.tmpdir(),
  forgetful = false,
} = {}): Promise<PostgresServer> {
  const [version] = (await readdir(versions)).sort((a, b) => Number(b) - Number(a));
  const program = (name: string) => path.join(versions, version ?? '', 'bin', name);
  // It refuses to be root.
  const asRoot = process.getuid?.() === 0;
  const call = async (name: string, args: readonly string[]) => {
    const [file, rest] = asRoot
      ? ['runuser', ['-u', 'postgres', '--', program(name), ...args]]
      : [program(name), args];
    await run(file, rest, { cwd: os.tmpdir() });
  };
  const folder = await mkdtemp(path.join(parent, 'postgres-'));
  if (asRoot) await run('chown', ['postgres', folder]);
  const data = path.join(folder, 'data');
  // On the disk of the machine, whatever becomes of the server's: what it writes goes to a file, as it would hold a pipe open.
  const log = await mkdtemp(path.join(os.tmpdir(), 'postgres-log-'));
  if (asRoot) await run('chown', ['postgres', log]);
  const port = await freePorts(1);
  await call('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-N']);
  const settings = `port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
${forgetful ? 'autovacuum = off' : ''}
`;
  await writeFile(path.join(data, 'postgresql.auto.conf'), settings);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const writerNow = async (client: pg.Client) => {
    const { rows } = await client.query(
      `select pid, wait_event as doing from pg_stat_activity where backend_type = 'walwriter'`,
    );
    return writers.parse(rows);
  };
  /** Has what writes the log by and by stand still, and answers which process that is. */
  const holdWriter = () =>
    onConnection(url, async (client) => {
      for (;;) {
        const [writer] = await writerNow(client);
        // It begins beside those who connect.
        if (writer === undefined) continue;
        process.kill(writer.pid, 'SIGSTOP');
        const [held] = await writerNow(client);
        // In the middle of its work it holds a lock that every commit waits for: who stands still with it, stops all.
        if (held?.doing === 'WalWriterMain') return writer.pid;
        process.kill(writer.pid, 'SIGCONT');
      }
    });
  /** What writes by and by what nobody waits for, and stands still; null where it goes on. */
  let standing: number | null = null;
  const isRunning = () =>
    call('pg_ctl', ['status', '-D', data]).then(
      () => true,
      () => false,
    );
  const start = async () => {
    if (await isRunning()) return;
    await call('pg_ctl', ['start', '-w', '-D', data, '-l', path.join(log, 'log')]);
    if (!forgetful) return;
    standing = await holdWriter();
  };
  const stop = async (how: 'immediate' | 'fast') => {
    const stopped = call('pg_ctl', ['stop', '-m', how, '-D', data]);
    // It hears nothing else; in good order it has its part in the end.
    if (standing !== null) process.kill(standing, how === 'immediate' ? 'SIGKILL' : 'SIGCONT');
    standing = null;
    await stopped;
  };
  await start();
  return {
    url,
    stop,
    start,
    async [Symbol.asyncDispose]() {
      if (await isRunning()) await stop('immediate');
      for (const place of [folder, log]) await rm(place, { recursive: true, force: true });
    },
  };
}

/** Commits a statement as one that does not wait for the disk. */
export function commitUnwritten(url: string, statement: string): Promise<unknown> {
  return onConnection(url, async (client) => {
    await client.query('set synchronous_commit = off');
    await client.query(statement);
  });
}
