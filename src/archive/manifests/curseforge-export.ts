import { splitLoaderId } from '../../modloaders/index.ts';
import { flag, isObject, items, label, member } from '../lenient/value.ts';
import { type ManifestFormat, textAt } from './format.ts';

/** CurseForge's `manifest.json`. It does not hold the pack's own ids, and its mods are numbers only. */
export const curseForgeExport: ManifestFormat = {
  read(document) {
    const minecraft = member(document, 'minecraft');
    if (member(document, 'manifestType') !== 'minecraftModpack' && !isObject(minecraft)) return null;
    const gameVersion = textAt(minecraft, 'version');
    const loaders = items(member(minecraft, 'modLoaders'));
    const primary = loaders.find((loader) => flag(member(loader, 'primary')) === true) ?? loaders[0];
    const loader = splitLoaderId(label(member(primary, 'id')), gameVersion);
    return {
      manifest: {
        kind: 'CURSEFORGE_EXPORT',
        name: textAt(document, 'name'),
        version: textAt(document, 'version'),
        projectID: null,
        versionID: null,
        gameVersion,
        modloader: loader?.modloader ?? null,
        modloaderVersion: loader?.version ?? null,
      },
      referencedMods: items(member(document, 'files'))
        .filter((file) => member(file, 'projectID') !== undefined)
        .map((file) => ({ path: null, isOptional: flag(member(file, 'required')) === false })),
    };
  },
};
