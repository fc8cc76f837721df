import { guessModloader, withoutGameVersion } from '../../modloaders/index.ts';
import { isObject, items, label, member } from '../lenient/value.ts';
import { type ManifestFormat, platformId, textAt } from './format.ts';

/** The `instance.json` of the new GDLauncher, which has a `game_configuration`. */
export const gdLauncher: ManifestFormat = {
  read(document) {
    const game = member(document, 'game_configuration', 'version');
    if (!isObject(game)) return null;
    const gameVersion = textAt(game, 'release');
    const loader = items(member(game, 'modloaders'))[0];
    const modpack = member(document, 'modpack');
    return {
      manifest: {
        kind: 'GDLAUNCHER',
        name: textAt(document, 'name'),
        version: null,
        projectID: platformId(member(modpack, 'project_id')),
        versionID: platformId(member(modpack, 'file_id') ?? member(modpack, 'version_id')),
        gameVersion,
        modloader: guessModloader(label(member(loader, 'type'))),
        modloaderVersion: withoutGameVersion(label(member(loader, 'version')), gameVersion),
      },
      referencedMods: [],
    };
  },
};
