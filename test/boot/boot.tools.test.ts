import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { type BootLimits, defaultBootLimits } from '../../src/boot/boot-limits.ts';
import type { BootPhase } from '../../src/boot/boot-result.ts';
import { bootServerPack } from '../../workers/boot/boot-process.ts';
import { findShown, sandboxProblem } from '../../workers/boot/machine.ts';
import { openMemoryGroup } from '../../workers/boot/memory-group.ts';
import { readsTypeScript } from '../../workers/reads-typescript.ts';
import { run } from '../cli/terminal.ts';
import { ask, globalId } from '../graphql/client.ts';
import { startTestApp } from '../support/app.ts';
import type { Child } from '../support/child.ts';
import { upload } from '../support/client.ts';
import { addressOf, openPlace, startInPlace } from '../support/killed-service.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { zipWith } from '../support/zip.ts';
import { openStubGame } from './stub-pack.ts';

const MiB = 1024 ** 2;
/** Root becomes somebody to have a server tried. */
const uid = process.getuid?.() === 0 ? 65_534 : null;
const root: Record<string, string> = uid === null ? {} : { BOOT_UID: String(uid) };
/** What is written for the process itself alone, and asks for news of how busy the machine is. */
const harmless =
  /^\/proc\/(?:pressure\/\w+|N\/(?:task\/N\/)?(?:attr\/(?:\w+\/)?\w+|autogroup|clear_refs|comm|coredump_filter|fd\/N|[gu]id_map|loginuid|mem|oom_adj|oom_score_adj|projid_map|sched|setgroups|timens_offsets|timerslack_ns))$/;

const game = await openStubGame();
const home = await mkdtemp(path.join(os.tmpdir(), 'boots-'));
afterAll(async () => {
  await rm(home, { recursive: true });
  await game[Symbol.asyncDispose]();
});

async function boot(
  archive: string,
  {
    signal = new AbortController().signal,
    onPhase = () => {},
    repair = false,
    ...limits
  }: Partial<BootLimits> & {
    signal?: AbortSignal;
    onPhase?: (phase: BootPhase) => void;
    repair?: boolean;
  } = {},
) {
  const order = {
    archive,
    folder: await mkdtemp(path.join(home, 'boot-')),
    limits: { ...defaultBootLimits, uid, memoryBytes: 1_024 * MiB, ...limits },
    mirror: game.site.address,
    keepLog: null,
    repair,
  };
  try {
    return await bootServerPack(order, { signal, onPhase });
  } finally {
    expect(existsSync(order.folder)).toBe(false);
    await expect.poll(game.processes).toEqual([]);
  }
}

