/**
 * The interface of a modloader. A loader is one file that exports one `Modloader`, plus one line in `index.ts`; no
 * other code depends on a particular loader.
 */

import type { Fit } from './version-ranges.ts';

/** The spelling in which modloaders are stored and shown; requests are read without regard to case. */
export const modloaderNames = ['Forge', 'NeoForge', 'Fabric', 'Quilt', 'LegacyFabric'] as const;

export type ModloaderName = (typeof modloaderNames)[number];

/** The side on which a mod works, by its descriptor. */
export type Side = 'CLIENT' | 'SERVER' | 'BOTH' | 'UNKNOWN';

/**
 * The certainty of a side: declared by a field, inferred from other fields, known from a list, doubtful by something in
 * the jar, or unknown.
 */
export const certainties = ['DECLARED', 'INFERRED', 'KNOWN', 'DOUBTFUL', 'NONE'] as const;
export type Certainty = (typeof certainties)[number];

/** The kinds of descriptor a jar can carry, named by the file (or annotation) that holds them. */
export const descriptorFormats = [
  'mods.toml',
  'neoforge.mods.toml',
  'fabric.mod.json',
  'quilt.mod.json',
  'fml_cache_annotation.json',
  '@Mod',
  'MANIFEST.MF',
] as const;

export type DescriptorFormat = (typeof descriptorFormats)[number];

/** One mod that a jar declares. Empty `name` and `version` mean the descriptor does not give them. */
export interface ModIdentity {
  id: string;
  name: string;
  version: string;
}

/** The contents of one descriptor. A jar may have several, one for each loader it supports. */
export interface ModDescriptor {
  format: DescriptorFormat;
  mods: ModIdentity[];
  side: Side;
  certainty: Certainty;
  /** The sentence for people behind `side`, e.g. "mods.toml: every dependency on forge and minecraft is CLIENT". */
  evidence: string;
  /** Lower-case ids of the mods a server with this mod must also have; loader, game and Java left out. */
  requires: string[];
  /** Lower-case further ids this jar answers to, its nested jars' among them. */
  provides: string[];
  /** Needs that one of several mods meets: lists of lower-case ids. */
  alternatives?: string[][];
  /** Lower-case names of the language providers without which it is not loaded. */
  languages?: string[];
  /** Lower-case names of the language providers that the jar and its nested jars hold; `*` for one whose name is not known. */
  teaches?: string[];
  /** Lower-case ids that the jar may answer to, as its code alone can tell; `*` where it may be any. */
  mayProvide?: string[];
  /**
   * Ids of `requires` that are written incorrectly, so that the loader may read them differently: they are not
   * reported.
   */
  unsureNeeds?: string[];
  /** Which versions of the game, of its loader and of other mods it needs, by their lower-case ids, as it writes them. */
  versionNeeds?: VersionNeed[];
  /** Versions of other mods beside which the loader does not start, in the same form. */
  breaks?: VersionNeed[];
  /** Set when the mod is for clients by its classes, or by how it is started, although its descriptor does not say so. */
  clientCode?: ClientCode;
  /** Set when making the mod's class comes to the client, and nothing in the jar is work of a server. */
  clientStart?: Pick<ClientCode, 'usedBy'>;
}

/** Versions of one other part of a server. */
export interface VersionNeed {
  on: string;
  /** As the descriptor spells them; one of them is enough. */
  versions: string[];
}

/** Why a jar is for clients by what its classes do, or by how it is started. */
export interface ClientCode {
  /** A sentence for people. */
  evidence: string;
  /** Set when not its classes tell it, but that only clients start it. */
  startsOnClients?: true;
  /** The mods whose code refers to it, by their places in the inventory; absent where there are none. */
  usedBy?: number[];
}

/** A parsed public version list. */
export interface ListedVersions {
  /** A list of game versions, or of loader versions, judges its part of the pair only. */
  listed(gameVersion: string, version: string): boolean;
  /**
   * Listed versions near an unlisted pair: game versions for an unknown one, else the loader's versions for it. In no
   * order.
   */
  instead(gameVersion: string): { of: 'gameVersion' | 'version'; versions: readonly string[] };
}

/** A public version list as data: its address, and a parser for its body. */
export interface VersionFeed {
  url: string;
  /** Reads the body of the answer; null when it is not the list it should be. */
  parseVersions(body: string): ListedVersions | null;
}

/** The two versions of a run. */
export interface RunVersions {
  gameVersion: string;
  modloaderVersion: string;
}

/** Mods that make a modloader load mods of another one. */
export interface Bridge {
  /** Lower-case ids; one of them is enough. */
  mods: readonly string[];
  /** The descriptors that are then read where the modloader's own are missing; none where that is not known. */
  formats: readonly DescriptorFormat[];
  /** The bridge's spelling of a mod's lower-case id. */
  spell(id: string): string;
  /** Ids that begin so belong to the one mod, spelt by the bridge. */
  parts: { prefix: string; of: string } | null;
}

/** A modloader's rules for the versions that mods require. */
export interface VersionRules {
  /** The lower-case id by which mods ask for the modloader itself; null where none is known. */
  ownId(gameVersion: string): string | null;
  fits(wanted: readonly string[], version: string): Fit;
  /** Versions of the game and of itself that it takes as well as those that it has, as its own table says. */
  alsoTakes(gameVersion: string): { games: readonly string[]; loaders: readonly string[] };
}

/** A file in which a pack's author can change the needs of mods. */
export interface NeedOverrides {
  /** A JSON or TOML file of the pack. */
  file: string;
  /** The member of it that names the mods; null where it is not known how it does. */
  member: string | null;
}

export interface Modloader {
  name: ModloaderName;
  /** Lower-case spellings under which launchers and their component lists know it. */
  launcherIds: readonly string[];
  /** Modrinth's word for it. */
  modrinthId: string;
  /** Its key among the dependencies of an .mrpack; null where the format has none. */
  mrpackId: string | null;
  /** Checks the form of a version of this loader, not its existence. */
  isVersion(text: string): boolean;
  /** The descriptors the loader reads for that game version, the one it prefers first. */
  descriptorFormats(gameVersion: string): readonly DescriptorFormat[];
  /** The server starts without mods whose descriptor says client, as if they were absent. */
  disablesClientMods: boolean;
  /** `folder` is a path below `mods/` without a slash at its end; the empty string is `mods/` itself. */
  loadsFolder(folder: string, versions: RunVersions): boolean;
  /** Lower-case names of the language providers that it brings along. */
  languages: readonly string[];
  /** Mods that make it load mods of other modloaders. */
  bridges: readonly Bridge[];
  /** The loaders of jars that it cannot load, where the descriptor's format is not enough. */
  foreign: Readonly<Partial<Record<DescriptorFormat, string>>>;
  /** Null where these are not known well enough to tell anything. */
  versionRules: VersionRules | null;
  /** Null when the loader has no such file. */
  needOverrides: NeedOverrides | null;
  /** The public lists for this game version; a version exists when all of them list it. */
  versionFeeds(gameVersion: string): readonly VersionFeed[];
}
