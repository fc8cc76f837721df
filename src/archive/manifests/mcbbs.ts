import { loaderOfLauncherId, withoutGameVersion } from '../../modloaders/index.ts';
import { readJson } from '../lenient/json.ts';
import { items, label, member } from '../lenient/value.ts';
import { type ManifestFormat, textAt } from './format.ts';

/** Most arguments that are read; real packs have a few. */
const mostArguments = 100;
/** Most addons that are read: the game, one loader, and other things to install. */
const mostAddons = 64;

/** The `mcbbs.packmeta` of HMCL, PCL and others, some of which call it `manifest.json`; `addons` holds the versions. */
export const mcbbs: ManifestFormat = {
  read({ bytes }, reference) {
    const takeFile = (file: unknown) => {
      if (member(file, 'type') === 'curse' && member(file, 'projectID') !== undefined)
        reference({ path: null, isOptional: false });
    };
    const document = readJson(bytes, {
      members: {
        name: {},
        version: {},
        launchInfo: {
          members: { minMemory: {}, javaArgument: { items: { of: {}, most: mostArguments } } },
        },
        addons: { items: { of: { members: { id: {}, version: {} } }, most: mostAddons } },
        files: { items: { of: { members: { type: {}, projectID: {} } }, take: takeFile } },
      },
    });
    const addons = items(member(document, 'addons'));
    const game = addons.find((addon) => member(addon, 'id') === 'game');
    const gameVersion = textAt(game, 'version');
    if (gameVersion === null) return null;
    const [loader] = addons.flatMap((addon) => {
      const modloader = loaderOfLauncherId(label(member(addon, 'id')));
      return modloader === null ? [] : [{ modloader, version: label(member(addon, 'version')) }];
    });
    return {
      kind: 'MCBBS',
      name: textAt(document, 'name'),
      version: textAt(document, 'version'),
      projectID: null,
      versionID: null,
      gameVersion,
      modloader: loader?.modloader ?? null,
      modloaderVersion: loader === undefined ? null : withoutGameVersion(loader.version, gameVersion),
      start: {
        args: member(document, 'launchInfo', 'javaArgument'),
        memory: member(document, 'launchInfo', 'minMemory'),
      },
    };
  },
};
