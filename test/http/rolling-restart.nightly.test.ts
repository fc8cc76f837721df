/** What packaging/nginx.conf says of two nodes that are restarted one after the other, by the real nginx. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type Child, onItsOwn, startChild, startProgram } from '../support/child.ts';
import { createServerDatabase } from '../support/database.ts';
import { freePorts } from '../support/free-ports.ts';

it('a restart of one node after the other behind nginx shows to nobody', async () => {
  await using cleaning = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'rolling-'));
  cleaning.defer(() => rm(folder, { recursive: true, force: true }));
  // nginx reads it as another user.
  await chmod(folder, 0o755);
  const database = cleaning.use(await createServerDatabase());
  const first = await freePorts(3);
  const [proxyPort, ...ports] = [first, first + 1, first + 2];
  const startNode = async (port: number): Promise<Child> => {
    const child = startChild('src/main.ts', {
      ...onItsOwn,
      PORT: String(port),
      DATA_DIR: path.join(folder, String(port)),
      DATABASE_URL: database.url,
      TRUSTED_PROXIES: 'loopback',
    });
    await child.line(/"msg":"listening"/);
    return child;
  };
  const nodes = await Promise.all(ports.map(startNode));
  cleaning.defer(async () => {
    for (const node of nodes) await node[Symbol.asyncDispose]();
  });
  const changes: [string, string][] = [
    ['node-1:8080', `127.0.0.1:${ports[0]}`],
    ['node-2:8080', `127.0.0.1:${ports[1]}`],
    ['listen 8080', `listen 127.0.0.1:${proxyPort}`],
    ['/dev/stdout', `${folder}/access.log`],
    ['/dev/stderr', `${folder}/error.log`],
  ];
  let site = await readFile('packaging/nginx.conf', 'utf8');
  for (const [from, to] of changes) {
    expect(site).toContain(from);
    site = site.replaceAll(from, to);
  }
  await writeFile(path.join(folder, 'site.conf'), site);
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {} http { include ${folder}/site.conf; }`;
  await writeFile(path.join(folder, 'nginx.conf'), main);
  cleaning.use(startProgram(['nginx', '-c', path.join(folder, 'nginx.conf')], { environment: {} }));
  const ask = () => fetch(`http://127.0.0.1:${proxyPort}/api/v2/modpacks/all`);
  await expect
    .poll(() =>
      ask().then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);

  const statuses = new Map<number, number>();
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const { status } = await ask();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  })();
  for (const index of [0, 1, 0]) {
    nodes[index]?.process.kill('SIGTERM');
    expect(await nodes[index]?.ended).toBe(0);
    const heard = statuses.get(200) ?? 0;
    // Some are asked for while it is away.
    await expect.poll(() => statuses.get(200) ?? 0).toBeGreaterThan(heard + 2);
    nodes[index] = await startNode(ports[index] ?? 0);
  }
  isOver = true;
  await asking;
  expect([...statuses.keys()]).toEqual([200]);
});
