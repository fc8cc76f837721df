// Needs root, debootstrap with Debian's packages, and npm with its registry.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BareMachine, end, openBareMachine, portOf, settings } from './support/bare-machine.ts';

const success = { code: 0, said: expect.any(String) };

describe('a Debian 12 with its own nodejs and npm, and a user who is not root', () => {
  let machine: BareMachine;
  beforeAll(async () => {
    machine = await openBareMachine();
  }, 600_000);
  afterAll(async () => await machine?.[Symbol.asyncDispose]());

  it('has Node 18 and npm 9, and no git, Python or compiler', async () => {
    const programs =
      'for one in git python3 python gcc cc make; do command -v $one; done; id -u; node -v; npm -v';
    await using child = machine.run(`sh -c '${programs}'`);
    await child.ended;
    expect(child.lines).toEqual(['1000', expect.stringMatching(/^v18\./), expect.stringMatching(/^9\./)]);
  });

  it('is told by npm start to run npm ci first', async () => {
    await using child = machine.run('npm start');
    const { code, said } = await end(child);
    expect(code).toBe(1);
    expect(said).toContain('This needs Node 24 or newer, and this is v18.');
    expect(said).toContain('"npm ci" brings it along');
  });

  // Debian's npm asks the registry for all of it.
  it('installs everything with npm ci', { timeout: 600_000 }, async () => {
    await using child = machine.run('npm ci --no-audit --no-fund');
    expect(await end(child)).toEqual(success);
  });

  it('serves an upload to its download, and SIGTERM to npm alone ends all of it with 0', async () => {
    await using service = machine.run('npm start', { ...settings, PORT: '0' });
    const PORT = await portOf(service);
    await using demo = machine.run('npm run demo', { PORT });
    expect(await end(demo)).toEqual({ code: 0, said: expect.stringContaining('10 of 34 mods were dropped') });
    await using token = machine.run('npm run token -- list');
    expect(await end(token)).toEqual(success);

    process.kill(await machine.processOf(service), 'SIGTERM');
    expect(await end(service)).toEqual({ code: 0, said: expect.stringContaining('"msg":"stopped"') });
    await expect.poll(() => machine.processes()).toEqual([]);
  });

  it.each(['npm start', 'node scripts/run.mjs src/main.ts'])(
    'ends with 0 when %s is the first process of a container and gets SIGTERM',
    async (line) => {
      await using service = machine.runAsFirst(line, { ...settings, PORT: '0' });
      await portOf(service);
      process.kill(await machine.processOf(service), 'SIGTERM');
      expect(await end(service)).toEqual({ code: 0, said: expect.stringContaining('"msg":"stopped"') });
    },
  );

  it('gives back the signal that ended a program when the launcher is the first process', async () => {
    const suicide = 'process.kill(process.pid, `SIGKILL`)';
    await using child = machine.runAsFirst(`node scripts/run.mjs --eval '${suicide}'`);
    expect(await end(child)).toEqual({ code: 137, said: expect.any(String) });
  });
});
