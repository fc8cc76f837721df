import { guessModloader, withoutGameVersion } from '../../modloaders/index.ts';
import { readJson } from '../lenient/json.ts';
import { label, member } from '../lenient/value.ts';
import { type ManifestFormat, platformId, textAt } from './format.ts';

/** Most arguments that are read; real profiles have a few. */
const mostArguments = 100;

/** The `profile.json` that the Modrinth App kept beside `mods/` before it had a database of profiles. */
export const modrinthApp: ManifestFormat = {
  read({ bytes }) {
    const document = readJson(bytes, {
      members: {
        metadata: {
          members: {
            name: {},
            game_version: {},
            loader: {},
            loader_version: { members: { id: {} } },
            linked_data: { members: { project_id: {}, version_id: {} } },
          },
        },
        java: { members: { extra_arguments: { items: { of: {}, most: mostArguments } } } },
        memory: { members: { maximum: {} } },
      },
    });
    const metadata = member(document, 'metadata');
    const gameVersion = textAt(metadata, 'game_version');
    if (gameVersion === null) return null;
    const modloader = guessModloader(label(member(metadata, 'loader')));
    const version = label(member(metadata, 'loader_version', 'id'));
    return {
      kind: 'MODRINTH_APP',
      name: textAt(metadata, 'name'),
      version: null,
      projectID: platformId(member(metadata, 'linked_data', 'project_id')),
      versionID: platformId(member(metadata, 'linked_data', 'version_id')),
      gameVersion,
      modloader,
      modloaderVersion: modloader === null ? null : withoutGameVersion(version, gameVersion),
      start: {
        args: member(document, 'java', 'extra_arguments'),
        memory: member(document, 'memory', 'maximum'),
      },
    };
  },
};
