import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { startProgram } from './child.ts';
import { freePorts } from './free-ports.ts';

/** Debian's PgBouncer before the databases of a PostgreSQL server, handing on single transactions. */
export interface PgBouncer extends AsyncDisposable {
  /** The address of the same database through it. */
  through(url: string): string;
}

/** `more` are lines of its settings. */
export async function startPgBouncer(server: string, more: readonly string[] = []): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(server);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pgbouncer-'));
  const ownPort = await freePorts(1);
  const settings = path.join(folder, 'pgbouncer.ini');
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port || 5432} user=${decodeURIComponent(username)}${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
${more.join('\n')}
`,
  );
  // It refuses to be root, and becomes somebody else once it has read its settings.
  const user: [string, string] | [] = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const program = startProgram(['/usr/sbin/pgbouncer', ...user, settings], { environment: {} });
  const ended = program.ended.then(() => {
    throw new Error(`PgBouncer has ended: ${program.errors()}`);
  });
  await Promise.race([answers(ownPort), ended]);
  ended.catch(() => undefined);
  return {
    through(url) {
      const address = new URL(url);
      address.host = `127.0.0.1:${ownPort}`;
      return address.href;
    },
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when the port takes connections. */
async function answers(port: number): Promise<void> {
  for (;;) {
    const socket = net.connect(port, '127.0.0.1');
    const opened = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (opened) return;
  }
}
