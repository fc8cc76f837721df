import { compareGameVersions, isGameVersion } from './game-version.ts';

/** First game version that needs each major version of Java, newest first. */
const javaByFirstGameVersion = [
  ['26.1', 25],
  ['1.20.5', 21],
  ['1.18', 17],
  ['1.17', 16],
] as const;

/** The major version of Java for a game version; null when the text is no numbered game version. */
export function javaVersionFor(gameVersion: string): number | null {
  if (!isGameVersion(gameVersion)) return null;
  // A pre-release needs the Java of its release, though it comes before it.
  const release = gameVersion.split('-', 1)[0] ?? gameVersion;
  const needed = javaByFirstGameVersion.find(([first]) => compareGameVersions(release, first) >= 0);
  return needed === undefined ? 8 : needed[1];
}