describe('a server that is tried', () => {
  it('is installed with the network and started without, with nothing of this machine but programs', async () => {
    await writeFile(path.join(home, 'secret'), 'secret');
    const archive = await game.serverPack([
      `connect=${game.site.address}`,
      'connect=http://1.1.1.1:80',
      `read=${path.join(home, 'secret')}`,
      'read=/etc/passwd',
      'read=/etc/ssl/private',
      'writable',
      'write=/usr/x',
      'write=/etc/x',
      'write=/dev/x',
      'write=/x',
      'write=/tmp/x',
      'environment',
      // They outlive the server, but not its sandbox.
      'fork',
    ]);
    const phases: BootPhase[] = [];
    const result = await boot(archive, { onPhase: (phase) => void phases.push(phase) });
    expect(result).toMatchObject({ outcome: 'STARTED', java: expect.stringMatching(/^17\./), findings: [] });
    expect(phases).toEqual(['UNPACKING', 'INSTALLING', 'STARTING', 'STOPPING']);
    const { log, seconds, peakMemory, worldBytes } = result;
    expect(log).not.toMatch(/REACHED|FOUND|WRITTEN \/(?!tmp)/);
    expect(log).toContain('No way to');
    const open = [...log.matchAll(/OPENS (\S+)/g)].map(([, file = '']) => file);
    expect(open).toContainEqual('/proc/N/comm');
    expect(open.filter((file) => !harmless.test(file))).toEqual([]);
    expect(log).toContain('WRITTEN /tmp/x');
    expect(log).toMatch(/Stopping the server\s*$/);
    const named = /Environment: \[(.*)\]/.exec(log)?.[1]?.split(', ') ?? [];
    expect(named.filter((name) => /TOKEN|SECRET|DATABASE|NODE/.test(name))).toEqual([]);
    expect(named).toContain('MIRROR');
    expect(seconds).toBeGreaterThan(0);
    expect(peakMemory).toBeGreaterThan(10 * MiB);
    expect(worldBytes).toBeGreaterThanOrEqual(8_192);
    expect(game.site.requests.filter((asked) => asked.includes('fabric-installer-1.1.1.jar'))).not.toEqual(
      [],
    );
  });

  it('that fails is told of by the jar at fault', async () => {
    const result = await boot(await game.serverPack([], { hud: true }));
    expect(result).toMatchObject({
      outcome: 'FAILED',
      findings: [{ cause: 'CLIENT_ONLY_MOD', traces: [{ file: 'hud-1.jar' }], act: { kind: 'DROP_MOD' } }],
    });
    expect(result.log).toContain('invalid dist DEDICATED_SERVER');
  });

  it('is tried again without the jars that its log blames, three times at most, where that is requested', async () => {
    const phases: BootPhase[] = [];
    const archive = await game.serverPack(['broken=odd.jar'], { hud: true });
    const repaired = await boot(archive, { repair: true, onPhase: (phase) => void phases.push(phase) });
    expect(repaired).toMatchObject({
      outcome: 'STARTED_REPAIRED',
      findings: [],
      repairs: [
        { dropped: ['odd.jar'], finding: { cause: 'BROKEN_JAR' } },
        { dropped: ['hud-1.jar'], finding: { cause: 'CLIENT_ONLY_MOD' } },
      ],
    });
    expect(repaired.log).not.toContain('odd.jar');
    const again: BootPhase[] = ['REPAIRING', 'STARTING'];
    expect(phases).toEqual(['UNPACKING', 'INSTALLING', 'STARTING', ...again, ...again, 'STOPPING']);
    const jars = ['a.jar', 'b.jar', 'c.jar', 'd.jar'];
    const given = await boot(await game.serverPack(jars.map((jar) => `broken=${jar}`)), { repair: true });
    expect(given).toMatchObject({
      outcome: 'FAILED',
      findings: [{ cause: 'BROKEN_JAR', message: expect.stringContaining('d.jar') }],
    });
    expect(given.repairs.map(({ dropped }) => dropped)).toEqual([['a.jar'], ['b.jar'], ['c.jar']]);
  });

  it.each([
    ['more memory', 'memory', { memoryBytes: 512 * MiB }, { findings: [{ cause: 'OUT_OF_MEMORY' }] }],
    ['more disk', 'disk', { diskBytes: 64 * MiB }, { outcome: 'TOO_MUCH_DISK' }],
    ['more files, even empty ones', 'files', { entries: 5_000 }, { outcome: 'TOO_MUCH_DISK' }],
    ['folders too deep to be looked at', 'deep', {}, { outcome: 'TOO_MUCH_DISK' }],
    ['what of the memory others need', 'spin', { spareMemoryBytes: 2 ** 60 }, { outcome: 'TOO_MUCH_MEMORY' }],
    ['what of the disk others need', 'spin', { spareBytes: 2 ** 60 }, { outcome: 'TOO_MUCH_DISK' }],
    ['more processor time', 'spin', { cpuSeconds: 2 }, { outcome: 'TOO_SLOW' }],
    ['more time', 'spin', { wallSeconds: 3 }, { outcome: 'TOO_SLOW' }],
    ['for ever to stop', 'deaf', { stopSeconds: 1 }, { outcome: 'STARTED_NOT_STOPPED' }],
  ])('is ended when it takes %s', async (_, fault, limits, expected) => {
    expect(await boot(await game.serverPack([fault]), limits)).toMatchObject(expected);
  });

  it('is ended when it takes memory that no process has, by the kernel where that can be told, else before the machine has none', async () => {
    const group = await openMemoryGroup(MiB);
    await group?.[Symbol.asyncDispose]();
    const spareMemoryBytes = group === null ? 2 ** 60 : 0;
    const archive = await game.serverPack(['sockets']);
    const result = await boot(archive, { memoryBytes: 512 * MiB, spareMemoryBytes, wallSeconds: 120 });
    expect(result).toMatchObject({ outcome: 'TOO_MUCH_MEMORY' });
    if (group !== null) expect(result.peakMemory).toBeLessThan(512 * MiB);
  });

  it('has no script of its archive run with the network', async () => {
    const script = `# --install-only\ncurl -s ${game.site.address}/stolen; echo ran; exit 1\n`;
    const result = await boot(await game.serverPack([], { script }));
    expect(result).toMatchObject({ outcome: 'FAILED', log: expect.stringContaining('ran') });
    expect(game.site.requests.filter((asked) => asked.includes('stolen'))).toEqual([]);
  });

  it('is told of without causes when looking for them takes too long', async () => {
    const archive = await game.serverPack([], { hud: true });
    expect(await boot(archive, { explainSeconds: 0 })).toMatchObject({ outcome: 'FAILED', findings: [] });
  });

  it('is refused in words when it is no server pack of ours, climbs out, or unpacks to more than it may', async () => {
    const file = path.join(home, 'other.zip');
    await writeFile(file, zipWith({ 'start.sh': 'echo hello' }));
    await expect(boot(file)).rejects.toThrow('Build it again');
    await writeFile(file, zipWith({ '../x': 'x' }));
    await expect(boot(file)).rejects.toThrow('"../x"');
    await writeFile(file, 'no zip');
    await expect(boot(file)).rejects.toThrow('cannot be read');
    await writeFile(file, zipWith({ large: Buffer.alloc(2 * MiB) }));
    expect(await boot(file, { diskBytes: MiB })).toMatchObject({ outcome: 'TOO_MUCH_DISK' });
  });

  it.each<BootPhase>(['INSTALLING', 'STARTING'])(
    'leaves nothing when it is given up while %s',
    async (when) => {
      const archive = await game.serverPack(['spin']);
      const ending = new AbortController();
      const onPhase = (phase: BootPhase) => {
        if (phase === when) ending.abort(new Error('given up'));
      };
      await expect(boot(archive, { signal: ending.signal, onPhase })).rejects.toThrow('given up');
    },
  );

  it.each<BootPhase>(['UNPACKING', 'INSTALLING', 'STARTING'])(
    'leaves nothing when its process is killed while %s',
    async (when) => {
      const archive = await game.serverPack(['spin']);
      const onPhase = (phase: BootPhase) => {
        if (phase === when) void killRunner();
      };
      await expect(boot(archive, { onPhase })).rejects.toThrow('SIGKILL');
    },
  );

  it('is given up by its process when whoever started that has gone before it could listen for that', async () => {
    const folder = await mkdtemp(path.join(home, 'boot-'));
    const limits = { ...defaultBootLimits, uid, memoryBytes: 1_024 * MiB };
    const archive = await game.serverPack();
    const order = { archive, folder, limits, mirror: game.site.address, keepLog: null, repair: false };
    const asked = game.site.requests.length;
    const main = new URL('../../workers/boot/boot-process-main.ts', import.meta.url);
    const child = fork(main, [JSON.stringify(order)], {
      env: {},
      execArgv: [...readsTypeScript],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.disconnect();
    await once(child, 'exit');
    expect(game.site.requests).toHaveLength(asked);
    expect(existsSync(folder)).toBe(false);
  });
});

/** Kills the process of the boot. */
async function killRunner(): Promise<void> {
  for (const id of await findRunners()) process.kill(id, 'SIGKILL');
}

/** The processes of boots, which have the address of the site in their orders. */
async function findRunners(): Promise<number[]> {
  const found: number[] = [];
  for (const id of await readdir('/proc')) {
    if (!/^\d+$/.test(id)) continue;
    const words = await readFile(`/proc/${id}/cmdline`, 'latin1').catch(() => '');
    if (words.includes('boot-process-main') && words.includes(game.site.address)) found.push(Number(id));
  }
  return found;
}

describe('server-pack boot', () => {
  const environment = () => ({ ...root, BOOT_MIRROR: game.site.address, BOOT_MEMORY_MB: '1024' });

  it('asks for the EULA, tells the outcome in words and in its exit code, and keeps the log', async () => {
    const archive = await game.serverPack([], { hud: true });
    const refused = await run(['boot', archive], { environment: environment() });
    expect(refused).toMatchObject({ exitCode: 2, error: expect.stringContaining('--accept-eula') });
    const log = path.join(home, 'console.log');
    const failed = await run(['boot', archive, '--accept-eula', '--log', log], {
      environment: environment(),
    });
    const repaired = await run(['boot', archive, '--accept-eula', '--repair', '--log', log], {
      environment: environment(),
    });
    expect(repaired.exitCode).toBe(7);
    expect(repaired.out).toMatch(/Left out to try again:\n {2}hud-1\.jar: /);
    expect(repaired.error).toContain('build it again with --client-mods hud-1.jar');
    expect(await readFile(log, 'utf8')).toMatch(
      /Failed to start the minecraft server[\s\S]*Stopping the server/,
    );
    expect(failed.exitCode).toBe(7);
    expect(failed.out).toContain('The server ended before it was ready.');
    expect(failed.out).toContain('At fault, most likely first: hud-1.jar');
    const { exitCode, out } = await run(['boot', await game.serverPack()], {
      environment: { ...environment(), BOOT: 'on' },
    });
    expect(exitCode).toBe(0);
    expect(out).toMatch(
      /ready, and stopped cleanly on command[\s\S]*Java 17\S*, [\d.]+ s, [\d.]+ MiB of memory at most, a world of/,
    );
    expect((await readdir(os.tmpdir())).filter((name) => name.startsWith('server-pack-boot-'))).toEqual([]);
  });

  it('can have its sandbox here', async () => {
    expect(await sandboxProblem(path.join(home, 'probe'), { ...defaultBootLimits, uid })).toBeNull();
    // Files below /proc/sys are root's to write, whatever capabilities it has dropped.
    const asIs = await sandboxProblem(path.join(home, 'as-it-is'), { ...defaultBootLimits, uid: null });
    expect(asIs).toEqual(uid === null ? null : expect.stringContaining('BOOT_UID'));
    // Unless the service keeps its data where the sandbox shows them.
    const shown = { links: [], shown: ['/usr', home] };
    const found = await findShown(shown, ['/etc', path.join(home, 'probe')]);
    expect(found).toEqual({ path: path.join(home, 'probe'), folder: home });
  });
});

describe('a service that tries server packs', () => {
  const environment = () => ({
    ...root,
    BOOT: 'on',
    BOOT_MIRROR: game.site.address,
    BOOT_MEMORY_MB: '1024',
    MODLOADER_VERSIONS: 'off',
  });
  const boot = (url: string) =>
    ask(
      url,
      `mutation { bootServerPack(input: { serverPack: "${globalId('ServerPack', 1)}" }) { __typename } }`,
    );
  const bootOf = async (url: string) =>
    Object(
      (
        await ask(
          url,
          '{ serverPack(by: { databaseId: 1 }) { boot { state outcome java findings { suspects { file } } } } }',
        )
      ).data?.serverPack,
    ).boot;

  it('tells of the outcome, and of the jar at fault', async () => {
    await using service = await startTestApp({ environment: environment() });
    await upload(service.url, game.modPack([], { hud: true }));
    await eventsUntilEnd(service.app, 1);
    await boot(service.url);
    await expect.poll(() => bootOf(service.url)).toMatchObject({ state: 'ENDED' });
    expect(await bootOf(service.url)).toMatchObject({
      outcome: 'FAILED',
      java: expect.stringMatching(/^17\./),
      findings: [{ suspects: [{ file: 'hud-1.jar' }] }],
    });
    expect(await readdir(path.join(service.dataDir, 'boots'))).toEqual([]);
  });

  it('starts whatever a boot has left, and removes that', async () => {
    await using place = await openPlace('embedded');
    const left = path.join(place.dataDir, 'boots', 'left');
    await mkdir(left, { recursive: true });
    const nested = 'd'.repeat(200);
    const nest = `for i in $(seq 50); do mkdir ${nested} && cd -P ${nested} || exit 1; done`;
    await promisify(execFile)('sh', ['-c', nest], { cwd: left });
    await using service = startInPlace({ ...place.environment, ...environment() });
    await addressOf(service);
    await expect.poll(() => readdir(path.dirname(left))).toEqual([]);
  });

  it('leaves nothing when all of it is killed, begins again at its next start, and gives up after the third time', async () => {
    await using place = await openPlace('embedded');
    const start = () => startInPlace({ ...place.environment, ...environment() });
    const folders = () => readdir(path.join(place.dataDir, 'boots'));
    const inOrder: BootPhase[] = ['INSTALLING', 'STARTING', 'STOPPING'];
    // On a busy machine a phase may pass between two looks.
    const comesTo = (url: string, phase: BootPhase) =>
      expect
        .poll(async () => (await bootOf(url))?.state, { interval: 50 })
        .toBeOneOf(inOrder.slice(inOrder.indexOf(phase)));
    const kill = async (service: Child, others: readonly number[] = []) => {
      service.process.kill('SIGKILL');
      for (const id of others) process.kill(id, 'SIGKILL');
      await service.ended;
      await expect.poll(game.processes).toEqual([]);
    };
    {
      await using service = start();
      const url = await addressOf(service);
      await upload(url, game.modPack(['deaf']));
      await expect
        .poll(async () => (await ask(url, '{ serverPack(by: { databaseId: 1 }) { id } }')).data?.serverPack)
        .not.toBeNull();
      await boot(url);
      await comesTo(url, 'INSTALLING');
      await kill(service);
      // The process of the boot has outlived the service, and cleared up.
      await expect.poll(folders).toEqual([]);
    }
    for (const phase of ['STARTING', 'STOPPING'] as const) {
      await using service = start();
      await comesTo(await addressOf(service), phase);
      expect(await folders()).toHaveLength(1);
      await kill(service, await findRunners());
    }
    await using service = start();
    const url = await addressOf(service);
    await expect.poll(() => bootOf(url)).toMatchObject({ state: 'INTERRUPTED', outcome: null });
    expect(await folders()).toEqual([]);
  });
});
