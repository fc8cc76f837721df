import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { addedFiles } from '../../src/archive/build/added-files.ts';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import { type DownloadSite, openDownloadSite } from '../support/download-site.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { zipWith } from '../support/zip.ts';

/** A modloader and a game that are played by `stub/Game.java`, on a site that start scripts install them from. */
export interface StubGame extends AsyncDisposable {
  site: DownloadSite;
  /** A mod that asks for classes of clients. */
  hud: Buffer;
  /** The files of a Fabric modpack whose server does wrong what is named; a mod for clients on request. */
  modPack(faults?: readonly string[], options?: { hud?: boolean }): Buffer;
  /** Its server pack, in a file. */
  serverPack(faults?: readonly string[], options?: { hud?: boolean; script?: string }): Promise<string>;
  /** The processes of this machine that run for the game, by their command lines. */
  processes(): Promise<string[]>;
}

/** Files of a pack with the fault `many`. */
export const manyFiles = 4_000;

const sources = path.join(import.meta.dirname, 'stub');
const installer = '/net/fabricmc/fabric-installer/1.1.1/fabric-installer-1.1.1.jar';

export const stubRun = {
  ...runDefaults,
  gameVersion: '1.20.1',
  modloader: 'Fabric' as const,
  modloaderVersion: '0.15.6',
  startArgs: [],
  clientMods: [],
  whitelistedMods: [],
};

export async function openStubGame(): Promise<StubGame> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stub-game-'));
  const files = (await readdir(sources)).map((name) => path.join(sources, name));
  await promisify(execFile)('javac', ['--release', '17', '-d', folder, ...files]);
  const classes = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.class'));
  const read = async (pattern: RegExp) =>
    Object.fromEntries(
      await Promise.all(
        classes
          .filter((name) => pattern.test(name))
          .map(async (name) => [name, await readFile(path.join(folder, name))] as const),
      ),
    );
  const manifest = (line: string) => ({ 'META-INF/MANIFEST.MF': `Manifest-Version: 1.0\r\n${line}\r\n\r\n` });
  const game = jarWith({
    ...manifest('Main-Class: net.fabricmc.loader.Game'),
    ...(await read(/^net\/fabricmc/)),
  });
  const hud = jarWith({
    ...manifest('Stub-Mod: io.some.hud.Hud'),
    'fabric.mod.json': fabricModJson('hud'),
    ...(await read(/^io\//)),
  });
  const site = await openDownloadSite();
  site.publishVerified(installer, game);

  const plain = jarWith({ 'fabric.mod.json': fabricModJson('plain') });
  // As many as are unpacked in a time in which a process can be stopped.
  const many = Object.fromEntries(
    Array.from({ length: manyFiles }, (_, place) => [`config/many/${place}.txt`, 'x']),
  );
  const entriesOf = (faults: readonly string[], isHudIn: boolean) => ({
    'mods/plain-1.jar': plain,
    ...Object.fromEntries(
      faults.filter((fault) => fault.startsWith('broken=')).map((fault) => [`mods/${fault.slice(7)}`, plain]),
    ),
    ...(faults.includes('many') ? many : {}),
    ...(isHudIn ? { 'mods/hud-1.jar': hud } : {}),
    'config/faults.txt': faults.join('\n'),
  });
  let packs = 0;
  return {
    site,
    hud,
    modPack: (faults = [], { hud = false } = {}) => zipWith(entriesOf(faults, hud)),
    async serverPack(faults = [], { hud = false, script } = {}) {
      const added = addedFiles({
        run: stubRun,
        modPack: { name: 'stub', sha256: '0'.repeat(64) },
        decisions: [],
        warnings: [],
        carried: [],
        serverProperties: null,
        serverIcon: null,
      });
      const ours = Object.fromEntries(added.map(({ name, bytes }) => [name, bytes]));
      const file = path.join(folder, `pack-${packs++}.zip`);
      const others = script === undefined ? {} : { 'start.sh': script };
      await writeFile(file, zipWith({ ...entriesOf(faults, hud), ...ours, ...others }));
      return file;
    },
    async processes() {
      const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
      const found = await Promise.all(
        ids.map(async (id) => {
          // Of a process that has ended there is nothing to read.
          const words = (name: string) => readFile(`/proc/${id}/${name}`, 'latin1').catch(() => '');
          const isOurs = `${await words('environ')} ${await words('cmdline')}`.includes(site.address);
          return isOurs ? [(await words('cmdline')).replaceAll('\0', ' ').slice(0, 200)] : [];
        }),
      );
      return found.flat();
    },
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
