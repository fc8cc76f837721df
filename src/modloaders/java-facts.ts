import { compareGameVersions, isGameVersion, releaseOf } from './game-version.ts';
import type { ModloaderName } from './modloader.ts';

/** First game version that needs each major version of Java, newest first. */
const javaByFirstGameVersion = [
  ['26.1', 25],
  ['1.20.5', 21],
  ['1.18', 17],
  ['1.17', 16],
] as const;

/** The major version of Java for a game version; null when the text is no game version. */
export function javaVersionFor(gameVersion: string): number | null {
  if (!isGameVersion(gameVersion)) return null;
  // What precedes a release takes the Java of the release: its first snapshots need an older one, and start with it.
  const release = releaseOf(gameVersion);
  const needed = javaByFirstGameVersion.find(([first]) => compareGameVersions(release, first) >= 0);
  return needed === undefined ? 8 : needed[1];
}

/** The newest major version of Java that starts a server. */
export interface NewestJava {
  version: number;
  /** The effect of a newer Java: failure with every release of the modloader, or with releases in reports. */
  newer: 'FAILS' | 'REPORTED_TO_FAIL';
}

/** The first and last game version for which a fact holds. */
interface Games {
  from: string;
  to: string;
}

interface Ceiling extends NewestJava, Games {
  modloader: ModloaderName;
}

/**
 * Combinations without an entry have no known ceiling. A modloader reads Java's own classes with a library that
 * supports class files up to a version. A later release of the modloader may have a newer library, so reports do not
 * hold for every release.
 */
const ceilings: readonly Ceiling[] = [
  // Forge's launcher casts the system class loader to a type that Java 9 no longer uses.
  { modloader: 'Forge', from: '1.0', to: '1.12.2', version: 8, newer: 'FAILS' },
  // Forge accesses parts of Java that are closed from 16 on.
  { modloader: 'Forge', from: '1.13', to: '1.16.5', version: 15, newer: 'FAILS' },
  // Forge does not support class files of Java 20: https://github.com/AllTheMods/ATM-8/issues/1495
  { modloader: 'Forge', from: '1.19.2', to: '1.19.2', version: 19, newer: 'REPORTED_TO_FAIL' },
  // Java 22: https://github.com/LunaPixelStudios/Better-MC/issues/1622, https://github.com/AllTheMods/ATM-9/issues/1812
  { modloader: 'Forge', from: '1.20.1', to: '1.20.1', version: 21, newer: 'REPORTED_TO_FAIL' },
  // Java 26, with ASM 9.8: https://github.com/Creators-of-Create/Create/issues/10268
  { modloader: 'NeoForge', from: '1.21.1', to: '1.21.1', version: 25, newer: 'REPORTED_TO_FAIL' },
];

/**
 * The newest Java that starts the server of a modloader for a game version; null while no newer Java is known to fail.
 */
export function newestJavaFor(modloader: ModloaderName, gameVersion: string): NewestJava | null {
  const ceiling = ceilings.find((one) => one.modloader === modloader && isAmong(gameVersion, one));
  return ceiling === undefined ? null : { version: ceiling.version, newer: ceiling.newer };
}

function isAmong(gameVersion: string, { from, to }: Games): boolean {
  return (
    isGameVersion(gameVersion) &&
    compareGameVersions(from, gameVersion) <= 0 &&
    compareGameVersions(gameVersion, to) <= 0
  );
}

/** Updates of Java with which some builds of a modloader do not start, although the major version is right. */
export interface FailingUpdates {
  modloader: ModloaderName;
  games: Games;
  /** The first failing build, and the first working one after it, or null. */
  builds: { first: string; mended: string | null };
  /** The build to use instead, which was certainly published; null when the game version has none. */
  take: string | null;
  /**
   * The first failing update of each major version, in the numbering of `java -version`; later updates and newer majors
   * fail too.
   */
  firstFailing: readonly { major: number; update: number; name: string }[];
  /** The failure in a log, without the loader's version. */
  failure: 'MANIFEST_ENTRY_VERIFIER' | 'SORTED_TWEAKERS';
  /**
   * An available Java that starts the builds; `release` is set when not every update of it does. Null when there is
   * none.
   */
  older: { name: string; major: number; release: string | null } | null;
  /** A mod that fixes the failure, if any. */
  mod: { name: string; url: string } | null;
}

const manifestEntryVerifier = {
  modloader: 'Forge',
  firstFailing: [
    { major: 8, update: 321, name: '8u321' },
    { major: 11, update: 14, name: '11.0.14' },
    { major: 17, update: 2, name: '17.0.2' },
  ],
  failure: 'MANIFEST_ENTRY_VERIFIER',
  // Adoptium's release before 8u322, also in itzg's image java8 (its build.yml of 2026-08-20).
  older: { name: 'Java 8u312', major: 8, release: 'jdk8u312-b07' },
  mod: null,
} as const satisfies Partial<FailingUpdates>;

