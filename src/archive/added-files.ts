import { modloaderServers } from '../modloaders/servers/index.ts';
import { howToRun } from './how-to.ts';
import type { ModDecision } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';
import { serverIcon } from './server-icon.ts';
import { type SourceModPack, serverPackManifest } from './server-pack-manifest.ts';
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

export interface AddedFilesInput {
  run: RunConfiguration;
  modPack: SourceModPack;
  decisions: readonly ModDecision[];
  /** The modpack's own file, or null when it has none. */
  serverProperties: Uint8Array | null;
  /** The modpack's own file, or null when it has none. */
  serverIcon: Uint8Array | null;
}

/**
 * Every file that a server pack gets added, the same bytes for the same input. Throws when a version or a start
 * argument holds a control character, which requests are refused for before they come here.
 */
export function addedFiles(input: AddedFilesInput): AddedFile[] {
  const { run, modPack, decisions } = input;
  const server = modloaderServers[run.modloader](run.gameVersion);
  const scripts = startScripts(server);
  return [
    { name: 'HOW-TO-RUN.md', bytes: utf8(howToRun(modPack.name, run, server)), executable: false },
    { name: 'server-icon.png', bytes: serverIcon(input.serverIcon), executable: false },
    { name: 'server-pack.json', bytes: utf8(serverPackManifest(modPack, run, decisions)), executable: false },
    {
      name: 'server.properties',
      bytes: input.serverProperties ?? utf8(defaultServerProperties),
      executable: false,
    },
    { name: 'start.bat', bytes: utf8(scripts.bat), executable: false },
    { name: 'start.ps1', bytes: utf8(scripts.ps1), executable: false },
    { name: 'start.sh', bytes: utf8(scripts.sh), executable: true },
    { name: 'variables.txt', bytes: utf8(variables(run, server)), executable: false },
  ];
}

function utf8(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}
