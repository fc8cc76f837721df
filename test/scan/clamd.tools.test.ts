/** Packs sent to Debian's clamd, with a database of one signature: that of the test file of EICAR. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClamd } from '../../src/scan/clamd.ts';
import { listForScan, nameMeans, scanSlice } from '../../src/scan/scan-files.ts';
import { scanPack } from '../../src/scan/scan-pack.ts';
import { defaultScanLimits } from '../../src/scan/scan-task.ts';
import { type Child, startProgram } from '../support/child.ts';
import { zipWith } from '../support/zip.ts';

// In two parts, so that no scanner takes this file for it. By https://www.eicar.org/download-anti-malware-testfile/
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const streamBytes = 1024 * 1024;

let folder = '';
let daemon: Child;
const means = () => ({ clamd: { path: path.join(folder, 'socket') }, hashFile: null });

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'clamd-'));
  await mkdir(path.join(folder, 'signatures'));
  const signature = `Eicar-Test-Signature:0:*:${Buffer.from(eicar).toString('hex')}\n`;
  await writeFile(path.join(folder, 'signatures', 'test.ndb'), signature);
  const settings = {
    LocalSocket: means().clamd.path,
    DatabaseDirectory: path.join(folder, 'signatures'),
    TemporaryDirectory: folder,
    Foreground: 'yes',
    StreamMaxLength: `${streamBytes}`,
    MaxFileSize: `${streamBytes / 2}`,
    AlertExceedsMax: 'yes',
    ...(process.getuid?.() === 0 && { User: 'root' }),
  };
  const file = path.join(folder, 'clamd.conf');
  await writeFile(
    file,
    Object.entries(settings)
      .map((line) => `${line.join(' ')}\n`)
      .join(''),
  );
  daemon = startProgram(['clamd', '-c', file], { environment: {} });
  let over = false;
  void daemon.ended.then(() => {
    over = true;
  });
  // It says nowhere that it listens.
  for await (const _ of every(50)) {
    if (over) throw new Error(`clamd has ended: ${daemon.errors()}`);
    if (await listens()) return;
  }
});

afterAll(async () => {
  await daemon[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

function listens(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(means().clamd);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function scan(entries: Parameters<typeof zipWith>[0]) {
  const archivePath = path.join(folder, 'pack.zip');
  await writeFile(archivePath, zipWith(entries));
  return scanPack(
    {
      archivePath,
      names: { encoding: null, backslashes: false },
      fetched: [],
      means: means(),
      limits: defaultScanLimits,
      known: null,
      archive: { name: 'pack.zip', sha256: '0'.repeat(64) },
      whenAway: 'hold',
    },
    { slices: 2, nameMeans, listForScan: async (archive) => listForScan(archive), scanSlice },
  );
}

const found = 'Eicar-Test-Signature.UNOFFICIAL';

it('finds malware within a jar within a jar, and nothing in what is fine', async () => {
  const inner = zipWith({ 'eicar.com': eicar });
  const outer = zipWith({ 'META-INF/jars/inner.jar': inner, 'x.class': 'fine' });
  expect(
    await scan({ 'mods/fine.jar': zipWith({ a: 'b' }), 'config/empty': '', 'mods/outer.jar': outer }),
  ).toMatchObject({
    version: expect.stringMatching(/^rules \d+, ClamAV \d/),
    findings: [
      { entry: 'mods/outer.jar', signature: found, by: 'CLAMD' },
      { entry: 'mods/outer.jar > META-INF/jars/inner.jar', signature: found, by: 'CLAMD' },
    ],
    notScannedCount: 0,
  });
});

it('finds malware in a jar that is larger than a stream may be, and tells of files that clamd refuses', async () => {
  const noise = Buffer.from(
    Array.from({ length: 3 * streamBytes }, (_, index) => (index * 7_919 + (index >> 8) * 31) & 0xff),
  );
  const large = zipWith([
    { name: 'noise', data: noise, method: 0 },
    { name: 'eicar.com', data: eicar, method: 0 },
  ]);
  const result = await scan([
    { name: 'mods/large.jar', data: large, method: 0 },
    { name: 'half', data: noise.subarray(0, 700 * 1024) },
  ]);
  expect(result).toMatchObject({ findings: [{ entry: 'mods/large.jar > eicar.com', signature: found }] });
  if (result.kind !== 'scanned') throw new Error(result.kind);
  expect(result.notScanned).toEqual([
    { entry: 'mods/large.jar > noise', reason: expect.stringContaining('StreamMaxLength') },
    { entry: 'half', reason: expect.stringContaining('Heuristics.Limits.Exceeded.MaxFileSize') },
  ]);
});

it('takes many files at once, and none', async () => {
  using clamd = createClamd(means().clamd);
  const verdicts = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      clamd.scan(() => (index === 0 ? [] : [Buffer.from(`${index}`)])),
    ),
  );
  expect(new Set(verdicts.map(({ kind }) => kind))).toEqual(new Set(['clean']));
});
