import { byProducts, serverOverrides } from './selection-rules.ts';

/** A folder somewhere in the archive that holds jars as `mods/` does. */
export interface StrayModFolder {
  /** The folder it lies in: the empty string, or a path ending in `/`. */
  parent: string;
  /** Its name as the archive spells it, which may be `Mods`. */
  folder: string;
}

/** Folders in which launchers and exports keep the game files, in the order in which they are tried. */
const gameFolders = ['', '.minecraft/', 'minecraft/', 'instance/', 'overrides/'] as const;

/** Beside the folder of an export, which may hold no jar at all, as it names its mods. */
const exportMarkers = ['modrinth.index.json', 'manifest.json', 'ftb-modpack.json'] as const;

/**
 * Some loaders search subfolders of `mods/`. Folders with a leading dot are caches, and so is `memory_repo/` of old
 * Forge; none of them is searched.
 */
const jarBelowMods = /^(?!memory_repo\/)(?:[^/.][^/]*\/)*[^/]+\.jar$/i;
/** Places that every loader searches, or old Forge. */
const jarAtTop = /^(?:\d{1,2}(?:\.\d{1,3}){1,2}\/)?[^/]+\.jar$/i;

/**
 * Finds the folder that directly holds `mods/`: the root, a known game folder, or either of them inside one folder
 * around everything. Returns the empty string or a path ending in `/`; without jars anywhere, the likeliest one.
 * `declared` is the folder that an export's manifest names, below the folder around everything.
 */
export function findBaseFolder(names: readonly string[], declared: string | null = null): string {
  const wrapper = wrapperOf(names);
  const folders = [...(declared === null ? [] : [wrapper + declared])].filter((folder) =>
    names.some((name) => name.startsWith(folder)),
  );
  const known = [...new Set(['', wrapper])].flatMap((outer) => gameFolders.map((folder) => outer + folder));
  // An installed folder comes before the overrides of an export.
  const candidates = [
    ...known.filter((path) => !isOverrides(path)),
    ...folders,
    ...known.filter(isOverrides),
  ];
  const holding = (isSought: (path: string) => boolean) =>
    candidates.find((candidate) =>
      layersOf(candidate).some((layer) => names.some((name) => isSought(modPath(name, layer) ?? ''))),
    );
  const withMods = holding((path) => jarAtTop.test(path)) ?? holding((path) => path !== '');
  if (withMods !== undefined) return withMods;
  if (exportMarkers.some((marker) => names.includes(wrapper + marker)))
    return folders[0] ?? wrapper + serverOverrides.beside;
  const withFolder = candidates.find((path) => names.some((name) => name.startsWith(`${path}mods/`)));
  return withFolder ?? wrapper;
}

/** The folders that make up the pack, each laid over the one before: beside `overrides/` is `server-overrides/`. */
export function layersOf(baseFolder: string): string[] {
  const { beside, folder } = serverOverrides;
  if (!isOverrides(baseFolder)) return [baseFolder];
  return [baseFolder, baseFolder.slice(0, -beside.length) + folder];
}

function isOverrides(folder: string): boolean {
  return `/${folder}`.endsWith(`/${serverOverrides.beside}`);
}

/** Path of an export's manifest, which lies beside the pack's folder and may name it. */
export function exportManifest(names: readonly string[]): string {
  return `${wrapperOf(names)}manifest.json`;
}

/** The path below `mods/` when the entry is a jar that a loader may find there, else null. */
export function modPath(name: string, baseFolder: string): string | null {
  const mods = `${baseFolder}mods/`;
  if (!name.startsWith(mods)) return null;
  const path = name.slice(mods.length);
  return jarBelowMods.test(path) && !byProducts.test(path) ? path : null;
}

/** Folders named `mods`, in any case, that hold a jar, for messages; in the order of their paths. */
export function strayModFolders(names: readonly string[]): StrayModFolder[] {
  const found = new Map<string, StrayModFolder>();
  for (const name of names) {
    if (byProducts.test(name)) continue;
    const [, parent = '', folder] = /^(.*\/)?(mods)\/[^/]+\.jar$/i.exec(name) ?? [];
    if (folder !== undefined) found.set(parent + folder, { parent, folder });
  }
  return [...found.values()].sort((one, other) =>
    one.parent + one.folder < other.parent + other.folder ? -1 : 1,
  );
}

/** The only folder that holds everything but by-products; empty when there is none. */
export function wrapperOf(names: readonly string[]): string {
  let wrapper: string | null = null;
  for (const name of names) {
    if (byProducts.test(name)) continue;
    const top = name.split('/', 1)[0] ?? '';
    if (!name.includes('/') || (wrapper !== null && wrapper !== `${top}/`)) return '';
    wrapper = `${top}/`;
  }
  return wrapper ?? '';
}
