import { guessModloader, withoutGameVersion } from '../../modloaders/index.ts';
import { readJson } from '../lenient/json.ts';
import { member } from '../lenient/value.ts';
import { type ManifestFormat, platformId, textAt } from './format.ts';

/**
 * The part before the loader's version in a version name of the loader's installer: `1.20.1-forge-47.2.0`,
 * `fabric-loader-1.20.1-0.14.21`, `neoforge-21.1.72`, `1.7.10-Forge10.13.4.1614-1.7.10`.
 */
const beforeVersion = /^.*?(?:neoforge|forge|(?:fabric|quilt)(?:-loader)?)-?/i;

/** The `instance.json` of the FTB App, which has a `modLoader` beside `mcVersion`. */
export const ftbApp: ManifestFormat = {
  read({ bytes }) {
    const document = readJson(bytes, {
      members: {
        id: {},
        versionId: {},
        name: {},
        version: {},
        mcVersion: {},
        modLoader: {},
        jvmArgs: {},
        recMemory: {},
      },
    });
    const gameVersion = textAt(document, 'mcVersion');
    const target = textAt(document, 'modLoader');
    if (gameVersion === null || target === null) return null;
    const modloader = guessModloader(target);
    return {
      kind: 'FTB_APP',
      name: textAt(document, 'name'),
      version: textAt(document, 'version'),
      projectID: platformId(member(document, 'id')),
      versionID: platformId(member(document, 'versionId')),
      gameVersion,
      modloader,
      modloaderVersion:
        modloader === null ? null : withoutGameVersion(target.replace(beforeVersion, ''), gameVersion),
      // `memory` is what the player of this machine has chosen, `recMemory` what the pack recommends.
      start: { args: member(document, 'jvmArgs'), memory: member(document, 'recMemory') },
    };
  },
};
