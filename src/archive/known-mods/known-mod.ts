import type { ModloaderName } from '../../modloaders/modloader.ts';

/** Knowledge about a mod from a public source. */
export interface Knowledge {
  /** The modloaders it is known for. */
  loaders: readonly ModloaderName[];
  /** The oldest and the newest game version it is known for, both included; null where it has no end. */
  gameVersions: { from: string | null; to: string | null } | null;
  /** Its effect on a dedicated server: a sentence for people. */
  onServer: string;
  /** A public page that says so. */
  source: string;
}

/** A client-only mod whose descriptor does not say so. */
export interface KnownClientMod extends Knowledge {
  /** Its id in lower case. */
  id: string;
}

/** A client-only mod in a jar without any descriptor. */
export interface KnownClientFile extends Knowledge {
  /** How the names of its files begin. */
  prefix: string;
}

/** A mod that a server uses although its descriptor looks client-only. */
export interface KnownServerMod extends Knowledge {
  id: string;
}
