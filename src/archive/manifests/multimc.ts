import { loaderOfLauncherId, withoutGameVersion } from '../../modloaders/index.ts';
import { readJson } from '../lenient/json.ts';
import { asUtf8 } from '../lenient/text.ts';
import { flag, items, label, member } from '../lenient/value.ts';
import type { GivenStart } from './authors-start.ts';
import { type ManifestFormat, platformId, textAt } from './format.ts';

/** Prism's names of platforms whose pack ids are numbers; for others the id is a label. */
const platformsWithIds = new Set(['flame', 'modrinth', 'ftb']);

/** The `mmc-pack.json` of MultiMC and Prism. `instance.cfg` beside it holds the name, and for Prism also the ids. */
export const multiMc: ManifestFormat = {
  read({ bytes, beside }) {
    const component = { members: { uid: {}, version: {}, cachedVersion: {}, disabled: {} } };
    const document = readJson(bytes, {
      members: { components: { items: { of: component, most: mostComponents } } },
    });
    const listed = member(document, 'components');
    if (!Array.isArray(listed)) return null;
    const components = items(listed).filter((one) => flag(member(one, 'disabled')) !== true);
    const game = components.find((one) => member(one, 'uid') === 'net.minecraft');
    const loader = components.find((one) => loaderOfLauncherId(label(member(one, 'uid'))) !== null);
    const gameVersion = versionOf(game);
    const settings = readSettings(asUtf8(beside('instance.cfg') ?? new Uint8Array()));
    const isManaged = flag(settings.get('ManagedPack')) === true;
    const hasIds = isManaged && platformsWithIds.has(settings.get('ManagedPackType') ?? '');
    return {
      kind: 'MULTIMC',
      name: label(settings.get('name') ?? settings.get('ManagedPackName')) || null,
      version: (isManaged && label(settings.get('ManagedPackVersionName'))) || null,
      projectID: hasIds ? platformId(settings.get('ManagedPackID')) : null,
      versionID: hasIds ? platformId(settings.get('ManagedPackVersionID')) : null,
      gameVersion,
      modloader: loaderOfLauncherId(label(member(loader, 'uid'))),
      modloaderVersion:
        loader === undefined ? null : withoutGameVersion(versionOf(loader) ?? '', gameVersion),
      start: startIn(settings),
    };
  },
};

/** A component without a chosen version uses the last one. */
function versionOf(component: unknown): string | null {
  return textAt(component, 'version') ?? textAt(component, 'cachedVersion');
}

/**
 * The `instance.cfg` of MultiMC from before `mmc-pack.json`. It holds the versions, and MultiMC itself still imports
 * them.
 */
export const oldMultiMc: ManifestFormat = {
  read({ bytes }) {
    const settings = readSettings(asUtf8(bytes));
    const gameVersion = settings.get('IntendedVersion') || null;
    if (gameVersion === null) return null;
    const forge = withoutGameVersion(settings.get('ForgeVersion') ?? '', gameVersion);
    return {
      kind: 'MULTIMC',
      name: label(settings.get('name')) || null,
      version: null,
      projectID: null,
      versionID: null,
      gameVersion,
      modloader: forge === null ? null : 'Forge',
      modloaderVersion: forge,
      start: startIn(settings),
    };
  },
};

/** The instance's own start, where it overrides that of the launcher. */
function startIn(settings: ReadonlyMap<string, string>): GivenStart {
  const overridden = (override: string, name: string) =>
    flag(settings.get(override)) === true ? settings.get(name) : null;
  return {
    args: overridden('OverrideJavaArgs', 'JvmArgs'),
    memory: overridden('OverrideMemory', 'MaxMemAlloc'),
  };
}

/** The name, without ending, of the picture beside an `instance.cfg`, if the file names one. */
export function iconKeyIn(settings: Uint8Array): string | null {
  return readSettings(asUtf8(settings)).get('iconKey') || null;
}

/** Most components that are read; real packs have a dozen: game, loader, libraries. */
const mostComponents = 256;

/** The settings of an instance that are read. */
const settingNames = new Set([
  'ForgeVersion',
  'IntendedVersion',
  'JvmArgs',
  'MaxMemAlloc',
  'OverrideJavaArgs',
  'OverrideMemory',
  'iconKey',
  'name',
  'ManagedPack',
  'ManagedPackID',
  'ManagedPackName',
  'ManagedPackType',
  'ManagedPackVersionID',
  'ManagedPackVersionName',
]);
/** Most bytes of a line: more than any name or id has, with its key and escapes. */
const longestLine = 4_000;
/** Most characters of a value: more than any name or id has, with escapes. */
const longestValue = 2_000;
const shortestSetting = 'name='.length;
const lineFeed = 10;

/** Reads the relevant `key=value` lines; the first of a key counts, and section headers are skipped. */
function readSettings(text: Buffer): Map<string, string> {
  const settings = new Map<string, string>();
  for (let from = 0, end = 0; from < text.length && settings.size < settingNames.size; from = end + 1) {
    end = text.indexOf(lineFeed, from);
    if (end < 0) end = text.length;
    if (end - from <= shortestSetting) continue;
    const line = text.toString('utf8', from, Math.min(end, from + longestLine));
    const equals = line.indexOf('=');
    const key = line.slice(0, Math.max(equals, 0)).trim();
    if (!settingNames.has(key) || settings.has(key)) continue;
    const value = line.slice(equals + 1).trim();
    settings.set(key, label(unescaped(value.slice(0, longestValue)), longestValue));
  }
  return settings;
}

/** Restores a value: one with a comma or the like is quoted, with escapes as in C. */
function unescaped(value: string): string {
  const body = /^"(.*)"$/.exec(value)?.[1] ?? value;
  return body.replaceAll(/\\(?:x([0-9a-f]{1,4})|([\s\S]))/gi, (_, code?: string, letter = '') => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return letter === 'n' || letter === 't' ? ' ' : letter;
  });
}
