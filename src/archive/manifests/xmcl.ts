import { withoutGameVersion } from '../../modloaders/index.ts';
import type { ModloaderName } from '../../modloaders/modloader.ts';
import { readJson } from '../lenient/json.ts';
import { member } from '../lenient/value.ts';
import { type ManifestFormat, platformId, textAt } from './format.ts';

/** XMCL's names of the modloaders in `runtime`; those of others are empty. */
const loaderNames: readonly { key: string; modloader: ModloaderName }[] = [
  { key: 'neoForged', modloader: 'NeoForge' },
  { key: 'forge', modloader: 'Forge' },
  { key: 'fabricLoader', modloader: 'Fabric' },
  { key: 'quiltLoader', modloader: 'Quilt' },
];

/** The `instance.json` of X Minecraft Launcher, which has a `runtime`. */
export const xmcl: ManifestFormat = {
  read({ bytes }) {
    const document = readJson(bytes, {
      members: {
        name: {},
        runtime: { members: { minecraft: {}, neoForged: {}, forge: {}, fabricLoader: {}, quiltLoader: {} } },
        upstream: { members: { modId: {}, projectId: {}, id: {}, fileId: {}, versionId: {} } },
      },
    });
    const gameVersion = textAt(document, 'runtime', 'minecraft');
    if (gameVersion === null) return null;
    const [loader] = loaderNames.flatMap(({ key, modloader }) => {
      const version = textAt(document, 'runtime', key);
      return version === null ? [] : [{ modloader, version }];
    });
    const upstream = member(document, 'upstream');
    const id = (...keys: string[]) =>
      keys.map((key) => platformId(member(upstream, key))).find((one) => one !== null) ?? null;
    return {
      kind: 'XMCL',
      name: textAt(document, 'name'),
      version: null,
      projectID: id('modId', 'projectId', 'id'),
      versionID: id('fileId', 'versionId'),
      gameVersion,
      modloader: loader?.modloader ?? null,
      modloaderVersion: loader === undefined ? null : withoutGameVersion(loader.version, gameVersion),
    };
  },
};
