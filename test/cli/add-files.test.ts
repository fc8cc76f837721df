import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { exitCodes } from '../../cli/exit-codes.ts';
import { curseForgeFileLike, curseForgeProjectLike } from '../platforms/curseforge.ts';
import { startTestApp } from '../support/app.ts';
import { curseForgeKey } from '../support/download-host.ts';
import { curseForgeExport } from '../support/exports.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { curseForgeFile, openFakePlatforms } from '../support/platforms.ts';
import { run } from './terminal.ts';

it('tells which files a run waits for, and hands them over', async () => {
  await using parts = new AsyncDisposableStack();
  const platforms = parts.use(await openFakePlatforms());
  const service = parts.use(
    await startTestApp({
      environment: { ...platforms.environment, CURSEFORGE_API_KEY: curseForgeKey },
      overrides: { connect: platforms.host.connect },
    }),
  );
  const folder = await mkdtemp(path.join(os.tmpdir(), 'add-files-'));
  parts.defer(() => rm(folder, { recursive: true }));
  const content = jarWith({ 'fabric.mod.json': fabricModJson('blocked') });
  const file = curseForgeFile({ id: 11, projectId: 1 }, { url: null, content });
  platforms.json('/curseforge/mods/files', () => ({
    data: [curseForgeFileLike({ ...file, fileName: 'blocked.jar' })],
  }));
  platforms.json('/curseforge/mods', () => ({ data: [curseForgeProjectLike({ id: 1 })] }));
  const at = (name: string) => path.join(folder, name);
  await writeFile(at('pack.zip'), curseForgeExport([{ projectID: 1, fileID: 11 }]));
  await writeFile(at('wrong.jar'), jarWith({ 'fabric.mod.json': fabricModJson('another') }));
  await writeFile(at('blocked(1).jar'), content);
  const environment = { GATEWAY_URL: service.url, XDG_STATE_HOME: folder, LOCALAPPDATA: folder };
  const ask = (...args: string[]) => run(args, { environment });

  const uploading = ask('build', '--upload', at('pack.zip'));
  const adding = () => ask('--json', 'add-files', '1', at('wrong.jar'), at('blocked(1).jar'));
  let added = await adding();
  // Until the run waits, there is nothing to add to.
  await expect
    .poll(async () => {
      if (added.out === '') added = await adding();
      return added.out.trim().split('\n').length;
    })
    .toBe(2);
  expect(added.exitCode).toBe(exitCodes.refusedRequest);
  expect(
    added.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { file: at('wrong.jar'), path: null, refusal: '"wrong.jar" is none of the files that are missing.' },
    { file: at('blocked(1).jar'), path: 'mods/blocked.jar', refusal: null },
  ]);
  expect(added.error).toContain('"wrong.jar" is none');
  const { exitCode, out, error } = await uploading;
  expect(exitCode, error).toBe(exitCodes.done);
  expect(out).toContain('1 mod kept');
});
