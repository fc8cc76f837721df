import { loaderOfLauncherId, withoutGameVersion } from '../../modloaders/index.ts';
import { readJson } from '../lenient/json.ts';
import { isObject, label, member, members } from '../lenient/value.ts';
import { withoutDotSlash } from '../zip/entry-names.ts';
import { type ManifestFormat, textAt } from './format.ts';

/** The `modrinth.index.json` of an .mrpack. `versionId` is the author's label; the file holds no project id. */
export const modrinth: ManifestFormat = {
  read({ bytes }, reference) {
    const takeFile = (file: unknown) => {
      const server = member(file, 'env', 'server');
      const path = slashed(label(member(file, 'path'), longestPath));
      if (server !== 'unsupported' && path.startsWith('mods/'))
        reference({ path, isOptional: server === 'optional' });
    };
    const file = { members: { path: {}, env: { members: { server: {} } } } };
    const document = readJson(bytes, {
      members: {
        formatVersion: {},
        name: {},
        versionId: {},
        dependencies: { entries: { of: {}, most: mostDependencies } },
        files: { items: { of: file, take: takeFile } },
      },
    });
    const dependencies = member(document, 'dependencies');
    if (!isObject(dependencies) || member(document, 'formatVersion') === undefined) return null;
    const gameVersion = textAt(dependencies, 'minecraft');
    const [loader] = members(dependencies).flatMap(([id, version]) => {
      const modloader = loaderOfLauncherId(id);
      return modloader === null ? [] : [{ modloader, version: label(version) }];
    });
    return {
      kind: 'MODRINTH',
      name: textAt(document, 'name'),
      version: textAt(document, 'versionId'),
      projectID: null,
      versionID: null,
      gameVersion,
      modloader: loader?.modloader ?? null,
      modloaderVersion: loader === undefined ? null : withoutGameVersion(loader.version, gameVersion),
    };
  },
};

/** Most characters of a path; no archive has an entry with a longer one. */
const longestPath = 1_000;
/** Most dependencies that are read; real packs have the game and one loader. */
const mostDependencies = 64;

/** The path in the format's form: some exporters use backslashes, or begin with a dot. */
function slashed(path: string): string {
  return withoutDotSlash(path.replaceAll('\\', '/'));
}
