import { loaderOfLauncherId, withoutGameVersion } from '../../modloaders/index.ts';
import type { ModloaderName } from '../../modloaders/modloader.ts';
import { readJson } from '../lenient/json.ts';
import { isObject, items, label, member } from '../lenient/value.ts';
import { type ManifestFormat, textAt } from './format.ts';

/** Most patches of HMCL that are read: the game, a modloader, and what is installed beside them. */
const mostPatches = 64;
/**
 * The form of a game's version, since launchers let players choose the names of versions. Fabric's mappings for 26.1 and
 * later, which need none, have the version 0.0.0.
 */
const gameVersionForm =
  /^(?:[1-9]\d?\.\d{1,2}(?:\.\d{1,2})?(?:-(?:pre|rc|snapshot)-?\d{1,2})?|\d{2}w\d{2}[a-z])$/;

/** What a version's libraries, named `group:artifact:version`, tell of its modloader. */
interface Libraries {
  /** Versions by `group:artifact`, of `toldBy` alone. */
  versions: Map<string, string>;
  isNeoForge: boolean;
  isLegacyFabric: boolean;
}

const forgeLibraries = ['net.minecraftforge:forge', 'net.minecraftforge:fmlloader'];
const fabricLibrary = 'net.fabricmc:fabric-loader';
const quiltLibrary = 'org.quiltmc:quilt-loader';
const mappings = 'net.fabricmc:intermediary';
/** The options of Forge and NeoForge whose values, which follow them, are read. */
const toldIn: ReadonlySet<unknown> = new Set([
  '--fml.neoForgeVersion',
  '--fml.forgeVersion',
  '--fml.forgeGroup',
  '--fml.mcVersion',
]);
const toldBy: ReadonlySet<string> = new Set([...forgeLibraries, fabricLibrary, quiltLibrary, mappings]);

/**
 * The `versions/NAME/NAME.json` from which HMCL, PCL and the game's own launcher start: libraries and arguments, in
 * which a modloader has left its version. HMCL adds `patches` with the versions of all that it installed, PCL the
 * game's version as `clientVersion`.
 */
export const versionJson: ManifestFormat = {
  read({ bytes }) {
    const libraries: Libraries = { versions: new Map(), isNeoForge: false, isLegacyFabric: false };
    const options = new Map<string, string>();
    let option: string | null = null;
    const document = readJson(bytes, {
      members: {
        id: {},
        clientVersion: {},
        inheritsFrom: {},
        jar: {},
        mainClass: {},
        patches: { items: { of: { members: { id: {}, version: {} } }, most: mostPatches } },
        arguments: {
          members: {
            game: {
              items: {
                of: { longest: 200 },
                take(argument) {
                  if (option !== null) options.set(option, label(argument));
                  option = typeof argument === 'string' && toldIn.has(argument) ? argument : null;
                },
              },
            },
          },
        },
        libraries: {
          items: {
            of: { members: { name: { longest: 300 } } },
            take: (library) => takeLibrary(libraries, label(member(library, 'name'), 300)),
          },
        },
      },
    });
    // Each program that starts the game names its main class; a pack's own JSON file of that name does not.
    if (textAt(document, 'mainClass') === null && !isObject(member(document, 'patches'))) return null;
    const patches = items(member(document, 'patches'));
    const loader = ofPatches(patches) ?? ofOptions(options) ?? ofLibraries(libraries);
    const gameVersion = gameVersionIn(document, patches, options, libraries);
    const version = loader === null ? null : withoutGameVersion(loader.version, gameVersion);
    const name = textAt(document, 'id');
    return {
      kind: 'VERSION_JSON',
      // The names that installers give say nothing but these versions.
      name:
        name === null || name === gameVersion || (version !== null && name.includes(version)) ? null : name,
      version: null,
      projectID: null,
      versionID: null,
      gameVersion,
      modloader: loader?.modloader ?? null,
      modloaderVersion: version,
    };
  },
};

interface Loader {
  modloader: ModloaderName;
  /** Perhaps with the game's version. */
  version: string;
}

function takeLibrary(libraries: Libraries, name: string): void {
  const [group = '', artifact, version] = name.split(':');
  libraries.isNeoForge ||= group.startsWith('net.neoforged');
  libraries.isLegacyFabric ||= group === 'net.legacyfabric';
  const key = `${group}:${artifact}`;
  if (version !== undefined && toldBy.has(key) && !libraries.versions.has(key))
    libraries.versions.set(key, version);
}

function ofPatches(patches: readonly unknown[]): Loader | null {
  for (const patch of patches) {
    const modloader = loaderOfLauncherId(label(member(patch, 'id')));
    if (modloader !== null) return { modloader, version: label(member(patch, 'version')) };
  }
  return null;
}

/** Forge 1.13 to 1.20.3, and NeoForge; the first NeoForge, for 1.20.1, calls its version like Forge's. */
function ofOptions(options: ReadonlyMap<string, string>): Loader | null {
  const neoForge = options.get('--fml.neoForgeVersion');
  if (neoForge !== undefined) return { modloader: 'NeoForge', version: neoForge };
  const forge = options.get('--fml.forgeVersion');
  if (forge === undefined) return null;
  const isNeoForge = options.get('--fml.forgeGroup') === 'net.neoforged';
  return { modloader: isNeoForge ? 'NeoForge' : 'Forge', version: forge };
}

function ofLibraries({ versions, isNeoForge, isLegacyFabric }: Libraries): Loader | null {
  const quilt = versions.get(quiltLibrary);
  if (quilt !== undefined) return { modloader: 'Quilt', version: quilt };
  const fabric = versions.get(fabricLibrary);
  if (fabric !== undefined) return { modloader: isLegacyFabric ? 'LegacyFabric' : 'Fabric', version: fabric };
  const forge = forgeLibraries.map((name) => versions.get(name)).find((version) => version !== undefined);
  return forge === undefined || isNeoForge ? null : { modloader: 'Forge', version: forge };
}

/** The game's version: what a launcher wrote down comes first, the names that players choose come last. */
function gameVersionIn(
  document: unknown,
  patches: readonly unknown[],
  options: ReadonlyMap<string, string>,
  { versions }: Libraries,
): string | null {
  const game = patches.find((patch) => member(patch, 'id') === 'game');
  const told = [
    textAt(document, 'clientVersion'),
    textAt(game, 'version'),
    options.get('--fml.mcVersion'),
    versions.get(mappings),
    ...forgeLibraries.map((name) => versions.get(name)?.split('-', 1)[0]),
    textAt(document, 'inheritsFrom'),
    textAt(document, 'jar'),
    textAt(document, 'id'),
  ];
  return told.find((version) => gameVersionForm.test(version ?? '')) ?? null;
}
