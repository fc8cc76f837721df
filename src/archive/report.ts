import type { Certainty, ModDescriptor, ModloaderName } from '../modloaders/modloader.ts';
import type { PictureType } from './picture.ts';
import type { EntryData } from './zip/entry.ts';
import type { NameReading } from './zip/name-encoding.ts';

/**
 * Something wrong with an archive, or worth telling of it, as events carry it. `code` is stable and one of those in
 * `problem-codes.ts`, `error` is a sentence for people.
 */
export interface Problem {
  code: string;
  error: string;
  /** The archive entry concerned, or null when it is about the archive as a whole. */
  entry: string | null;
}

/** The launchers whose marker files are read. CONTRIBUTING.md has the steps for another one. */
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
] as const;

export type ManifestKind = (typeof manifestKinds)[number];

/** A launcher's marker file; null for missing fields. */
export interface LauncherManifest {
  kind: ManifestKind;
  /** The archive entry it was read from. */
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
  /** Path below `mods/`: `jei-1.0.jar`, or `1.12.2/jei-1.0.jar` for old Forge's folder of the game version. */
  file: string;
  /** Size of the jar in bytes. */
  size: number;
  /** The jar's descriptors; empty when there are none or none can be read. */
  descriptors: ModDescriptor[];
  /** Why the jar could not be read (it is kept all the same), or null. */
  note: string | null;
  /** SHA-512 of a jar that leaves its side open, in lower-case hexadecimal; absent where a check had no use for it. */
  sha512?: string | null;
  /** Statements of others about the jar on servers. */
  claims?: SideClaim[] | null;
}

/** A statement about a jar on servers by a source other than the jar. */
export interface SideClaim {
  /** Its source: the pack's own index, or the catalogue of a platform that publishes the mod. */
  reason: 'PACK_INDEX' | 'CATALOGUE';
  /** Set for a statement in the jar's favour, which is kept only beside another platform's objection. */
  isFor?: true;
  /** A sentence for people. */
  evidence: string;
}

/** The picture of a pack, which stays in its archive. */
export interface PackIcon {
  /** Lower-case hexadecimal, of the picture. */
  sha256: string;
  type: PictureType;
  /** Bytes of the picture. */
  size: number;
  /** Where the archive has it. */
  data: EntryData;
}

/** The check's facts about the archive as a whole. */
export interface ArchiveSummary {
  /** The folder that directly holds `mods/`: the empty string, or a path ending in `/`. */
  baseFolder: string;
  /** The encoding of its names; absent in older checks. */
  names?: NameReading;
  /** Whether it holds files of accounts; absent in older checks. */
  holdsAccounts?: boolean;
  /** Where the local headers of those archives in it are that hold files of accounts; absent where there are none, and in older checks. */
  accountArchives?: number[];
  /** Jars that leave open where they work and that the catalogue should have been asked about, but was not; absent where there are none. */
  unasked?: number;
  manifest: LauncherManifest | null;
  /** Absent in older checks, and null where no picture can be shown. */
  icon?: PackIcon | null;
  /** Number of entries in the archive. */
  entries: number;
  /** Sum of the entries' real sizes in bytes. */
  uncompressedSize: number;
}

/** Everything the check learns, so that generating never has to inspect the archive again. */
export interface ArchiveReport extends ArchiveSummary {
  /** In the order of their files' names. */
  mods: ModFile[];
  /** Things worth telling that do not fail the check. */
  warnings: Problem[];
}

/** Which rule decided about a mod, in the order in which the rules are tried. */
export const decisionReasons = [
  'WHITELISTED',
  'CLIENT_MODS',
  'EXCLUDED',
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
  /** The sentence for people: the prefix that matched, the descriptor's evidence, or the mod that needs this one. */
  evidence: string;
}

/** Progress of a check or a generation. */
export interface ArchiveProgress {
  bytesDone: number;
  bytesTotal: number;
  entriesDone: number;
  entriesTotal: number;
}
