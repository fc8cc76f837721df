import { releaseOf } from '../../modloaders/game-version.ts';
import { modloaders } from '../../modloaders/index.ts';
import {
  describeFailingUpdates,
  type FailingUpdates,
  failingUpdatesFor,
  javaVersionFor,
  newestJavaFor,
} from '../../modloaders/java-facts.ts';
import type { JavaNeed } from '../../modloaders/modloader.ts';
import type { WarningCode } from '../problem-codes.ts';
import { type ProblemList, printable } from '../problem-list.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import type { LoadedPack } from './loaded-pack.ts';

type Run = Pick<RunConfiguration, 'gameVersion' | 'modloader' | 'modloaderVersion'>;

/** The Java for a pack's server. */
export interface PackJava {
  /** Major version; null when the game's Java is unknown. */
  version: number | null;
  /** Updates of this Java with which the modloader does not start. */
  failing: FailingUpdates | null;
  /** The kept mod that needs the newest Java, if it is newer than the game's. */
  neededBy: NeedingMod | null;
}

interface NeedingMod extends JavaNeed {
  file: string;
}

/** Releases with long support, which hosts offer besides those that a game is made for. */
const longSupported = [8, 11, 17, 21, 25];

/** The Java for a server, by the versions alone. */
export function javaOfRun(run: Run): PackJava {
  return { version: javaVersionFor(run.gameVersion), failing: failingUpdatesFor(run), neededBy: null };
}

/** The Java for a server with these mods: the game's, or a newer one that a mod needs and the modloader starts with. */
export function javaOfPack({ loaded, unread, running }: Omit<LoadedPack, 'spelling'>, run: Run): PackJava {
  const { version, failing } = javaOfRun(run);
  const mending = failing?.mod?.name;
  const kept = [...loaded, ...unread.map(({ mod, kept }) => ({ file: mod.file, kept }))].filter(
    ({ kept }) => kept,
  );
  const isMended = mending !== undefined && kept.some(({ file }) => file.toLowerCase().includes(mending));
  const [neededBy = null] = running
    .flatMap(({ file, descriptor: { javaNeeds = [] } }) => javaNeeds.map((need) => ({ ...need, file })))
    .filter((need) => version !== null && need.version > version && isFor(need, run))
    .toSorted((a, b) => b.version - a.version);
  return {
    version:
      neededBy === null || isRefused(neededBy, run) ? version : longSupportedFrom(neededBy.version, run),
    failing: isMended ? null : failing,
    neededBy,
  };
}

/** Whether a nested jar is certainly loaded for the game. */
function isFor({ games }: JavaNeed, { gameVersion, modloader }: Run): boolean {
  const rules = modloaders[modloader].versionRules;
  if (games === undefined || rules === null) return true;
  return [releaseOf(gameVersion), ...rules.alsoTakes(gameVersion).games].some((game) => {
    const fit = rules.fits(games, game);
    return fit === 'fits' || fit === null;
  });
}

function isRefused({ version }: JavaNeed, { modloader, gameVersion }: Run): boolean {
  const newest = newestJavaFor(modloader, gameVersion);
  return newest !== null && version > newest.version;
}

/**
 * The first long-supported release at or above a version; the version itself when the modloader does not start with
 * that release.
 */
function longSupportedFrom(version: number, run: Run): number {
  const supported = longSupported.find((one) => one >= version) ?? version;
  return isRefused({ version: supported, by: '' }, run) ? version : supported;
}

/** Warns of a Java with which the server does not start, and of one that it needs because of a mod. */
export function warnOfJava(
  { failing, neededBy, version }: PackJava,
  run: Run,
  warnings: ProblemList<WarningCode>,
): void {
  if (failing !== null) warnings.add('JAVA_UPDATES_FAIL', describeFailingUpdates(failing, run));
  if (neededBy === null) return;
  const { modloader, gameVersion } = run;
  const needs = `"${printable(neededBy.file)}" needs Java ${neededBy.version}, by ${printable(neededBy.by)}`;
  const newest = newestJavaFor(modloader, gameVersion);
  if (newest !== null && isRefused(neededBy, run)) {
    const refuses = newest.newer === 'FAILS' ? 'does not start' : 'is reported not to start';
    const error = `${needs}; ${modloader} for ${gameVersion} ${refuses} with a Java newer than ${newest.version}. Take another version of the mod, or leave it out.`;
    warnings.add('JAVA_REFUSED', error, neededBy.file);
  } else {
    const error = `${needs}; ${gameVersion} itself is made for Java ${javaVersionFor(gameVersion)}. Run this server with Java ${version}.`;
    warnings.add('NEWER_JAVA_NEEDED', error, neededBy.file);
  }
}
