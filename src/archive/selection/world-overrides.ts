import { defaultArchiveLimits } from '../limits.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import { collisionKey, judgeName } from '../zip/entry-names.ts';
import type { JudgePath } from './excluded-files.ts';
import { partsOfScripts } from './file-overrides.ts';
import { isLiteral } from './glob.ts';
import { notReplaced } from './selection.ts';

/** The game's default for `level-name`. */
export const usualWorld = 'world';

const [ofSaves, ofDataPacks, ofMods] = [
  collisionKey('saves'),
  collisionKey('datapacks'),
  collisionKey('mods'),
];

/** The path of a pack's file in the server pack; null when it stays the same. */
type PathInWorld = (name: string) => string | null;

/**
 * Moves requested files into the server's world: the one save that overrides name, and data packs. An .mrpack moves
 * nothing, because players use both at their own paths.
 */
export function pathsInWorld(
  { includeFiles, format }: Pick<RunConfiguration, 'includeFiles' | 'format'>,
  levelName: string,
): PathInWorld {
  if (format === 'MRPACK') return () => null;
  const requested = new Set(
    includeFiles.filter(isLiteral).map((path) => collisionKey(path.replace(/\/$/, ''))),
  );
  const saves = [...requested].filter(
    (path) => path.startsWith(`${ofSaves}/`) && path.split('/').length === 2,
  );
  // With several saves, none is known to be the world.
  const save = saves.length === 1 ? saves[0] : undefined;
  const world = worldFolder(levelName);
  return (name) => {
    const [top = '', second, ...rest] = name.split('/');
    if (second === undefined) return null;
    const folder = collisionKey(top);
    if (folder === ofSaves)
      return save !== undefined && rest.length > 0 && collisionKey(`${top}/${second}`) === save
        ? [world, ...rest].join('/')
        : null;
    const isRequested = requested.has(ofDataPacks) || requested.has(collisionKey(`${top}/${second}`));
    return folder === ofDataPacks && isRequested ? [world, 'datapacks', second, ...rest].join('/') : null;
  };
}

/** The folder of the server's world: `level-name`, unless no world can be there. */
function worldFolder(levelName: string): string {
  return isFolderOfWorld(levelName) ? levelName : usualWorld;
}

/**
 * Judges the pack's own world by `judgeWithoutWorld` when a save replaces it, since files of two worlds do not make
 * one; judges all other files by `judge`.
 */
export function judgeReplacedWorld(
  names: readonly string[],
  { pathOf, levelName }: { pathOf: PathInWorld; levelName: string },
  { judge, judgeWithoutWorld }: { judge: JudgePath; judgeWithoutWorld: () => JudgePath },
): JudgePath {
  const isSaved = (name: string) => collisionKey(name).startsWith(`${ofSaves}/`);
  if (!names.some((name) => isSaved(name) && pathOf(name) !== null)) return judge;
  const world = collisionKey(worldFolder(levelName));
  const ofWorld = judgeWithoutWorld();
  return (name) => (collisionKey(name).split('/', 1)[0] === world ? ofWorld : judge)(name);
}

const partOfScripts = partsOfScripts();

/** Whether a world may have this folder: a plain name on any system, not used by start scripts and without mods. */
function isFolderOfWorld(name: string): boolean {
  const isPlain = /^[\p{L}\p{N}_][\p{L}\p{N}_ -]{0,62}$/u.test(name) && name.trim() === name;
  return isPlain && judgeName(name, defaultArchiveLimits) === null && !isTaken(name);
}

function isTaken(name: string): boolean {
  return collisionKey(name) === ofMods || partOfScripts(`${name}/level.dat`) !== null;
}

interface Named {
  name: string;
}

/**
 * The modpack's files, folders and fetched files with their paths in the server pack. Files of a requested save replace
 * the pack's own, and requested data packs replace those of the save.
 */
export function laidOut<Own extends Named, Fetched extends Named>(
  { selected, stored }: { selected: readonly Own[]; stored: readonly Fetched[] },
  pathOf: PathInWorld,
): { selected: Own[]; stored: Fetched[] } {
  const layers: (Named & { own?: Own; fetched?: Fetched })[][] = [[], [], []];
  const layOut = (before: string, file: { own?: Own; fetched?: Fetched }) => {
    const name = pathOf(before);
    const layer = name === null ? 0 : collisionKey(before).startsWith(`${ofSaves}/`) ? 1 : 2;
    layers[layer]?.push({ ...file, name: name ?? before });
  };
  for (const own of selected) layOut(own.name, { own });
  for (const fetched of stored) layOut(fetched.name, { fetched });
  const laid = layers.reduce((below, above) =>
    above.length === 0 ? below : [...notReplaced(below, above), ...above],
  );
  return {
    selected: laid.flatMap(({ own, name }) => (own === undefined ? [] : [{ ...own, name }])),
    stored: laid.flatMap(({ fetched, name }) => (fetched === undefined ? [] : [{ ...fetched, name }])),
  };
}
