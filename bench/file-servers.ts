/** Servers of files, to hold the service against: each takes or gives the files of one folder. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { failed, type Server, serverOf } from './servers.ts';

/** Node's own server, which takes them too. */
export async function startPlainNode(folder: string): Promise<Server> {
  const child = fork(fileURLToPath(new URL('./peers/files.mjs', import.meta.url)), {
    env: { ...process.env, FOLDER: folder, NODE_ENV: 'production' },
    execArgv: [],
  });
  const [port] = await Promise.race([once(child, 'message'), failed('the plain server', child)]);
  return serverOf(child, `http://127.0.0.1:${port}`);
}

/** nginx, which gives them by sendfile; it keeps what it needs in `own`. */
export async function startNginx(folder: string, own: string): Promise<Server> {
  await mkdir(own, { recursive: true });
  const port = await freePort();
  const configuration = path.join(own, 'nginx.conf');
  await writeFile(
    configuration,
    `daemon off; master_process off; pid ${own}/pid; error_log ${own}/error.log;
     events { worker_connections 64; }
     http {
       access_log off; sendfile on; tcp_nopush on;
       client_body_temp_path ${own}/body; proxy_temp_path ${own}/proxy; fastcgi_temp_path ${own}/fastcgi;
       uwsgi_temp_path ${own}/uwsgi; scgi_temp_path ${own}/scgi;
       server { listen 127.0.0.1:${port}; root ${folder}; default_type application/zip; }
     }`,
  );
  const child = spawn('nginx', ['-c', configuration], { stdio: 'inherit' });
  const server = serverOf(child, `http://127.0.0.1:${port}`);
  const ended = failed('nginx', child);
  for (;;) {
    const answered = server.client
      .request({ method: 'HEAD', path: '/' })
      .then(({ body }) => body.dump())
      .then(() => true)
      .catch(() => false);
    if (await Promise.race([answered, ended])) return server;
    await sleep(20);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
