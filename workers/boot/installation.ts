import { createReadStream } from 'node:fs';
import { lstat, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import { startScripts } from '../../src/archive/start-scripts/start-scripts.ts';
import { variables } from '../../src/archive/start-scripts/variables.ts';
import { parseModloader } from '../../src/modloaders/index.ts';
import { modloaderServers } from '../../src/modloaders/servers/index.ts';
import { NoServerPack } from './no-server-pack.ts';

/** The form of a version that the start script accepts. */
const version = /^[\w.+-]{1,64}$/;
/** Files of the pack that an installer must not replace. */
const ofThePack = new Set([
  'eula.txt',
  'server.properties',
  'start.sh',
  'user_jvm_args.txt',
  'variables.txt',
]);

/**
 * Writes the start script of this release into an empty folder, with the versions in the `variables.txt` of an unpacked
 * server pack. The installation has network access, so it uses no script, setting or program of the pack. Fails with
 * NoServerPack.
 */
export async function prepareInstallation(server: string, folder: string): Promise<void> {
  const script = await beginningOf(path.join(server, 'start.sh'));
  if (!script.includes('--install-only'))
    throw new NoServerPack(
      'This is no server pack of ours, or one of an older version: its start.sh does not know --install-only. Build it again.',
    );
  const lines = (await beginningOf(path.join(server, 'variables.txt')))
    .split('\n')
    .map((line) => line.trim());
  // As in the script, the first of several lines counts, and quotes around a value are dropped.
  const settingOf = (key: string) => {
    const line = lines.find((one) => one.split('=', 1)[0]?.trim() === key) ?? '';
    return line
      .slice(line.indexOf('=') + 1)
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2');
  };
  const [gameVersion, modloaderVersion] = [settingOf('MINECRAFT_VERSION'), settingOf('MODLOADER_VERSION')];
  const modloader = parseModloader(settingOf('MODLOADER'));
  if (modloader === null || !version.test(gameVersion) || !version.test(modloaderVersion))
    throw new NoServerPack(
      'The variables.txt of this server pack names no versions to install. Build it again.',
    );
  const loader = modloaderServers[modloader](gameVersion);
  const lists = { startArgs: [], clientMods: [], whitelistedMods: [] };
  const run = { ...runDefaults, ...lists, gameVersion, modloader, modloaderVersion };
  await writeFile(path.join(folder, 'start.sh'), startScripts(loader).sh);
  await writeFile(path.join(folder, 'variables.txt'), variables(run, loader));
}

/** The beginning of a file, longer than any file of ours; empty when the file cannot be read. */
async function beginningOf(file: string): Promise<string> {
  return text(createReadStream(file, { end: 256 * 1024 })).catch(() => '');
}

/** Moves the installed files into the unpacked server pack, replacing files of the same names as an installer does. */
export async function moveInstalled(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    const there = await lstat(target).catch(() => null);
    if (there !== null && ofThePack.has(entry.name)) continue;
    if (there?.isDirectory() && entry.isDirectory()) {
      await moveInstalled(source, target);
      continue;
    }
    await rm(target, { recursive: true, force: true });
    await rename(source, target);
  }
}
