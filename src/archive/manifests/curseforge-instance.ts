import { splitLoaderId, withoutGameVersion } from '../../modloaders/index.ts';
import { readJson } from '../lenient/json.ts';
import { flag, isObject, label, member } from '../lenient/value.ts';
import { type ManifestFormat, platformId, textAt } from './format.ts';

/** The `minecraftinstance.json` of CurseForge's own launcher. */
export const curseForgeInstance: ManifestFormat = {
  read({ bytes }) {
    const document = readJson(bytes, {
      members: {
        name: {},
        gameVersion: {},
        projectID: {},
        fileID: {},
        javaArgsOverride: {},
        isMemoryOverride: {},
        allocatedMemory: {},
        baseModLoader: { members: { name: {}, minecraftVersion: {}, forgeVersion: {} } },
      },
    });
    if (!isObject(document)) return null;
    const base = member(document, 'baseModLoader');
    const gameVersion = textAt(base, 'minecraftVersion') ?? textAt(document, 'gameVersion');
    const loader = splitLoaderId(label(member(base, 'name')), gameVersion);
    // `forgeVersion` holds the version of any loader.
    const version =
      withoutGameVersion(label(member(base, 'forgeVersion')), gameVersion) ?? loader?.version ?? null;
    return {
      kind: 'CURSEFORGE_INSTANCE',
      name: textAt(document, 'name'),
      version: null,
      projectID: platformId(member(document, 'projectID')),
      versionID: platformId(member(document, 'fileID')),
      gameVersion,
      modloader: loader?.modloader ?? null,
      modloaderVersion: loader === null ? null : version,
      start: {
        args: member(document, 'javaArgsOverride'),
        memory:
          flag(member(document, 'isMemoryOverride')) === true ? member(document, 'allocatedMemory') : null,
      },
    };
  },
};
