import { guessModloader, withoutGameVersion } from '../../modloaders/index.ts';
import { readJson } from '../lenient/json.ts';
import { isObject, items, label, member } from '../lenient/value.ts';
import { type ManifestFormat, platformId, textAt } from './format.ts';

/** The `instance.json` of the new GDLauncher, which has a `game_configuration`. */
export const gdLauncher: ManifestFormat = {
  read({ bytes }) {
    const loaders = { of: { members: { type: {}, version: {} } }, most: 1 };
    const document = readJson(bytes, {
      members: {
        name: {},
        modpack: { members: { project_id: {}, file_id: {}, version_id: {} } },
        game_configuration: {
          members: {
            version: { members: { release: {}, modloaders: { items: loaders } } },
            extra_java_args: {},
            memory: { members: { max_mb: {} } },
          },
        },
      },
    });
    const game = member(document, 'game_configuration', 'version');
    if (!isObject(game)) return null;
    const gameVersion = textAt(game, 'release');
    const loader = items(member(game, 'modloaders'))[0];
    const modpack = member(document, 'modpack');
    return {
      kind: 'GDLAUNCHER',
      name: textAt(document, 'name'),
      version: null,
      projectID: platformId(member(modpack, 'project_id')),
      versionID: platformId(member(modpack, 'file_id') ?? member(modpack, 'version_id')),
      gameVersion,
      modloader: guessModloader(label(member(loader, 'type'))),
      modloaderVersion: withoutGameVersion(label(member(loader, 'version')), gameVersion),
      start: {
        args: member(document, 'game_configuration', 'extra_java_args'),
        memory: member(document, 'game_configuration', 'memory', 'max_mb'),
      },
    };
  },
};
