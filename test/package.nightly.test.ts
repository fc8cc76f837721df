// Needs root, debootstrap with Debian's packages, and npm with its registry.
import { expect, it } from 'vitest';
import { end, openBareMachine, portOf, settings } from './support/bare-machine.ts';

it('a Debian 12 with its own nodejs and npm makes a package that serves in a new folder, without building', {
  timeout: 1_800_000,
}, async () => {
  const success = { code: 0, said: expect.any(String) };
  await using machine = await openBareMachine();
  const unpack = 'mkdir ../made/there && tar -xzf ../made/*.tgz -C ../made && cd ../made/package';
  for (const line of [
    'npm ci --no-audit --no-fund',
    'npm run package -- ../made',
    `sh -c '${unpack} && npm ci --prefer-offline --ignore-scripts --no-audit --no-fund'`,
  ]) {
    await using child = machine.run(line);
    expect(await end(child)).toEqual(success);
  }
  const started = `sh -c 'cd ../made/there && exec node ../package/scripts/server-pack-service.mjs'`;
  await using service = machine.run(started, { ...settings, PORT: '0' });
  await service.line(/"from":"bundle"/);
  await using demo = machine.run('npm run demo', { PORT: await portOf(service) });
  expect(await end(demo)).toEqual({ code: 0, said: expect.stringContaining('10 of 34 mods were dropped') });
  process.kill(await machine.processOf(service), 'SIGTERM');
  expect(await end(service)).toEqual(success);
});
