/** The parts of start scripts: each is a `.sh` and a `.ps1` beside the common script. */
export const scriptParts = [
  'launch-jar',
  'launch-arguments-file',
  'forge-jar',
  'forge-arguments-file',
  'neoforge',
  'neoforge-1.20.1',
  'fabric',
  'legacyfabric',
  'quilt',
] as const;

export type ScriptPart = (typeof scriptParts)[number];

/** Installation and start of a modloader's server for one game version. */
export interface ModloaderServer {
  /** Parts of the start scripts besides the common ones. */
  scriptParts: readonly ScriptPart[];
  /** Release of an installer with versions of its own; null when the modloader's version names the installer. */
  installerVersion: string | null;
  /** The modloader's type and version variable in itzg/minecraft-server; null when unsupported. */
  container: { type: string; version: string } | null;
  /** The file that a hosting panel can run after the installation; null when no single jar starts the server. */
  serverJar: string | null;
}
