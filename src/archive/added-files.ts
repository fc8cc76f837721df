import { crc32 } from 'node:zlib';
import { modloaderServers } from '../modloaders/servers/index.ts';
import { containerSettings, containerSettingsName } from './container-settings.ts';
import { howToRun } from './how-to.ts';
import { type Facts, shippedFacts } from './known-mods/facts-file.ts';
import { log4ShellParts } from './log4shell.ts';
import type { ModDecision, Problem } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';
import { serverIcon } from './server-icon.ts';
import { type PackedFile, type SourceModPack, serverPackManifest } from './server-pack-manifest.ts';
import { defaultServerProperties } from './server-properties.ts';
import { startScripts } from './start-scripts/start-scripts.ts';
import { variables } from './start-scripts/variables.ts';

/** A file that a server pack has and its modpack has not, or not like this. */
export interface AddedFile {
  /** Path in the server pack. */
  name: string;
  bytes: Uint8Array;
  executable: boolean;
}

/** Where a server looks for what is newer in its line. */
export interface UpdateSource {
  url: string;
  /** With which the answers are signed, in PEM. */
  publicKey: string;
}

/** What a server that updates itself knows: where it asks, and by which build it was made. */
export interface BuildUpdates extends UpdateSource {
  runConfigurationId: number;
}

export interface AddedFilesInput {
  run: RunConfiguration;
  modPack: SourceModPack;
  decisions: readonly ModDecision[];
  /** The facts by which mods were decided about; by default those of this release. */
  facts?: Pick<Facts, 'number'>;
  /** Why the server pack may not start. */
  warnings: readonly Problem[];
  /** The files of the modpack that go into the server pack beside the added ones. */
  carried: readonly PackedFile[];
  /** The modpack's own file, or null when it has none. */
  serverProperties: Uint8Array | null;
  /** The modpack's own file, or null when it has none. */
  serverIcon: Uint8Array | null;
  updates?: BuildUpdates | null;
}

/**
 * Every file that a server pack gets added, the same bytes for the same input. Throws when a version or a start
 * argument holds a control character, which requests are refused for before they come here.
 */
export function addedFiles(input: AddedFilesInput): AddedFile[] {
  const { run, modPack, decisions, warnings, updates = null, facts = shippedFacts() } = input;
  const server = modloaderServers[run.modloader](run.gameVersion);
  const scripts = startScripts(server);
  const log4j = log4ShellParts(run).file;
  const settings = containerSettings(run, server);
  const files: AddedFile[] = [
    ...(settings === null ? [] : [{ name: containerSettingsName, bytes: utf8(settings), executable: false }]),
    {
      name: 'HOW-TO-RUN.md',
      bytes: utf8(howToRun(modPack.name, run, server, warnings, updates !== null)),
      executable: false,
    },
    ...(log4j === null ? [] : [{ name: log4j.name, bytes: utf8(log4j.text), executable: false }]),
    ...filesOfServer(input),
    { name: 'start.bat', bytes: utf8(scripts.bat), executable: false },
    { name: 'start.jar', bytes: scripts.jar, executable: false },
    { name: 'start.ps1', bytes: utf8(scripts.ps1), executable: false },
    { name: 'start.sh', bytes: utf8(scripts.sh), executable: true },
    { name: 'variables.txt', bytes: utf8(variables(run, server, updates?.url ?? null)), executable: false },
    ...(updates === null ? [] : [{ name: updateKeyName, bytes: utf8(updates.publicKey), executable: false }]),
  ];
  const sums = files.map(({ name, bytes }) => ({ name, crc32: crc32(bytes) }));
  const of = { modPack, run, runConfigurationId: updates?.runConfigurationId ?? null };
  const manifest = serverPackManifest(of, { decisions, facts: facts.number }, warnings, [
    ...sums,
    ...input.carried,
  ]);
  return [...files, { name: manifestName, bytes: utf8(manifest), executable: false }].sort(byName);
}

/** The icon and the properties of the server: those of the run, else of the pack, else ours. */
export function filesOfServer({
  run,
  ...ofPack
}: Pick<AddedFilesInput, 'run' | 'serverIcon' | 'serverProperties'>): AddedFile[] {
  const givenIcon = run.serverIcon === null ? null : Buffer.from(run.serverIcon, 'base64');
  const properties =
    run.serverProperties === null
      ? (ofPack.serverProperties ?? utf8(defaultServerProperties))
      : utf8(run.serverProperties);
  return [
    { name: 'server-icon.png', bytes: serverIcon(givenIcon ?? ofPack.serverIcon), executable: false },
    { name: 'server.properties', bytes: properties, executable: false },
  ];
}

/** The names of the files that `addedFiles` gives for a run configuration. */
export function addedFileNames(run: RunConfiguration): string[] {
  const log4j = log4ShellParts(run).file;
  const { container } = modloaderServers[run.modloader](run.gameVersion);
  const settings = container === null ? [] : [containerSettingsName];
  return [...alwaysAdded, ...settings, ...(log4j === null ? [] : [log4j.name])].sort();
}

const manifestName = 'server-pack.json';
const updateKeyName = 'update-key.pem';
const alwaysAdded = [
  'HOW-TO-RUN.md',
  'server-icon.png',
  manifestName,
  'server.properties',
  'start.bat',
  'start.jar',
  'start.ps1',
  'start.sh',
  'variables.txt',
];

/** Added files that nobody gives, whatever the modpack has: scripts and texts of ours. */
export const writtenNames: ReadonlySet<string> = new Set([
  containerSettingsName,
  updateKeyName,
  ...alwaysAdded.filter((name) => name !== 'server-icon.png' && name !== 'server.properties'),
]);

function byName(a: AddedFile, b: AddedFile): number {
  return a.name < b.name ? -1 : 1;
}

function utf8(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}
