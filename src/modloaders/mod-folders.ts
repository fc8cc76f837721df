import { compareGameVersions, isGameVersion, sameGameVersion } from './game-version.ts';
import type { RunVersions } from './modloader.ts';

/** The rule of loaders that find jars only in `mods/` itself. */
export function loadsRootOnly(folder: string): boolean {
  return folder === '';
}

/** The first stable version of Quilt that searches the folders of `mods/`, as its betas did. */
const firstWithFolders = '0.18.1';

/**
 * Quilt loads folders at any depth, except those that begin with a dot or end in `.disabled`. A folder whose name
 * begins like a version applies only to the game versions that it names.
 */
export function loadsQuiltFolder(folder: string, { gameVersion, modloaderVersion }: RunVersions): boolean {
  if (folder === '') return true;
  const [release = ''] = modloaderVersion.split(/[-+]/, 1);
  if (isGameVersion(release) && compareGameVersions(release, firstWithFolders) < 0) return false;
  return folder.split('/').every((name) => loadsNamed(name, gameVersion));
}

const asVersion = /^[\d<>=~^*]/;

function loadsNamed(name: string, gameVersion: string): boolean {
  if (name.startsWith('.') || name.endsWith('.disabled')) return false;
  return !asVersion.test(name) || name.split(' ').every((part) => part === '' || admits(part, gameVersion));
}

/** Checks a condition such as `1.20.1` or `>=1.20`; an unknown form is false. */
function admits(condition: string, gameVersion: string): boolean {
  const [, operator = '', version = ''] = /^(<=|>=|<|>|=)?(\d.*)$/.exec(condition) ?? [];
  if (!isGameVersion(version) || !isGameVersion(gameVersion)) return false;
  const order = compareGameVersions(gameVersion, version);
  if (operator === '<=') return order <= 0;
  if (operator === '>=') return order >= 0;
  if (operator === '<') return order < 0;
  return operator === '>' ? order > 0 : sameGameVersion(gameVersion, version);
}
