import type { Bridge, ModDescriptor } from '../../modloaders/modloader.ts';
import type { ModFile } from '../report.ts';
import type { ChangedNeeds } from './changed-needs.ts';
import type { Spelling } from './loaded-mods.ts';

/** A jar that the run's loader reads. */
export interface LoadedMod {
  file: string;
  /** The descriptor that this loader reads. */
  descriptor: ModDescriptor;
  kept: boolean;
  /** Whether the loader disables the jar on a server. */
  isDisabled: boolean;
  /** Whether the loader itself reads the jar, rather than a bridge. */
  isOwn: boolean;
}

/** The jars of a pack in the folders that the run's loader searches, in the order of the inventory. */
export interface LoadedPack {
  loaded: readonly LoadedMod[];
  /** The kept mods that the loader does not disable. */
  running: readonly LoadedMod[];
  /** Jars without a descriptor for that loader. */
  unread: readonly { mod: ModFile; kept: boolean }[];
  bridge: Bridge | null;
  spelling: Spelling;
  /** Mods whose needs are not reported. */
  changedNeeds: ChangedNeeds;
}
