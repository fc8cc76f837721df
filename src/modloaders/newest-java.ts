import { compareGameVersions, isGameVersion } from './game-version.ts';
import type { ModloaderName } from './modloader.ts';

/** The newest major version of Java that starts a server. */
export interface NewestJava {
  version: number;
  /** The effect of a newer Java: a failure with every release of the modloader, or with the releases of reports. */
  newer: 'FAILS' | 'REPORTED_TO_FAIL';
}

interface Ceiling extends NewestJava {
  modloader: ModloaderName;
  /** The first and the last game version that it holds for. */
  from: string;
  to: string;
}

/**
 * Combinations without an entry have no known ceiling. A modloader reads Java's own classes with a library that knows class files up to
 * a version; a release of the modloader with a newer library mends that, so that reports do not hold for every release.
 */
const ceilings: readonly Ceiling[] = [
  // Its launcher takes the system class loader for a type that Java 9 no longer has.
  { modloader: 'Forge', from: '1.0', to: '1.12.2', version: 8, newer: 'FAILS' },
  // It reaches into parts of Java that are closed from 16 on.
  { modloader: 'Forge', from: '1.13', to: '1.16.5', version: 15, newer: 'FAILS' },
  // Class files of Java 20 are unknown to it: https://github.com/AllTheMods/ATM-8/issues/1495
  { modloader: 'Forge', from: '1.19.2', to: '1.19.2', version: 19, newer: 'REPORTED_TO_FAIL' },
  // Java 22: https://github.com/LunaPixelStudios/Better-MC/issues/1622, https://github.com/AllTheMods/ATM-9/issues/1812
  { modloader: 'Forge', from: '1.20.1', to: '1.20.1', version: 21, newer: 'REPORTED_TO_FAIL' },
  // Java 26, with ASM 9.8: https://github.com/Creators-of-Create/Create/issues/10268
  { modloader: 'NeoForge', from: '1.21.1', to: '1.21.1', version: 25, newer: 'REPORTED_TO_FAIL' },
];

/** The newest Java that starts the server of a modloader for a game version; null while no newer Java is known to break it. */
export function newestJavaFor(modloader: ModloaderName, gameVersion: string): NewestJava | null {
  if (!isGameVersion(gameVersion)) return null;
  const ceiling = ceilings.find(
    (one) =>
      one.modloader === modloader &&
      compareGameVersions(one.from, gameVersion) <= 0 &&
      compareGameVersions(gameVersion, one.to) <= 0,
  );
  return ceiling === undefined ? null : { version: ceiling.version, newer: ceiling.newer };
}
