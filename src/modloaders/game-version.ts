const numberedVersion = /^(\d{1,4}(?:\.\d{1,4}){1,3})(?:-([0-9A-Za-z][0-9A-Za-z.-]{0,30}))?$/;
const weekly = /^(\d\dw\d\d)([a-z][a-z_]{0,30})$/;

/**
 * The release that the snapshots of a week led to, by the first such week, newest first; older snapshots run with no
 * modloader. From https://piston-meta.mojang.com/mc/game/version_manifest_v2.json of 2026-08-18, by when each came out.
 */
const releases: readonly (readonly [firstWeek: string, release: string])[] = [
  // Since 26.1 snapshots have the number of their release (`26.1-snapshot-1`); weeks are left to jokes on April 1.
  ['26w01', '26.1'],
  ['25w41', '1.21.11'],
  ['25w31', '1.21.9'],
  ['25w15', '1.21.6'],
  ['25w02', '1.21.5'],
  ['24w44', '1.21.4'],
  ['24w33', '1.21.2'],
  ['24w18', '1.21'],
  ['23w51', '1.20.5'],
  ['23w40', '1.20.3'],
  ['23w31', '1.20.2'],
  ['23w12', '1.20'],
  ['23w03', '1.19.4'],
  ['22w42', '1.19.3'],
  ['22w24', '1.19.1'],
  ['22w11', '1.19'],
  ['22w03', '1.18.2'],
  ['21w37', '1.18'],
  ['20w45', '1.17'],
  ['20w27', '1.16.2'],
  ['20w06', '1.16'],
  ['19w34', '1.15'],
  ['18w43', '1.14'],
];

/**
 * Checks the form of a game version, `1.20.1`, `26.1`, `1.21-pre1`, `26.1-snapshot-1`, `24w14a`, but not its existence.
 */
export function isGameVersion(text: string): boolean {
  return numberedVersion.test(text) || isWeekly(text);
}

/** Whether it is a snapshot by its week, `24w14a`. */
export function isWeekly(text: string): boolean {
  return weeklyRelease(text) !== null;
}

/** Whether it is a release of the game, not a snapshot or another version before one. */
export function isRelease(gameVersion: string): boolean {
  return isGameVersion(gameVersion) && releaseOf(gameVersion) === gameVersion;
}

/** The release that a version of the game led to: 1.21 for `1.21-pre1`, 1.20.5 for `24w14a`. */
export function releaseOf(gameVersion: string): string {
  return weeklyRelease(gameVersion) ?? gameVersion.split('-', 1)[0] ?? gameVersion;
}

function weeklyRelease(text: string): string | null {
  const [, week] = weekly.exec(text) ?? [];
  return week === undefined ? null : (releases.find(([first]) => week >= first)?.[1] ?? null);
}

/**
 * Orders two game versions by their numbers: negative when `a` is older, 0 when they are the same version, positive
 * when `a` is newer. A missing number counts as 0; snapshots precede pre-releases, which precede their release.
 */
export function compareGameVersions(a: string, b: string): number {
  const left = parts(a);
  const right = parts(b);
  for (let i = 0; i < Math.max(left.numbers.length, right.numbers.length); i++) {
    const difference = (left.numbers[i] ?? 0) - (right.numbers[i] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.suffix === right.suffix) return 0;
  if (left.suffix === '') return 1;
  if (right.suffix === '') return -1;
  return left.suffix.localeCompare(right.suffix, 'en', { numeric: true });
}

function parts(version: string): { numbers: number[]; suffix: string } {
  const release = weeklyRelease(version);
  const [, numbers = '', suffix = ''] =
    release === null ? (numberedVersion.exec(version) ?? []) : ['', release, `alpha-${version}`];
  return {
    numbers: numbers === '' ? [] : numbers.split('.').map(Number),
    // By the alphabet, snapshots would follow pre-releases (pre) and release candidates (rc).
    suffix: suffix.toLowerCase().replace('snapshot', 'alpha'),
  };
}

/** `1.21` and `1.21.0` are the same game version. */
export function sameGameVersion(a: string, b: string): boolean {
  if (isGameVersion(a) && isGameVersion(b)) return compareGameVersions(a, b) === 0;
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
