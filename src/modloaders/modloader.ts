/**
 * The interface of a modloader. A loader is one file that exports one `Modloader`, plus one line in `index.ts`; no
 * other code depends on a particular loader.
 */

import type { Fit } from './version-ranges.ts';

/** The stored and displayed names of modloaders; requests are read without regard to case. */
export const modloaderNames = ['Forge', 'NeoForge', 'Fabric', 'Quilt', 'LegacyFabric'] as const;

export type ModloaderName = (typeof modloaderNames)[number];

/** The side on which a mod works, by its descriptor. */
export type Side = 'CLIENT' | 'SERVER' | 'BOTH' | 'UNKNOWN';

/**
 * The certainty of a side: declared by a field, inferred from other fields, known from a list, doubtful because of the
 * jar's contents, or unknown.
 */
export const certainties = ['DECLARED', 'INFERRED', 'KNOWN', 'DOUBTFUL', 'NONE'] as const;
export type Certainty = (typeof certainties)[number];

/** The kinds of descriptor that a jar can carry, named by their file or annotation. */
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

/** One mod that a jar declares. Empty `name` and `version` are missing in the descriptor. */
export interface ModIdentity {
  id: string;
  name: string;
  version: string;
}

/** The contents of one descriptor. A jar may have several, one for each supported loader. */
export interface ModDescriptor {
  format: DescriptorFormat;
  mods: ModIdentity[];
  side: Side;
  certainty: Certainty;
  /** The evidence for `side` as a sentence, e.g. "mods.toml: every dependency on forge and minecraft is CLIENT". */
  evidence: string;
  /** Lower-case ids of other mods that a server with this mod needs, without loader, game and Java. */
  requires: string[];
  /** Additional lower-case ids that this jar provides, with those of its nested jars. */
  provides: string[];
  /** The nested mods that the loader extracts, by their descriptors; absent when there are too many. */
  nested?: Pick<ModIdentity, 'id' | 'version'>[];
  /** Needs that any one of several mods meets, as lists of lower-case ids. */
  alternatives?: string[][];
  /** Lower-case names of the required language providers. */
  languages?: string[];
  /** Lower-case names of the language providers in the jar and its nested jars; `*` for an unknown name. */
  teaches?: string[];
  /** Lower-case ids that the jar may provide, visible only in its code; `*` for any id. */
  mayProvide?: string[];
  /** Misspelt ids of `requires`, which the loader may read differently, so that they are not reported. */
  unsureNeeds?: string[];
  /** Required versions of the game, the loader and other mods, by lower-case id, as spelt in the descriptor. */
  versionNeeds?: VersionNeed[];
  /** Versions of other mods with which the loader does not start, in the same form. */
  breaks?: VersionNeed[];
  /** Required Java versions above 8, the highest first. */
  javaNeeds?: JavaNeed[];
  /** Set when the mod is client-only by its classes or its start, although its descriptor does not say so. */
  clientCode?: ClientCode;
  /** Set when constructing the mod's class reaches the client, and nothing in the jar is work of a server. */
  clientStart?: Pick<ClientCode, 'usedBy'>;
}

/** A Java that a mod, or one of its nested jars, needs. */
export interface JavaNeed {
  /** The lowest sufficient major version. */
  version: number;
  /** The evidence, worded to follow "by". */
  by: string;
  /** The game versions for which the nested jar is loaded, as spelt in it; absent for all. */
  games?: string[];
}

/** Required versions of another part of a server. */
export interface VersionNeed {
  on: string;
  /** Spelt as in the descriptor; any one of them suffices. */
  versions: string[];
}

/** Why a jar is client-only, by its classes or its start. */
export interface ClientCode {
  evidence: string;
  /** Set when the evidence is that only clients start the jar, not its classes. */
  startsOnClients?: true;
  /** Inventory positions of the mods whose code refers to the jar; absent without any. */
  usedBy?: number[];
}

