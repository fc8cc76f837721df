import type { RunConfigurationInput } from '../../client/gql/schema.ts';
import { AppError } from '../errors.ts';
import { ReceivedUpload } from '../graphql/received-upload.ts';
import { modloaderNames } from '../modloaders/modloader.ts';
import type { UploadedFile } from '../storage/storage.ts';
import { modloaderWord } from './modloader-words.ts';
import { databaseIdInForm, oneOf } from './parameters.ts';

/** A received form: its text parts and its files, by name. */
export interface MultipartFields {
  fields: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, UploadedFile>;
}

/** The run configuration in a form. The contract spells whiteListMods like this. */
export function runConfigurationOf(form: MultipartFields): RunConfigurationInput {
  return {
    gameVersion: textOf(form, 'gameVersion'),
    modloader: modloaderWord(
      oneOf('modloader', textOf(form, 'modloader').trim(), modloaderNames, 'any case'),
    ),
    modloaderVersion: textOf(form, 'modloaderVersion'),
    startArgs: textOf(form, 'startArgs').split(/ +/),
    clientMods: textOf(form, 'clientMods').split(','),
    whitelistedMods: textOf(form, 'whiteListMods').split(','),
  };
}

/** The id in a part of the form. Fails with INVALID_INPUT. */
export function idOf(form: MultipartFields, name: string): number {
  return databaseIdInForm(name, textOf(form, name).trim());
}

/** The file in a part of the form. Fails with INVALID_INPUT when there is none. */
export function fileOf({ files }: MultipartFields, name: string): ReceivedUpload {
  const file = files.get(name);
  if (file) return new ReceivedUpload(file);
  throw new AppError('INVALID_INPUT', `The form has no file in a part named ${name}.`, { field: name });
}

/** The text of a part, empty when there is none. Checked before trimming, because a line break is white space too. */
function textOf({ fields, files }: MultipartFields, name: string): string {
  const text = fields.get(name) ?? '';
  if (files.has(name)) {
    throw new AppError('INVALID_INPUT', `${name} must be a text part, not a file.`, { field: name });
  }
  if (/\p{Cc}/u.test(text)) {
    throw new AppError('INVALID_INPUT', `${name} must not hold control characters or line breaks.`, {
      field: name,
    });
  }
  return text;
}
