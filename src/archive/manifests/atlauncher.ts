import { guessModloader, withoutGameVersion } from '../../modloaders/index.ts';
import { readJson, type Wanted } from '../lenient/json.ts';
import { isObject, label, member } from '../lenient/value.ts';
import { type ManifestFormat, platformId, textAt } from './format.ts';

const id: Wanted = { members: { id: {} } };

/** The `instance.json` of ATLauncher, which has a `launcher`. */
export const atLauncher: ManifestFormat = {
  read({ bytes }) {
    const document = readJson(bytes, {
      members: {
        id: {},
        launcher: {
          members: {
            name: {},
            version: {},
            loaderVersion: { members: { type: {}, version: {} } },
            curseForgeProject: id,
            curseForgeFile: id,
            modrinthProject: id,
            modrinthVersion: id,
            javaArguments: {},
            maximumMemory: {},
          },
        },
      },
    });
    const launcher = member(document, 'launcher');
    if (!isObject(launcher)) return null;
    const gameVersion = textAt(document, 'id');
    const loader = member(launcher, 'loaderVersion');
    return {
      kind: 'ATLAUNCHER',
      name: textAt(launcher, 'name'),
      version: textAt(launcher, 'version'),
      projectID:
        platformId(member(launcher, 'curseForgeProject', 'id')) ??
        platformId(member(launcher, 'modrinthProject', 'id')),
      versionID:
        platformId(member(launcher, 'curseForgeFile', 'id')) ??
        platformId(member(launcher, 'modrinthVersion', 'id')),
      gameVersion,
      modloader: guessModloader(label(member(loader, 'type'))),
      modloaderVersion: withoutGameVersion(label(member(loader, 'version')), gameVersion),
      start: { args: member(launcher, 'javaArguments'), memory: member(launcher, 'maximumMemory') },
    };
  },
};
