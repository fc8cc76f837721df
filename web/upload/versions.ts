import type { Modloader, RunConfigurationInput } from '../../client/gql/schema.ts';
import { type FileOverrides, fileInput } from './file-overrides.ts';
import type { Lists } from './lists.ts';

/** The versions as they stand in a form: the empty text stands for what the pack itself says. */
export interface Versions {
  gameVersion: string;
  modloader: Modloader | '';
  modloaderVersion: string;
}

export const noVersions: Versions = { gameVersion: '', modloader: '', modloaderVersion: '' };

const form = /^(?:\d{1,4}(?:\.\d{1,6}){1,4}(?:[-+.][0-9A-Za-z.+-]{1,30})?|\d\dw\d\d[a-z][a-z_]{0,30})$/;
const loaderForm = /^\d{1,5}(?:\.\d{1,6}){0,4}(?:[-+.][0-9A-Za-z.+-]{1,30})?$/;

/** An empty text is allowed. */
export function mayBeGameVersion(text: string): boolean {
  return text.trim() === '' || form.test(text.trim());
}

/** An empty text is allowed. */
export function mayBeLoaderVersion(text: string): boolean {
  return text.trim() === '' || loaderForm.test(text.trim());
}

/** Whether all of them are given. */
export function areComplete({ gameVersion, modloader, modloaderVersion }: Versions): boolean {
  return gameVersion.trim() !== '' && modloader !== '' && modloaderVersion.trim() !== '';
}

/** A form as the service takes it. */
export function toInput(
  { gameVersion, modloader, modloaderVersion }: Versions,
  { lists, files, automaticSides = true }: { lists: Lists; files: FileOverrides; automaticSides?: boolean },
): RunConfigurationInput {
  return {
    gameVersion: gameVersion.trim() || null,
    modloader: modloader || null,
    modloaderVersion: modloaderVersion.trim() || null,
    startArgs: lists.startArgs,
    clientMods: lists.clientMods,
    whitelistedMods: lists.whitelistedMods,
    dropLists: lists.dropLists,
    automaticSides,
    ...fileInput(files),
  };
}
