import { withFieldNames } from '../../texts/field-names.ts';
import type { Texts } from '../../texts/web.ts';

/** The service's sentence with the pages' names of its fields, in quotes. */
export function inPageWords(sentence: string, { word, files }: Pick<Texts, 'word' | 'files'>): string {
  const names: Readonly<Record<string, string>> = {
    gameVersion: word.gameVersion,
    modloaderVersion: word.modloaderVersion,
    startArgs: word.startArgs,
    clientMods: word.clientMods,
    whitelistedMods: word.whitelist,
    dropLists: word.dropLists,
    automaticSides: word.automaticSides,
    addedMods: files.added,
    includeFiles: files.include,
    excludeFiles: files.exclude,
    includeWorld: files.world,
    serverIcon: files.icon,
    serverProperties: files.properties,
    nameEncoding: files.encoding,
  };
  return withFieldNames(sentence, (field) => {
    const shown = names[field];
    return shown === undefined ? undefined : word.quoted(shown);
  });
}
