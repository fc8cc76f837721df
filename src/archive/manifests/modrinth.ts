import { loaderOfLauncherId } from '../../modloaders/index.ts';
import { withoutDotSlash } from '../entry-names.ts';
import { isObject, items, label, member, members } from '../lenient/value.ts';
import { type ManifestFormat, textAt } from './format.ts';

/** The `modrinth.index.json` of an .mrpack. Its `versionId` is the author's label, and no project id is inside. */
export const modrinth: ManifestFormat = {
  read(document) {
    const dependencies = member(document, 'dependencies');
    if (!isObject(dependencies) || member(document, 'formatVersion') === undefined) return null;
    const [loader] = members(dependencies).flatMap(([id, version]) => {
      const modloader = loaderOfLauncherId(id);
      return modloader === null ? [] : [{ modloader, version: label(version) }];
    });
    return {
      manifest: {
        kind: 'MODRINTH',
        name: textAt(document, 'name'),
        version: textAt(document, 'versionId'),
        projectID: null,
        versionID: null,
        gameVersion: textAt(dependencies, 'minecraft'),
        modloader: loader?.modloader ?? null,
        modloaderVersion: loader?.version || null,
      },
      referencedMods: items(member(document, 'files'))
        .filter((file) => member(file, 'env', 'server') !== 'unsupported')
        .map((file) => ({
          path: slashed(label(member(file, 'path'), 1000)),
          isOptional: member(file, 'env', 'server') === 'optional',
        }))
        .filter(({ path }) => path.startsWith('mods/')),
    };
  },
};

/** The path as the format wants it: some exporters write it as Windows does, or begin it with a dot. */
function slashed(path: string): string {
  return withoutDotSlash(path.replaceAll('\\', '/'));
}
