const numberedVersion = /^(\d{1,4}(?:\.\d{1,4}){1,3})(?:-([0-9A-Za-z][0-9A-Za-z.-]{0,30}))?$/;

/** Checks the form of a game version, `1.20.1`, `26.1`, `1.21-pre1`, but not its existence. */
export function isGameVersion(text: string): boolean {
  return numberedVersion.test(text);
}

/**
 * Orders two game versions by their numbers: negative when `a` is older, 0 when they are the same version, positive
 * when `a` is newer. A missing number counts as 0, and a pre-release precedes its release.
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
  const [, numbers = '', suffix = ''] = numberedVersion.exec(version) ?? [];
  return { numbers: numbers === '' ? [] : numbers.split('.').map(Number), suffix: suffix.toLowerCase() };
}

/** `1.21` and `1.21.0` are the same game version. */
export function sameGameVersion(a: string, b: string): boolean {
  if (isGameVersion(a) && isGameVersion(b)) return compareGameVersions(a, b) === 0;
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
