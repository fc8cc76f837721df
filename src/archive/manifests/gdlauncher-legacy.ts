import { guessModloader, withoutGameVersion } from '../../modloaders/index.ts';
import { readJson, type Wanted } from '../lenient/json.ts';
import { label, member } from '../lenient/value.ts';
import { type ManifestFormat, platformId, textAt } from './format.ts';

const loaderMembers: Wanted = {
  members: { loaderType: {}, mcVersion: {}, loaderVersion: {}, sourceName: {}, projectID: {}, fileID: {} },
};

/** The `config.json` of the old GDLauncher. */
export const gdLauncherLegacy: ManifestFormat = {
  read({ bytes }) {
    const loader = member(readJson(bytes, { members: { loader: loaderMembers } }), 'loader');
    if (textAt(loader, 'loaderType') === null) return null;
    const gameVersion = textAt(loader, 'mcVersion');
    return {
      kind: 'GDLAUNCHER_LEGACY',
      name: textAt(loader, 'sourceName'),
      version: null,
      projectID: platformId(member(loader, 'projectID')),
      versionID: platformId(member(loader, 'fileID')),
      gameVersion,
      modloader: guessModloader(label(member(loader, 'loaderType'))),
      modloaderVersion: withoutGameVersion(label(member(loader, 'loaderVersion')), gameVersion),
    };
  },
};
