import type { Certainty, ModDescriptor, ModloaderName } from '../modloaders/modloader.ts';
import type { EntryData } from './zip/entry.ts';
import type { NameReading } from './zip/name-encoding.ts';
import type { PictureType } from './zip/picture.ts';

/**
 * A problem or warning of an archive, in the form that events carry. `code` is one of the stable codes in
 * `problem-codes.ts`, `error` is a sentence for people.
 */
export interface Problem {
  code: string;
  error: string;
  /** The archive entry concerned; null for the archive as a whole. */
  entry: string | null;
  /** Where the pack is that an installer in the archive fetches: an https address; absent for all else. */
  link?: string;
}

/** The launchers with supported marker files. CONTRIBUTING.md has the steps for another one. */
const manifestKinds = [
  'CURSEFORGE_EXPORT',
  'CURSEFORGE_INSTANCE',
  'MODRINTH',
  'MULTIMC',
  'GDLAUNCHER_LEGACY',
  'GDLAUNCHER',
  'ATLAUNCHER',
  'MODRINTH_APP',
  'FTB_APP',
  'FTB',
  'MCBBS',
  'PACKWIZ',
  'XMCL',
  'VERSION_JSON',
] as const;

export type ManifestKind = (typeof manifestKinds)[number];

/** A launcher's marker file; null for missing fields. */
export interface LauncherManifest {
  kind: ManifestKind;
  /** The archive entry of the marker file. */
  file: string;
  name: string | null;
  /** The author's label for this version of the pack. */
  version: string | null;
  /** The platform's own id of the project; a label or 0 is not an id. */
  projectID: string | null;
  /** The platform's own id of this version or file of the project. */
  versionID: string | null;
  gameVersion: string | null;
  modloader: ModloaderName | null;
  modloaderVersion: string | null;
}

/** One jar of the modpack's inventory. */
export interface ModFile {
  /** Path below `mods/`: `jei-1.0.jar`, or `1.12.2/jei-1.0.jar` in old Forge's folder of a game version. */
  file: string;
  /** Size of the jar in bytes. */
  size: number;
  /** The jar's descriptors; empty when there are none or none can be read. */
  descriptors: ModDescriptor[];
  /** Why the jar, though included, could not be read; or null. */
  note: string | null;
  /** SHA-512 of a jar of unclear side, in lower-case hexadecimal; absent when the check did not need it. */
  sha512?: string | null;
  /** Statements about the jar on servers by other sources. */
  claims?: SideClaim[] | null;
  /** For a jar that the request adds to the pack: a sentence with its version and who asked for it. */
  added?: string | null;
}

/** A statement about a jar on servers by a source other than the jar. */
export interface SideClaim {
  /** The source: the pack's own index, or the catalogue of a platform that publishes the mod. */
  reason: 'PACK_INDEX' | 'CATALOGUE';
  /** Set for a statement in the jar's favour, which is kept only beside another platform's objection. */
  isFor?: true;
  evidence: string;
}

/** The picture of a pack, which stays in the archive. */
export interface PackIcon {
  /** Lower-case hexadecimal hash of the picture. */
  sha256: string;
  type: PictureType;
  /** Size of the picture in bytes. */
  size: number;
  /** The picture's location in the archive. */
  data: EntryData;
}

/** The check's facts about the archive as a whole. */
export interface ArchiveSummary {
  /** The folder that directly holds `mods/`: the empty string, or a path ending in `/`. */
  baseFolder: string;
  /** The encoding of the archive's names; absent in older checks. */
  names?: NameReading;
  /** Whether the archive holds account files; absent in older checks. */
  holdsAccounts?: boolean;
  /** Offsets of the local headers of inner archives with account files; absent without any, and in older checks. */
  accountArchives?: number[];
  /** Number of jars of unclear side for which the catalogue should have been queried, but was not; absent for zero. */
  unasked?: number;
  manifest: LauncherManifest | null;
  /** How the author starts the game, for a server; absent for none, and in older checks. */
  startArgs?: string[];
  /** The memory in MiB that a launcher gives the game; absent when unknown, and in older checks. */
  recommendedMemory?: number;
  /** Absent in older checks; null when no picture can be shown. */
  icon?: PackIcon | null;
  /** Number of entries in the archive. */
  entries: number;
  /** Sum of the entries' real sizes in bytes. */
  uncompressedSize: number;
}

/** All findings of the check, so that generating never inspects the archive again. */
export interface ArchiveReport extends ArchiveSummary {
  /** Sorted by the names of their files. */
  mods: ModFile[];
  /** Findings that do not fail the check. */
  warnings: Problem[];
}

/** The rule that decided on a mod, in the order in which the rules apply. */
export const decisionReasons = [
  'ADDED',
  'WHITELISTED',
  'CLIENT_MODS',
  'EXCLUDED',
  'DROP_LIST',
  'PACK_INDEX',
  'CLIENT_ONLY',
  'CATALOGUE',
  'KNOWN_CLIENT_MOD',
  'CLIENT_CODE',
  'CLIENT_ENTRYPOINTS',
  'STOPS_SERVER',
  'REQUIRED',
  'SERVER_MOD',
  'UNKNOWN_SIDE',
] as const;

export type DecisionReason = (typeof decisionReasons)[number];

/** Whether one mod goes into a server pack, and why. */
export interface ModDecision {
  /** As in the inventory: path below `mods/`. */
  file: string;
  kept: boolean;
  reason: DecisionReason;
  certainty: Certainty;
  /**
   * A sentence's part for people: the prefix that matched, the descriptor's evidence, or the mod that needs this one.
   */
  evidence: string;
}

/** Progress of a check or a generation. */
export interface ArchiveProgress {
  bytesDone: number;
  bytesTotal: number;
  entriesDone: number;
  entriesTotal: number;
}
