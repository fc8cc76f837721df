import { crc32 } from 'node:zlib';
import { modloaderServers } from '../../modloaders/servers/index.ts';
import { type Facts, shippedFacts } from '../known-mods/facts-file.ts';
import { serverIcon } from '../pack/server-icon.ts';
import { defaultServerProperties } from '../pack/server-properties.ts';
import { nameIn, titleIn } from '../pack-title.ts';
import type { LauncherManifest, ModDecision, Problem } from '../report.ts';
import { dropListLabel, type RunConfiguration } from '../run-configuration.ts';
import { javaOfRun, type PackJava } from '../sides/pack-java.ts';
import { recommendedMemory } from '../start-scripts/recommended-memory.ts';
import { startScripts } from '../start-scripts/start-scripts.ts';
import { variables } from '../start-scripts/variables.ts';
import { log4ShellParts } from '../warnings/log4shell.ts';
import { containerSettings, containerSettingsName } from './container-settings.ts';
import { howToRun } from './how-to.ts';
import { type PackedFile, type SourceModPack, serverPackManifest } from './server-pack-manifest.ts';

/** A file of a server pack that its modpack lacks or has in another form. */
export interface AddedFile {
  /** Path in the server pack. */
  name: string;
  bytes: Uint8Array;
  executable: boolean;
}

/** Where a server asks for newer server packs of its line. */
export interface UpdateSource {
  /** The address of the line. The signed text includes it, because all lines of a service share one key. */
  line: string;
  url: string;
  /** The public key that verifies the answers, in PEM. */
  publicKey: string;
}

/** The facts that a self-updating server needs: where to ask for updates, and which build made its server pack. */
export interface BuildUpdates extends UpdateSource {
  runConfigurationId: number;
}

type NamedManifest = Pick<LauncherManifest, 'name' | 'version'>;

export interface AddedFilesInput {
  run: RunConfiguration;
  modPack: SourceModPack;
  /** The name and version of the pack; by default it says none. */
  manifest?: NamedManifest | null;
  /** The memory in MiB that the pack's author gives the game; by default unknown. */
  recommendedMemory?: number | null;
  decisions: readonly ModDecision[];
  /** The facts for decisions on mods; by default those of this release. */
  facts?: Pick<Facts, 'number'>;
  /** By default the Java of the run's versions. */
  java?: PackJava;
  /** Reasons why the server pack may not start. */
  warnings: readonly Problem[];
  /** Files of the modpack that go into the server pack, without the added ones. */
  carried: readonly PackedFile[];
  /** The modpack's own file, if any. */
  serverProperties: Uint8Array | null;
  /** The modpack's own file, if any. */
  serverIcon: Uint8Array | null;
  updates?: BuildUpdates | null;
}

/**
 * All files added to a server pack; equal input gives equal bytes. Throws when a version or a start argument holds a
 * control character; requests with one are refused earlier.
 */
export function addedFiles(input: AddedFilesInput): AddedFile[] {
  const { run, modPack, decisions, warnings, updates = null, facts = shippedFacts() } = input;
  const title = input.manifest ? titleIn(input.manifest) : null;
  const { java = javaOfRun(run) } = input;
  const memory = recommendedMemory(
    decisions.filter(({ kept }) => kept).length,
    input.recommendedMemory ?? null,
  );
  const server = modloaderServers[run.modloader](run.gameVersion);
  const scripts = startScripts(server);
  const log4j = log4ShellParts(run).file;
  const addedByRequest = decisions.flatMap(({ kept, reason, file }) =>
    kept && reason === 'ADDED' ? [file] : [],
  );
  const settings = containerSettings(run, server);
  const files: AddedFile[] = [
    ...(settings === null ? [] : [{ name: containerSettingsName, bytes: utf8(settings), executable: false }]),
    {
      name: 'HOW-TO-RUN.md',
      bytes: utf8(
        howToRun(
          {
            title,
            modPackName: modPack.name,
            run,
            dropLists: run.dropLists.map(dropListLabel),
            java: java.version,
            added: addedByRequest,
          },
          server,
          warnings,
          updates !== null,
        ),
      ),
      executable: false,
    },
    ...(log4j === null ? [] : [{ name: log4j.name, bytes: utf8(log4j.text), executable: false }]),
    ...filesOfServer(input),
    { name: 'start.bat', bytes: utf8(scripts.bat), executable: false },
    { name: 'start.jar', bytes: scripts.jar, executable: false },
    { name: 'start.ps1', bytes: utf8(scripts.ps1), executable: false },
    { name: 'start.sh', bytes: utf8(scripts.sh), executable: true },
    {
      name: 'variables.txt',
      bytes: utf8(variables(run, server, { java, title, memory, updateUrl: updates?.url ?? null })),
      executable: false,
    },
    ...(updates === null ? [] : [{ name: updateKeyName, bytes: utf8(updates.publicKey), executable: false }]),
  ];
  const sums = files.map(({ name, bytes }) => ({ name, crc32: crc32(bytes) }));
  const of = { modPack, run, runConfigurationId: updates?.runConfigurationId ?? null };
  const manifest = serverPackManifest(of, { decisions, facts: facts.number, java: java.version }, warnings, [
    ...sums,
    ...input.carried,
  ]);
  return [...files, { name: manifestName, bytes: utf8(manifest), executable: false }].sort(byName);
}

/** The server's icon and properties: from the run, else from the pack, else our defaults. */
export function filesOfServer({
  run,
  manifest,
  ...ofPack
}: Pick<AddedFilesInput, 'run' | 'manifest' | 'serverIcon' | 'serverProperties'>): AddedFile[] {
  const givenIcon = run.serverIcon === null ? null : Buffer.from(run.serverIcon, 'base64');
  const properties =
    run.serverProperties === null
      ? (ofPack.serverProperties ?? utf8(defaultServerProperties(manifest ? nameIn(manifest) : null)))
      : utf8(run.serverProperties);
  return [
    { name: 'server-icon.png', bytes: serverIcon(givenIcon ?? ofPack.serverIcon), executable: false },
    { name: 'server.properties', bytes: properties, executable: false },
  ];
}

/** The names of the files that `addedFiles` returns for a run configuration. */
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

/** Added files that no modpack and no run may replace: our scripts and texts. */
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