/** A parsed public version list. */
export interface ListedVersions {
  /** Whether the pair is listed; a list of only game versions, or only loader versions, judges its part of the pair. */
  listed(gameVersion: string, version: string): boolean;
  /**
   * Listed versions near an unlisted pair, unordered: game versions for an unknown one, else the loader's versions for
   * it.
   */
  instead(gameVersion: string): { of: 'gameVersion' | 'version'; versions: readonly string[] };
}

/** A public version list: its address, and a parser for its body. */
export interface VersionFeed {
  url: string;
  /** Reads the body of the answer; null when it is no such list. */
  parseVersions(body: string): ListedVersions | null;
}

/** The two versions of a run. */
export interface RunVersions {
  gameVersion: string;
  modloaderVersion: string;
}

/** A mod that makes a modloader load mods of another one. */
export interface Bridge {
  /** Lower-case ids of the mod; any one suffices. */
  mods: readonly string[];
  /** The descriptors that the bridge reads when the modloader's own are missing; empty when unknown. */
  formats: readonly DescriptorFormat[];
  /** The bridge's spelling of a mod's lower-case id. */
  spell(id: string): string;
  /** A prefix of ids that all belong to one mod, given in the bridge's spelling. */
  parts: { prefix: string; of: string } | null;
}

/** A modloader's rules for the versions that mods require. */
export interface VersionRules {
  /** The lower-case id of the modloader itself in mods' dependencies; null when unknown. */
  ownId(gameVersion: string): string | null;
  fits(wanted: readonly string[], version: string): Fit;
  /** Lower-case names of the modloader's language providers that share its version numbers. */
  ownLanguages(gameVersion: string): readonly string[];
  /** Further versions of the game and the modloader that it accepts, by its own table. */
  alsoTakes(gameVersion: string): { games: readonly string[]; loaders: readonly string[] };
}

/** What is known of a modloader's builds. */
export interface Builds {
  /** The newest build that installs a server; null when none is known. */
  newest(gameVersion: string): string | null;
  /** Why a build does not install, or not start as it is, and what to do, for people; null when nothing is known. */
  trouble(gameVersion: string, version: string): string | null;
}

/** A file in which a pack's author can change the dependencies of mods. */
export interface NeedOverrides {
  file: string;
  /** The member with the mods; null when its name is unknown. */
  member: string | null;
}

export interface Modloader {
  name: ModloaderName;
  /** Lower-case names of the modloader in launchers and their component lists. */
  launcherIds: readonly string[];
  /** Modrinth's name of the modloader. */
  modrinthId: string;
  /** Modrinth's names of further modloaders whose mods this one loads on that game version. */
  alsoLoads(gameVersion: string): readonly string[];
  /** The modloader's key among an .mrpack's dependencies; null when the format has none. */
  mrpackId: string | null;
  /** Checks the form of a version of this loader, but not its existence. */
  isVersion(text: string): boolean;
  /** The game versions that the number of a loader version implies; null when it implies none. */
  gamesOf(version: string): readonly string[] | null;
  /** Whether the loader may have servers for a version of the game; snapshots have them with some loaders only. */
  hasServersFor(gameVersion: string): boolean;
  /** Null when every listed version has an installer. */
  builds: Builds | null;
  /** The descriptors that the loader reads for that game version, in order of preference. */
  descriptorFormats(gameVersion: string): readonly DescriptorFormat[];
  /** Whether the server starts without client-only mods, as if they were absent. */
  disablesClientMods: boolean;
  /**
   * Whether the loader searches a folder below `mods/`, given without a slash at the end; `mods/` itself is the empty
   * string.
   */
  loadsFolder(folder: string, versions: RunVersions): boolean;
  /** Lower-case names of the loader's own language providers. */
  languages: readonly string[];
  /** Mods that make the loader load mods of other modloaders. */
  bridges: readonly Bridge[];
  /** The loaders of jars that this loader cannot load, where the descriptor's format does not show it. */
  foreign: Readonly<Partial<Record<DescriptorFormat, string>>>;
  /** Null when the rules are not known well enough. */
  versionRules: VersionRules | null;
  needOverrides: NeedOverrides | null;
  /** The public lists for this game version; a version exists when all of them list it. */
  versionFeeds(gameVersion: string): readonly VersionFeed[];
}
