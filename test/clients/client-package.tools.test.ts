/** The package of client/, as others install it: packed by npm, installed in a new folder, used by plain JavaScript. Needs npm and its registry. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { installingMs, installPackages } from '../support/install-packages.ts';
import { openPassage } from '../support/passage.ts';
import { eventsUntilEnd } from '../support/runs.ts';

const run = promisify(execFile);

const followsEvents = `
  import { ask, followEvents, ModPacksDocument } from 'server-pack-client';
  const service = { url: process.argv[2] };
  const { modPacks } = await ask(service, ModPacksDocument, { first: 5 });
  console.log('modpacks:', modPacks.nodes.length);
  for await (const { kind, modPackDatabaseId } of followEvents(service, { after: 'UGFja0V2ZW50OjA=' }))
    console.log(modPackDatabaseId, kind);
`;

const usesTypes = `
  import { ask, type Modloader, RunsDocument, type Service, ServiceError } from 'server-pack-client';
  const service: Service = { url: 'http://127.0.0.1:8080' };
  const modloader: Modloader = 'FABRIC';
  export async function titles(): Promise<string[]> {
    const { runs } = await ask(service, RunsDocument, { filter: { modloader } });
    return runs.nodes.map(({ modPack }) => modPack.name);
  }
  // @ts-expect-error No such modloader.
  void ask(service, RunsDocument, { filter: { modloader: 'PAPER' } });
  export const codeOf = (error: unknown): string | null => (error instanceof ServiceError ? error.code : null);
`;

it(
  'asks and follows with its types, and goes on after a lost connection with the event after its last',
  async () => {
    await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'client-package-'));
    await run('npm', ['pack', '--ignore-scripts=false', '--pack-destination', folder.path], {
      cwd: 'client',
    });
    const { version } = JSON.parse(await readFile('client/package.json', 'utf8'));
    expect(version).toBe(JSON.parse(await readFile('package.json', 'utf8')).version);
    const dependencies = { 'server-pack-client': `file:server-pack-client-${version}.tgz` };
    await writeFile(path.join(folder.path, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
    await installPackages(folder.path);
    await writeFile(path.join(folder.path, 'follow.js'), followsEvents);
    await writeFile(path.join(folder.path, 'types.ts'), usesTypes);
    const tsc = path.resolve('node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--ignoreConfig', '--module', 'nodenext', '--types', ''];
    await run(process.execPath, [tsc, ...options, 'types.ts'], { cwd: folder.path });

    await using service = await startTestApp();
    await using passage = await openPassage(service.url);
    await upload(service.url, smallPack());
    const following = spawn(process.execPath, ['follow.js', passage.url], {
      cwd: folder.path,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await using _end = { [Symbol.asyncDispose]: async () => void following.kill('SIGKILL') };
    const said: string[] = [];
    for await (const line of createInterface(following.stdout)) {
      said.push(line);
      if (line === '1 READY') {
        passage.cut();
        await upload(service.url, smallPack('second'));
        await eventsUntilEnd(service.app, 2);
        await passage.open();
      }
      if (line === '2 READY') break;
    }
    const kindsOf = (modPack: number) =>
      said.filter((line) => line.startsWith(`${modPack} `)).map((line) => line.slice(2));
    expect(said[0]).toBe('modpacks: 1');
    expect(kindsOf(1)).toEqual(expect.arrayContaining(['QUEUED', 'CHECK_PASSED', 'READY']));
    expect(kindsOf(2)).toEqual(kindsOf(1));
  },
  installingMs,
);
