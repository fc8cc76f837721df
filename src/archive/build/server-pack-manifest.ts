import { createHash } from 'node:crypto';
import type { ModDecision, Problem } from '../report.ts';
import { dropListLabel, type RunConfiguration } from '../run-configuration.ts';

/** The source modpack of a server pack: name as uploaded and lower-case hexadecimal SHA-256. */
export interface SourceModPack {
  name: string;
  sha256: string;
}

/** A file of a server pack: its path and the CRC-32 of its contents. */
export interface PackedFile {
  name: string;
  crc32: number;
}

/** The source and settings of a server pack. */
interface BuiltOf {
  modPack: SourceModPack;
  run: RunConfiguration;
  /**
   * Set when the server asks for the changes since this very build; null elsewhere, so that equal builds have equal
   * bytes.
   */
  runConfigurationId: number | null;
}

/**
 * The text of `server-pack.json`: source, settings, warnings, decisions on all mods, and a checksum of every file but
 * itself. The start scripts read `sha256`, `id` and `files` line by line for an update.
 */
export function serverPackManifest(
  { modPack, run, runConfigurationId }: BuiltOf,
  { decisions, facts, java }: { decisions: readonly ModDecision[]; facts: number; java: number | null },
  warnings: readonly Problem[],
  files: readonly PackedFile[],
): string {
  const manifest = {
    formatVersion: 1,
    modPack: { name: modPack.name, sha256: modPack.sha256 },
    runConfiguration: {
      ...(runConfigurationId !== null && { id: runConfigurationId }),
      gameVersion: run.gameVersion,
      modloader: run.modloader,
      modloaderVersion: run.modloaderVersion,
      startArgs: run.startArgs,
      clientMods: run.clientMods,
      whitelistedMods: run.whitelistedMods,
      dropLists: run.dropLists.map(dropListLabel),
      addedMods: run.addedMods,
      automaticSides: run.automaticSides,
      includeFiles: run.includeFiles,
      excludeFiles: run.excludeFiles,
      includeWorld: run.includeWorld,
      nameEncoding: run.nameEncoding,
      serverIcon: run.serverIcon && sha256(Buffer.from(run.serverIcon, 'base64')),
      serverProperties: run.serverProperties && sha256(run.serverProperties),
    },
    facts,
    javaVersion: java,
    warnings: warnings.map(({ code, error }) => ({ code, error })),
    mods: decisions.map(({ file, kept, reason, certainty, evidence }) => ({
      file,
      kept,
      reason,
      certainty,
      evidence,
    })),
    files: Object.fromEntries(files.map(({ name, crc32 }) => [name, checksum(crc32)])),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function sha256(contents: string | Uint8Array): string {
  return createHash('sha256').update(contents).digest('hex');
}

function checksum(crc32: number): string {
  return `crc32:${crc32.toString(16).padStart(8, '0')}`;
}
