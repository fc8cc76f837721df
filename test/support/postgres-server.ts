import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { onConnection } from './database.ts';
import { freePorts } from './free-ports.ts';

const run = promisify(execFile);

/** Debian keeps the programs of each version in a folder of their own. */
const versions = '/usr/lib/postgresql';

/** A PostgreSQL server of a test's own, with the database "postgres". */
export interface PostgresServer extends AsyncDisposable {
  url: string;
  /** Ends it as a loss of power does: what it has not written to the disk is lost. Then it starts again. */
  losePower(): Promise<void>;
}

const writers = z.array(z.object({ pid: z.int() }));

/** Starts one that writes nothing to the disk before it has to. */
export async function startPostgres(): Promise<PostgresServer> {
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
  const folder = await mkdtemp(path.join(os.tmpdir(), 'postgres-'));
  if (asRoot) await run('chown', ['postgres', folder]);
  const data = path.join(folder, 'data');
  const port = await freePorts(1);
  await call('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-N']);
  const settings = `port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
autovacuum = off
`;
  await writeFile(path.join(data, 'postgresql.auto.conf'), settings);
  // What it writes goes to a file: a pipe would be held open by it.
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const findWriter = () =>
    onConnection(url, async (client) => {
      for (;;) {
        const { rows } = await client.query(
          `select pid from pg_stat_activity where backend_type = 'walwriter'`,
        );
        // It begins beside those who connect.
        const [writer] = writers.parse(rows);
        if (writer !== undefined) return writer.pid;
      }
    });
  /** What writes by and by what nobody waits for stands still. */
  const start = async () => {
    await call('pg_ctl', ['start', '-w', '-D', data, '-l', path.join(folder, 'log')]);
    const pid = await findWriter();
    process.kill(pid, 'SIGSTOP');
    return pid;
  };
  let standing = await start();
  const stop = async () => {
    const stopped = call('pg_ctl', ['stop', '-m', 'immediate', '-D', data]);
    // It hears nothing else.
    process.kill(standing, 'SIGKILL');
    await stopped;
  };
  return {
    url,
    async losePower() {
      await stop();
      standing = await start();
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true });
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
