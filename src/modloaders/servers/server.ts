/** The parts that start scripts are put together from: each is a `.sh` and a `.ps1` beside the common script. */
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
  /** Release of the installer that has a version of its own; null where the modloader's version names it. */
  installerVersion: string | null;
  /** The type and the version variable of this modloader in itzg/minecraft-server; null for an unknown one. */
  container: { type: string; version: string } | null;
  /** File a hosting panel can run once the server is installed; null where no single jar starts the server. */
  serverJar: string | null;
}
