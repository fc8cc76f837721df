import { withFieldNames } from '../texts/field-names.ts';

/** The options by which fields of the service are given; flags without a value among them. */
const options: Readonly<Record<string, string>> = {
  gameVersion: '--game-version',
  modloaderVersion: '--modloader-version',
  startArgs: '--start-args',
  clientMods: '--client-mods',
  whitelistedMods: '--whitelist-mods',
  dropLists: '--list',
  addedMods: '--add-mod',
  includeFiles: '--include-files',
  excludeFiles: '--exclude-files',
  includeWorld: '--include-world',
  serverIcon: '--server-icon',
  serverProperties: '--server-properties',
  nameEncoding: '--name-encoding',
};

/** The service's sentence, which tells programs of fields and headers, with the names of this program's options and settings. */
export function inOptionNames(sentence: string): string {
  return withFieldNames(sentence, (field) => options[field])
    .replace(/(?<= )modloader(?=,? and --)/, '--modloader')
    .replace(/: send it as "Authorization: Bearer <token>"\./, ', in GATEWAY_TOKEN.');
}
