import { byProducts, serverOverrides } from './selection-rules.ts';

/** A folder anywhere in the archive that contains jars as `mods/` does. */
export interface StrayModFolder {
  /** The parent folder: the empty string, or a path ending in `/`. */
  parent: string;
  /** The archive's spelling of the name, for example `Mods`. */
  folder: string;
}

/** Folders in which launchers and exports keep the game files, in the order of trying. */
const gameFolders = ['', '.minecraft/', 'minecraft/', 'instance/', 'overrides/'] as const;

/** Markers beside the folder of an export, which may contain no jar, because the manifest names its mods. */
const exportMarkers = ['modrinth.index.json', 'manifest.json', 'ftb-modpack.json'] as const;

/**
 * Some loaders search subfolders of `mods/`, but not caches: folders with a leading dot, and old Forge's
 * `memory_repo/`.
 */
const jarBelowMods = /^(?!memory_repo\/)(?:[^/.][^/]*\/)*[^/]+\.jar$/i;
/** Paths of jars that every loader finds, or old Forge. */
const jarAtTop = /^(?:\d{1,2}(?:\.\d{1,3}){1,2}\/)?[^/]+\.jar$/i;

/**
 * Paths of archives that Forge up to 1.12.2 takes for mods (its ModDiscoverer.java and LibraryManager.java, 2026-11).
 */
const zipAtTop = /^(?:\d{1,2}(?:\.\d{1,3}){1,2}\/)?[^/]+\.zip$/i;

/**
 * Finds the folder that directly holds `mods/`: the root, a known game folder, or either of them inside one wrapping
 * folder. Returns the empty string or a path ending in `/`; without any jars, the likeliest one. `declared` is the
 * folder that an export's manifest names, below the wrapping folder.
 */
export function findBaseFolder(names: readonly string[], declared: string | null = null): string {
  const wrapper = wrapperOf(names);
  const folders = [...(declared === null ? [] : [wrapper + declared])].filter((folder) =>
    names.some((name) => name.startsWith(folder)),
  );
  const known = [...new Set(['', wrapper])].flatMap((outer) => gameFolders.map((folder) => outer + folder));
  const installed = known.filter((path) => !isOverrides(path));
  const isolated = isolatedFolders(names);
  // An installed folder takes precedence over the overrides of an export.
  const candidates = [
    ...installed,
    ...(isolated.length === 1 ? isolated : []),
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

/** The folders of versions that HMCL and PCL keep apart from others, in a game folder, and that have mods; sorted. */
export function isolatedFolders(names: readonly string[]): string[] {
  const outer = ['', wrapperOf(names)];
  const games = new Set(
    outer.flatMap((folder) => gameFolders.map((game) => folder + game)).filter((game) => !isOverrides(game)),
  );
  const found = new Set<string>();
  for (const name of names) {
    const [, folder, game] = /^((.*?)versions\/[^/]+\/)mods\/[^/]+\.jar$/.exec(name) ?? [];
    if (folder !== undefined && game !== undefined && games.has(game)) found.add(folder);
  }
  return [...found].sort();
}

/** The folders of the pack, each laid over the previous one: `overrides/` has `server-overrides/` beside it. */
export function layersOf(baseFolder: string): string[] {
  const { beside, folder } = serverOverrides;
  if (!isOverrides(baseFolder)) return [baseFolder];
  return [baseFolder, baseFolder.slice(0, -beside.length) + folder];
}

function isOverrides(folder: string): boolean {
  return `/${folder}`.endsWith(`/${serverOverrides.beside}`);
}

/** Path of an export's manifest, which lies beside the pack's folder and may name that folder. */
export function exportManifest(names: readonly string[]): string {
  return `${wrapperOf(names)}manifest.json`;
}

/** The path below `mods/` of a jar that a loader may find there; otherwise null. */
export function modPath(name: string, baseFolder: string): string | null {
  const mods = `${baseFolder}mods/`;
  if (!name.startsWith(mods)) return null;
  const path = name.slice(mods.length);
  return jarBelowMods.test(path) && !byProducts.test(path) ? path : null;
}

/** The path below `mods/` of an archive that Forge up to 1.12.2 loads like a jar; otherwise null. */
export function zipModPath(name: string): string | null {
  const path = name.startsWith('mods/') ? name.slice('mods/'.length) : '';
  return zipAtTop.test(path) && !byProducts.test(path) ? path : null;
}

/** Whether a mod's file is such an archive. */
export function isZipMod(file: string): boolean {
  return zipAtTop.test(file);
}

/** Folders named `mods`, in any case, with a jar in them, for messages; sorted by path. */
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

/** The only folder around all files except by-products; empty when there is none. */
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
