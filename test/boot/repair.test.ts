import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { blamedJars } from '../../src/boot/blamed-jars.ts';
import type { LogAct, LogTrace } from '../../src/logs/log-finding.ts';
import { dropJars } from '../../workers/boot/drop-jars.ts';

const blamed = (act: LogAct | null, ...traces: LogTrace[]) =>
  blamedJars({ cause: 'MOD_FAILED', message: '', lines: [], traces, act });

it('leaves out the first suspect, all but the newest of several versions, and damaged jars; else nothing', () => {
  expect(blamed({ kind: 'DROP_MOD' }, { file: 'a.jar' }, { file: 'b.jar' })).toEqual(['a.jar']);
  expect(blamed({ kind: 'DROP_MOD' }, { modId: 'a' }, { file: 'b.jar' })).toEqual([]);
  const files = ['lib-1.10.jar', 'lib-1.9.jar', 'lib-1.2.jar'];
  expect(blamed({ kind: 'KEEP_ONE_OF', files })).toEqual(['lib-1.2.jar', 'lib-1.9.jar']);
  expect(blamed({ kind: 'DELETE_FILE', file: 'mods/a.jar' })).toEqual(['a.jar']);
  expect(blamed({ kind: 'DELETE_FILE', file: 'config/a.toml' })).toEqual([]);
  expect(blamed({ kind: 'USE_JAVA', java: 21 }, { file: 'a.jar' })).toEqual([]);
  expect(blamed(null, { file: 'a.jar' })).toEqual([]);
});

it('removes jars of the server alone, whatever a log names and wherever folders of the server lead', async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'repair-'));
  try {
    const outside = path.join(home, 'outside');
    const server = path.join(home, 'server');
    await mkdir(path.join(server, 'mods', 'extra'), { recursive: true });
    await mkdir(path.join(server, 'mods', 'folder.jar'));
    await mkdir(outside);
    for (const file of ['server/mods/a.jar', 'server/mods/extra/b.jar', 'server/c.jar', 'outside/d.jar'])
      await writeFile(path.join(home, file), '');
    await symlink(outside, path.join(server, 'mods', 'away'));
    const names = [
      'a.jar',
      'extra/b.jar',
      '../c.jar',
      'away/d.jar',
      '../../outside/d.jar',
      'folder.jar',
      'x.jar',
    ];
    expect(await dropJars(server, names)).toEqual(['a.jar', 'extra/b.jar']);
    expect(await readdir(server)).toContain('c.jar');
    await rm(path.join(server, 'mods'), { recursive: true });
    await symlink(outside, path.join(server, 'mods'));
    expect(await dropJars(server, ['d.jar'])).toEqual([]);
    expect(await readdir(outside)).toEqual(['d.jar']);
  } finally {
    await rm(home, { recursive: true });
  }
});
