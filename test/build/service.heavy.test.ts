import { execFile } from 'node:child_process';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, startProgram } from '../support/child.ts';
import { compiledOnce } from '../support/compile-cache.ts';
import { makeDataDir } from '../support/embedded-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

describe('the bundle that the service starts from', () => {
  /** A copy of the project in which nothing was built. */
  let project: string;
  let bundles: string;

  beforeAll(async () => {
    project = await mkdtemp(path.join(os.tmpdir(), 'bundle-'));
    bundles = path.join(project, 'dist', 'service');
    for (const name of [
      'client',
      'drizzle',
      'scripts',
      'src',
      'texts',
      'workers',
      'package.json',
      'package-lock.json',
    ])
      await cp(path.join(root, name), path.join(project, name), { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
    await makeDataDir(path.join(project, 'data'));
  });
  afterAll(() => rm(project, { recursive: true, force: true, maxRetries: 50 }));

  const startWith = (environment: Record<string, string>, flags: string[] = [], ...more: string[]): Child =>
    startProgram(
      [process.execPath, path.join(project, 'scripts/run.mjs'), ...flags, 'src/main.ts', ...more],
      {
        folder: project,
        environment: {
          ...compiledOnce(),
          DATA_DIR: path.join(project, 'data'),
          ...{ PORT: '0', WEB: 'off', MODLOADER_VERSIONS: 'off', CATALOGUE: 'off', WORKER_THREADS: '1' },
          ...environment,
        },
      },
    );
  const start = (...how: [flags?: string[], ...more: string[]]) => startWith({}, ...how);
  const build = () => run(process.execPath, [path.join(project, 'scripts/build-service.ts')]);

  /** What a start runs from; it is ended there. */
  async function startsFrom(...more: string[]): Promise<string | undefined> {
    await using child = start([], ...more);
    const [, from] = await child.line(/"from":"(\w+)","msg":"starting"/);
    return from;
  }
  async function stop(child: Child): Promise<void> {
    child.process.kill('SIGTERM');
    expect(await child.ended, child.errors()).toBe(0);
  }
  const names = () => readdir(bundles).catch(() => []);
  const whole = async () => (await names()).filter((name) => !name.startsWith('draft-'));
  const edit = () => appendFile(path.join(project, 'src/main.ts'), '\n// Edited.\n');

  it('is built by the first start, which says so and runs from it', async () => {
    await using first = start();
    await first.line(/"from":"bundle","msg":"starting"/);
    expect(first.errors()).toContain('Building the service, once for these sources.');
    await first.line(/"msg":"listening"/);
    expect(await names()).toHaveLength(1);
    await stop(first);
  });

  it('is what the second start is from, and has its own drizzle-orm alone, for what is counted in the database too', async () => {
    const told = `data:text/javascript,${encodeURIComponent(`
      import { registerHooks } from 'node:module';
      registerHooks({
        load(url, context, next) {
          if (url.includes('/drizzle-orm/')) process.stderr.write(\`reads \${url}\n\`);
          return next(url, context);
        },
      });`)}`;
    await using child = start(['--import', told]);
    await child.line(/"from":"bundle","msg":"starting"/);
    const [, address] = await child.line(/"address":"([^"]+)","msg":"listening"/);
    expect(await (await fetch(`${address}/health/ready`)).json()).toMatchObject({ status: 'ready' });
    // Which it reads from beside its source.
    expect((await fetch(`${address}/upload/page.css`)).status).toBe(200);
    const upload = await fetch(`${address}/api/v2/modpacks/upload`, { method: 'POST', body: new FormData() });
    expect(upload.status).toBe(400);
    await stop(child);
    expect(child.errors()).toBe('');
  });

  const partsIn = async (folder: string) =>
    (await readdir(path.join(project, 'dist', folder)).catch(() => [])).filter(
      (name) => !name.startsWith('draft-'),
    );

  it('is not started from while a part that was built before it has gone, which alone is built again', async () => {
    const [database = ''] = await partsIn('database');
    const [bundle = ''] = await partsIn('service');
    const { ino } = await stat(path.join(bundles, bundle));
    await rm(path.join(project, 'dist', 'database', database), { recursive: true });
    await using again = start();
    await again.line(/"from":"bundle","msg":"starting"/);
    expect(again.errors()).toContain('Building the service');
    expect(await partsIn('database')).toEqual([database]);
    expect((await stat(path.join(bundles, bundle))).ino).toBe(ino);
  });

  it('leaves nothing of its making where the start is killed meanwhile', async () => {
    await rm(path.join(project, 'dist'), { recursive: true, force: true });
    await using child = start();
    await expect.poll(names).toEqual([expect.stringMatching(/^draft-/)]);
    child.process.kill('SIGKILL');
    await child.ended;
    await expect.poll(names).toEqual([]);
  });

  // What makes it and finds it does not ask how large the service is, and makes a small one in a tenth of the time.
  describe('of a program that says no more than what it runs from', () => {
    beforeAll(async () => {
      const program = `const from = import.meta.filename.endsWith('.ts') ? 'sources' : 'bundle';
        console.log(JSON.stringify({ from, msg: 'starting' }));
        setInterval(() => {}, 1_000);`;
      await writeFile(path.join(project, 'src/start.ts'), program);
      await rm(bundles, { recursive: true, force: true });
      await build();
    });

    it('stays away from a start that asks for the sources', async () => {
      expect(await startsFrom('--sources')).toBe('sources');
    });

    it('is built anew once a source has been edited, and the one before stays for who runs from it', async () => {
      const [before] = await whole();
      expect(await whole()).toHaveLength(1);
      await edit();
      expect(await startsFrom()).toBe('bundle');
      expect(await whole()).toHaveLength(2);
      expect(await whole()).toContain(before);
    });

    it('is made once by two who build it at once, goes when there are two newer ones, and leaves nothing else', async () => {
      const before = await whole();
      expect(before).toHaveLength(2);
      await edit();
      await Promise.all([build(), build()]);
      expect(await startsFrom()).toBe('bundle');
      expect(await names()).toHaveLength(2);
      const after = await whole();
      expect(after).toHaveLength(2);
      expect(before.filter((name) => after.includes(name))).toHaveLength(1);
    });

    it('is built anew where a file of it is cut off', async () => {
      for (const made of await whole()) {
        const { files } = JSON.parse(await readFile(path.join(bundles, made, 'build.json'), 'utf8'));
        for (const name of Object.keys(files))
          await truncate(path.join(bundles, made, name), files[name] - 1);
      }
      expect(await startsFrom('--sources')).toBe('sources');
      expect(await startsFrom()).toBe('bundle');
    });

    it('comes with its pages, at whichever step the build before was killed', async () => {
      // Parts of their own making, which take no time; what brings them into place is that of all parts.
      const placing = (target: string, id: string, isWhole: string, about: string) => `
        import path from 'node:path';
        import { templateId, templatesFolder } from '../src/database/template.ts';
        import { buildIdOf, projectFolder, sourcesId } from '../src/web/build-id.ts';
        import { isWhole } from './find-bundle.mjs';
        import { placeBuild } from './place-build.ts';
        const id = await ${id};
        const whole = ${isWhole};
        if (!(await whole(path.join(${target}, id)))) await placeBuild(${target}, id, whole, async () => (${about}));`;
      const pages = "path.join(projectFolder, 'web', 'dist')";
      const isBuilt = 'async (place) => (await buildIdOf(place)) === id';
      await mkdir(path.join(project, 'web'));
      for (const [name, text] of [
        ['web/index.html', '<!doctype html>'],
        ['scripts/build-web.ts', placing(pages, 'sourcesId(projectFolder)', isBuilt, "{ paths: ['/'] }")],
        ['scripts/build-database.ts', placing('templatesFolder', 'templateId()', 'isWhole', '{ files: {} }')],
        [
          'src/start.ts',
          `import { findWebApp } from './web/find-web-app.ts';
          const web = await findWebApp({ log: { error() {} } });
          const from = import.meta.filename.endsWith('.ts') ? 'sources' : 'bundle';
          console.log(JSON.stringify({ from, msg: 'starting', pages: web !== null }));
          setInterval(() => {}, 1_000);`,
        ],
      ] as const)
        await writeFile(path.join(project, name), text);
      const hook = path.join(root, 'test/support/build-death-hook.ts');
      let ended: number | NodeJS.Signals | null = null;
      // Every third step; KILLS=all: every one.
      const stride = process.env.KILLS === 'all' ? 1 : 3;
      for (let at = 1; ended !== 0; at += stride) {
        for (const name of ['dist', 'web/dist', 'steps'])
          await rm(path.join(project, name), { recursive: true, force: true });
        const killed = { STEPS: path.join(project, 'steps'), KILL_AT: `${at}` };
        await using first = startWith({ ...killed, NODE_OPTIONS: `--import=${hook}` });
        const hasStarted = first.line(/"msg":"starting"/).then(() => 0);
        ended = await Promise.race([hasStarted, first.ended]);
        await using next = start();
        const [line] = await next.line(/^.*"msg":"starting".*$/);
        expect(JSON.parse(line), `killed at step ${at}`).toMatchObject({ from: 'bundle', pages: true });
        // Of each part at least a folder, its description and the renaming.
        if (ended === 0) expect(at).toBeGreaterThan(9);
      }
    });

    it('is done without, in words, where it cannot be written', async () => {
      await rm(path.join(project, 'dist'), { recursive: true, force: true });
      await writeFile(path.join(project, 'dist'), '');
      await using child = start();
      await child.line(/"from":"sources","msg":"starting"/);
      expect(child.errors()).toContain('ENOTDIR');
      expect(child.errors()).toContain('so it starts from its sources');
      await rm(path.join(project, 'dist'));
    });
  });
});
