import { javaVersionFor } from '../modloaders/java-version.ts';
import type { ModDecision } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';

/** The modpack a server pack is built from: name as uploaded and lower-case hexadecimal SHA-256. */
export interface SourceModPack {
  name: string;
  sha256: string;
}

/** The text of `server-pack.json`: what the server pack was built from, for what, and what became of every mod. */
export function serverPackManifest(
  modPack: SourceModPack,
  run: RunConfiguration,
  decisions: readonly ModDecision[],
): string {
  const manifest = {
    formatVersion: 1,
    modPack: { name: modPack.name, sha256: modPack.sha256 },
    runConfiguration: {
      gameVersion: run.gameVersion,
      modloader: run.modloader,
      modloaderVersion: run.modloaderVersion,
      startArgs: run.startArgs,
      clientMods: run.clientMods,
      whitelistedMods: run.whitelistedMods,
    },
    javaVersion: javaVersionFor(run.gameVersion),
    mods: decisions.map(({ file, kept, reason, certainty, evidence }) => ({
      file,
      kept,
      reason,
      certainty,
      evidence,
    })),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
