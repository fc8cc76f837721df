import { serverOverrides } from './selection-rules.ts';

/** Where the game files of a pack are. */
export interface BaseFolder {
  /** The folder that directly holds `mods/`: the empty string, or a path ending in `/`. */
  path: string;
  /** Whether a jar lies in its `mods/`, or in that of the folder laid over it. */
  hasMods: boolean;
}

/** Folders in which launchers and exports keep the game files, in the order in which they are tried. */
const gameFolders = ['', '.minecraft/', 'minecraft/', 'instance/', 'overrides/'] as const;

/** Folders that archivers of macOS add beside what was archived. */
const byProducts = new Set(['__MACOSX', '.DS_Store']);

const jarBelowMods = /^(?:\d{1,2}(?:\.\d{1,3}){1,2}\/)?[^/]+\.jar$/i;

/** Finds the folder that directly holds `mods/`: the root, a known game folder, or either in one folder around everything. */
export function findBaseFolder(names: readonly string[]): BaseFolder {
  const candidates = withWrapper(names);
  const withMods = candidates.find((path) =>
    layersOf(path).some((layer) => names.some((name) => modPath(name, layer) !== null)),
  );
  if (withMods !== undefined) return { path: withMods, hasMods: true };
  const withFolder = candidates.find((path) => names.some((name) => name.startsWith(`${path}mods/`)));
  return { path: withFolder ?? wrapperOf(names) ?? '', hasMods: false };
}

/** The folders that make up the pack, each laid over the one before: beside `overrides/` is `server-overrides/`. */
export function layersOf(baseFolder: string): string[] {
  const { beside, folder } = serverOverrides;
  if (!`/${baseFolder}`.endsWith(`/${beside}`)) return [baseFolder];
  return [baseFolder, baseFolder.slice(0, -beside.length) + folder];
}

/** The path below `mods/` when the entry is a jar a loader would find there, else null. */
export function modPath(name: string, baseFolder: string): string | null {
  const mods = `${baseFolder}mods/`;
  if (!name.startsWith(mods)) return null;
  const path = name.slice(mods.length);
  return jarBelowMods.test(path) ? path : null;
}

/** Folders anywhere in the archive that hold a `mods/` with a jar, for telling people where it was. */
export function strayModFolders(names: readonly string[]): string[] {
  const found = new Set<string>();
  for (const name of names) {
    const folder = /^(.*?)(?:^|\/)mods\/[^/]+\.jar$/i.exec(name)?.[1];
    if (folder !== undefined) found.add(folder);
  }
  return [...found].sort();
}

function withWrapper(names: readonly string[]): string[] {
  const wrapper = wrapperOf(names);
  if (wrapper === null) return [...gameFolders];
  return [...gameFolders, ...gameFolders.map((folder) => `${wrapper}${folder}`)];
}

/** The one folder that holds everything but archivers' by-products; null when there is no such folder. */
function wrapperOf(names: readonly string[]): string | null {
  let wrapper: string | null = null;
  for (const name of names) {
    const top = name.split('/', 1)[0] ?? '';
    if (byProducts.has(top)) continue;
    if (!name.includes('/') || (wrapper !== null && wrapper !== `${top}/`)) return null;
    wrapper = `${top}/`;
  }
  return wrapper;
}
