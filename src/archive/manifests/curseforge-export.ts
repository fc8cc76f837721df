import { splitLoaderId } from '../../modloaders/index.ts';
import { readJson } from '../lenient/json.ts';
import { flag, isObject, items, label, member } from '../lenient/value.ts';
import { type ManifestFormat, textAt } from './format.ts';

/** Most loaders that are read; real packs have one. */
const mostLoaders = 64;

/** CurseForge's `manifest.json`. It lacks the pack's own ids, and its mods are numbers only. */
export const curseForgeExport: ManifestFormat = {
  read({ bytes }, reference) {
    const takeFile = (file: unknown) => {
      if (member(file, 'projectID') !== undefined)
        reference({ path: null, isOptional: flag(member(file, 'required')) === false });
    };
    const document = readJson(bytes, {
      members: {
        manifestType: {},
        name: {},
        version: {},
        minecraft: {
          members: {
            version: {},
            recommendedRam: {},
            modLoaders: { items: { of: { members: { id: {}, primary: {} } }, most: mostLoaders } },
          },
        },
        addons: {},
        files: { items: { of: { members: { projectID: {}, required: {} } }, take: takeFile } },
      },
    });
    const minecraft = member(document, 'minecraft');
    if (member(document, 'manifestType') !== 'minecraftModpack' && !isObject(minecraft)) return null;
    const gameVersion = textAt(minecraft, 'version');
    // MCBBS launchers also write their manifest under this name.
    if (gameVersion === null && member(document, 'addons') !== undefined) return null;
    const loaders = items(member(minecraft, 'modLoaders'));
    const primary = loaders.find((loader) => flag(member(loader, 'primary')) === true) ?? loaders[0];
    const loader = splitLoaderId(label(member(primary, 'id')), gameVersion);
    return {
      kind: 'CURSEFORGE_EXPORT',
      name: textAt(document, 'name'),
      version: textAt(document, 'version'),
      projectID: null,
      versionID: null,
      gameVersion,
      modloader: loader?.modloader ?? null,
      modloaderVersion: loader?.version ?? null,
      start: { memory: member(minecraft, 'recommendedRam') },
    };
  },
};
