import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startTestApp } from './support/app.ts';
import { unzip } from './support/unzip.ts';

const demo = path.resolve('demo/main.ts');

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

it('the demo says what to do when no gateway is running', async () => {
  const run = promisify(execFile)(process.execPath, [demo], {
    env: { ...process.env, GATEWAY_URL: 'http://127.0.0.1:9' },
  });
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('npm start') });
});
