import { guessModloader, withoutGameVersion } from '../../modloaders/index.ts';
import { isObject, label, member } from '../lenient/value.ts';
import { type ManifestFormat, platformId, textAt } from './format.ts';

/** The `instance.json` of ATLauncher, which has a `launcher`. */
export const atLauncher: ManifestFormat = {
  read(document) {
    const launcher = member(document, 'launcher');
    if (!isObject(launcher)) return null;
    const gameVersion = textAt(document, 'id');
    const loader = member(launcher, 'loaderVersion');
    return {
      manifest: {
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
      },
      referencedMods: [],
    };
  },
};
