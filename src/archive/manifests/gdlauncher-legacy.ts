import { guessModloader, withoutGameVersion } from '../../modloaders/index.ts';
import { label, member } from '../lenient/value.ts';
import { type ManifestFormat, platformId, textAt } from './format.ts';

/** The `config.json` of the old GDLauncher. */
export const gdLauncherLegacy: ManifestFormat = {
  read(document) {
    const loader = member(document, 'loader');
    if (textAt(loader, 'loaderType') === null) return null;
    const gameVersion = textAt(loader, 'mcVersion');
    return {
      manifest: {
        kind: 'GDLAUNCHER_LEGACY',
        name: textAt(loader, 'sourceName'),
        version: null,
        projectID: platformId(member(loader, 'projectID')),
        versionID: platformId(member(loader, 'fileID')),
        gameVersion,
        modloader: guessModloader(label(member(loader, 'loaderType'))),
        modloaderVersion: withoutGameVersion(label(member(loader, 'loaderVersion')), gameVersion),
      },
      referencedMods: [],
    };
  },
};
