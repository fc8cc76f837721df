import type { Bridge, ModDescriptor } from '../modloaders/modloader.ts';
import type { ChangedNeeds } from './changed-needs.ts';
import type { Spelling } from './loaded-mods.ts';
import type { ModFile } from './report.ts';

/** A jar that the loader of a run reads. */
export interface LoadedMod {
  file: string;
  /** The descriptor that this loader reads. */
  descriptor: ModDescriptor;
  kept: boolean;
  /** Whether the loader disables it on a server, where it lies there. */
  isDisabled: boolean;
  /** Whether the loader itself reads it, and no bridge. */
  isOwn: boolean;
}

/** The jars of a pack where the loader of a run looks for them, in the order of the inventory. */
export interface LoadedPack {
  loaded: readonly LoadedMod[];
  /** The loaded mods that are kept and not disabled. */
  running: readonly LoadedMod[];
  /** Jars without a descriptor for that loader. */
  unread: readonly { mod: ModFile; kept: boolean }[];
  bridge: Bridge | null;
  spelling: Spelling;
  /** Mods whose needs are not reported. */
  changedNeeds: ChangedNeeds;
}
