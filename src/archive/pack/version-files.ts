/** Most versions of a game folder that are read. */
const mostVersions = 32;

const besideMods = /^([^/]+)\.(json|jar)$/;
const inVersions = /^versions\/([^/]+)\/(?:\1\.json|mods\/[^/]+\.jar)$/;

/**
 * The files `versions/NAME/NAME.json` that a pack may be started from, relative to its base folder: that of the base
 * folder itself, which is called so or has the game's jar beside it; else those of the game folder that have no mods
 * of their own. None when there are more than are read.
 */
export function versionFiles(names: readonly string[], baseFolder: string): string[] {
  const folderName = baseFolder.split('/').at(-2);
  const jsons = new Set<string>();
  const jars = new Set<string>();
  const shared = new Map<string, string>();
  const isolated = new Set<string>();
  for (const name of names) {
    if (!name.startsWith(baseFolder)) continue;
    const path = name.slice(baseFolder.length);
    const [, own, type] = besideMods.exec(path) ?? [];
    if (own !== undefined) (type === 'json' ? jsons : jars).add(own);
    const [, version] = inVersions.exec(path) ?? [];
    if (version === undefined) continue;
    if (path.endsWith('.json')) shared.set(version, path);
    else isolated.add(version);
  }
  const own = [...jsons]
    .filter((stem) => stem === folderName || jars.has(stem))
    .map((stem) => `${stem}.json`);
  const files =
    own.length > 0 ? own : [...shared].flatMap(([version, path]) => (isolated.has(version) ? [] : [path]));
  return files.length > mostVersions ? [] : files.sort();
}