const sortedTweakers = {
  modloader: 'Forge',
  firstFailing: [{ major: 8, update: 20, name: '8u20' }],
  failure: 'SORTED_TWEAKERS',
  // Adoptium has no release before 8u302.
  older: null,
  // The author is Forge's own: https://github.com/LexManos/LegacyJavaFixer, read on 2026-11-28.
  mod: {
    name: 'legacyjavafixer',
    url: 'https://maven.minecraftforge.net/net/minecraftforge/lex/legacyjavafixer/1.0/legacyjavafixer-1.0.jar',
  },
} as const satisfies Partial<FailingUpdates>;

/** Builds without an entry have no known failing update. Sources were read on 2026-11-28. */
export const failingUpdates: readonly FailingUpdates[] = [
  // A constructor of the JDK's ManifestEntryVerifier got another parameter:
  // https://github.com/McModLauncher/modlauncher/issues/91. From 34.1.27 on, by
  // https://github.com/MultiMC/Launcher/issues/5077; ModLauncher 8.1.3 came with 36.2.26 (MinecraftForge 2b6fbf66).
  {
    ...manifestEntryVerifier,
    games: { from: '1.16.5', to: '1.16.5' },
    builds: { first: '34.1.27', mended: '36.2.26' },
    take: '36.2.26',
  },
  {
    ...manifestEntryVerifier,
    games: { from: '1.16.3', to: '1.16.4' },
    builds: { first: '34.1.27', mended: null },
    take: null,
  },
  // Fixed by securejarhandler 0.9.51 (f0dcaea), shipped as 0.9.54 with 37.0.75 (MinecraftForge 5e2e4048); 37.1.1 is the
  // usual build.
  {
    ...manifestEntryVerifier,
    firstFailing: manifestEntryVerifier.firstFailing.filter(({ major }) => major === 17),
    games: { from: '1.17.1', to: '1.17.1' },
    builds: { first: '37.0.0', mended: '37.0.75' },
    take: '37.1.1',
    // The game is made for Java 16, and none of its updates has the change.
    older: { name: 'Java 16', major: 16, release: null },
  },
  // From 8u20 on, Java sorts a list in place while LaunchWrapper iterates over it:
  // https://github.com/MinecraftForge/FML/pull/501. The last build for 1.6.4 fixes it:
  // https://github.com/MultiMC/Launcher/issues/547. Forge 10.13.1 was the first with FML's fix (MinecraftForge
  // 24989689); 1.7.2 never got it: https://github.com/MinecraftPortCentral/Cauldron-Issues/issues/124 and
  // https://github.com/MultiMC/Launcher/issues/739.
  {
    ...sortedTweakers,
    games: { from: '1.6.4', to: '1.6.4' },
    builds: { first: '9.11.0.0', mended: '9.11.1.1345' },
    take: '9.11.1.1345',
  },
  {
    ...sortedTweakers,
    games: { from: '1.7.2', to: '1.7.2' },
    builds: { first: '10.12.0.0', mended: null },
    take: null,
  },
  {
    ...sortedTweakers,
    games: { from: '1.7.10', to: '1.7.10' },
    builds: { first: '10.13.0.0', mended: '10.13.1.0' },
    take: '10.13.4.1614',
  },
];

interface Run {
  gameVersion: string;
  modloader: ModloaderName;
  modloaderVersion: string;
}

/** The Java updates with which a run's build of its modloader does not start, if any are known. */
export function failingUpdatesFor({ gameVersion, modloader, modloaderVersion }: Run): FailingUpdates | null {
  const isBuild = ({ first, mended }: FailingUpdates['builds']) =>
    compareBuilds(first, modloaderVersion) <= 0 &&
    (mended === null || compareBuilds(modloaderVersion, mended) < 0);
  const found = failingUpdates.find(
    (one) => one.modloader === modloader && isAmong(gameVersion, one.games) && isBuild(one.builds),
  );
  return found ?? null;
}

/** Orders builds by their numbers; a suffix, for example the game version, does not count. */
function compareBuilds(a: string, b: string): number {
  const [left, right] = [a, b].map((build) =>
    (/^\d+(?:\.\d+)*/.exec(build)?.[0] ?? '').split('.').map(Number),
  );
  for (let index = 0; index < Math.max(left?.length ?? 0, right?.length ?? 0); index++) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * What is wrong with newer Java updates, and the remedy, in a sentence or two for people; every text uses the same
 * words.
 */
export function describeFailingUpdates(
  updates: FailingUpdates,
  { modloader, modloaderVersion, gameVersion }: Run,
): string {
  const { firstFailing, take, older, mod } = updates;
  const failing = firstFailing.map(({ name }) => name).join(', ');
  const ways = [
    ...(take === null ? [] : [`take ${modloader} ${take} or later`]),
    ...(mod === null ? [] : [`add ${mod.name} to mods/ (${mod.url})`]),
    ...(older === null ? [] : [`use ${older.name}, which INSTALL_JAVA=true fetches`]),
  ];
  const mended = take === null ? `; no build for ${gameVersion} mends that` : '';
  const [first = '', ...others] = ways;
  const todo = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', or ');
  return `${modloader} ${modloaderVersion} does not start with newer updates of Java (${failing} and later)${mended}. ${todo}.`;
}
