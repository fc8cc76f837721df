import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createToken } from '../src/access/tokens.ts';
import { startTestApp } from './support/app.ts';
import { findProgram } from './support/programs.ts';
import { unzip } from './support/unzip.ts';

const demo = findProgram('demo/main.ts') ?? path.resolve('demo/main.ts');

it('the demo uploads a pack, prints its events, downloads the server pack and says what was dropped', async () => {
  await using service = await startTestApp();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'demo-'));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [demo], {
      cwd: folder,
      env: { ...process.env, GATEWAY_URL: service.url },
    });
    const steps = stdout
      .match(/^ {2}(QUEUED|CHECKING|CHECKED|GENERATING|GENERATED) /gm)
      ?.map((step) => step.trim());
    expect(steps).toEqual(['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', ...Array(4).fill('GENERATED')]);
    expect(stdout).toContain('10 of 34 mods were dropped');
    expect(stdout).toMatch(/sodium-0\.5\.8\.jar +CLIENT_ONLY/);
    expect(stdout).toMatch(/dynamiccrosshair-7\.5\.jar +CLIENT_MODS/);
    expect(stdout).toMatch(/screenkit-1\.4\.0\.jar +Needed by supplementaries/);
    const entries = await unzip(path.join(folder, 'demo_server_pack.zip'));
    expect([...entries.keys()]).toContain('mods/lithium-0.11.2.jar');
    expect([...entries.keys()]).not.toContain('mods/sodium-0.5.8.jar');
    expect([...entries.keys()]).not.toContain('resourcepacks/menu-art/pack.mcmeta');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('the demo finds the service of this machine by its PORT, and brings the token that a closed one wants', async () => {
  await using service = await startTestApp({ environment: { ACCESS: 'closed' } });
  const rights = { role: 'publisher', voter: false, quota: null, expires: null } as const;
  const token = await createToken(service.app.database, { name: 'demo', ...rights });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'demo-'));
  try {
    const run = promisify(execFile)(process.execPath, [demo], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        GATEWAY_URL: ' ',
        PORT: new URL(service.url).port,
        GATEWAY_TOKEN: token,
      },
    });
    expect((await run).stdout).toContain('10 of 34 mods were dropped');
    expect((await unzip(path.join(folder, 'demo_server_pack.zip'))).size).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('the demo says what to do when no gateway is running', async () => {
  const run = promisify(execFile)(process.execPath, [demo], {
    env: { ...process.env, GATEWAY_URL: 'http://127.0.0.1:9' },
  });
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('npm start') });
});

it('the demo shows an .mrpack on a gateway and a file host of its own, and leaves nothing of them behind', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'demo-'));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [demo, '--mrpack'], {
      cwd: folder,
      // What another gateway is set to concerns it as little as that there is none.
      env: {
        ...process.env,
        TMPDIR: folder,
        GATEWAY_URL: 'http://127.0.0.1:9',
        FETCH: 'off',
        ACCESS: 'closed',
      },
    });
    expect(stdout).toMatch(/^ {2}FETCHING +\d+ of 34 files, \d+ of \d+ bytes$/m);
    expect(stdout).toContain('10 of 34 mods were dropped');
    expect(stdout).toMatch(/sodium-0\.5\.8\.jar +PACK_INDEX +modrinth\.index\.json says/);
    expect(stdout).toMatch(/modmenu-7\.2\.2\.jar +CLIENT_ONLY/);
    expect(stdout).toMatch(/screenkit-1\.4\.0\.jar +Needed by supplementaries/);
    const entries = await unzip(path.join(folder, 'demo_server_pack.zip'));
    expect([...entries.keys()]).toContain('mods/lithium-0.11.2.jar');
    expect([...entries.keys()]).not.toContain('mods/sodium-0.5.8.jar');
    expect(await readdir(folder)).toEqual(['demo_server_pack.zip']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('the demo names an option that it does not know', async () => {
  const run = promisify(execFile)(process.execPath, [demo, '--mrpacks']);
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('"--mrpacks"') });
});
