import { javaOf, type ServerPack } from '../packs/server-packs.ts';

/** The settings by which two server packs are compared, as the GraphQL API calls them. */
const comparedSettings = [
  'gameVersion',
  'javaVersion',
  'modloader',
  'modloaderVersion',
  'startArgs',
  'clientMods',
  'whitelistedMods',
  'dropLists',
  'addedMods',
  'automaticSides',
  'includeFiles',
  'excludeFiles',
  'includeWorld',
  'serverIcon',
  'serverProperties',
  'nameEncoding',
] as const;

type ComparedSetting = (typeof comparedSettings)[number];

/** A setting of both server packs, as text; empty where it is not set. */
export interface SettingDifference {
  name: ComparedSetting;
  first: string;
  second: string;
}

/** Most characters of a value; lists may have some tens of thousands. */
const longestValue = 2_000;

/** The settings in which two server packs differ; files are compared by their SHA-256. */
export function settingDifferences(
  first: Pick<ServerPack, 'javaVersion' | 'runConfiguration'>,
  second: Pick<ServerPack, 'javaVersion' | 'runConfiguration'>,
): SettingDifference[] {
  const [one, other] = [asTexts(first), asTexts(second)];
  return comparedSettings
    .filter((name) => one[name] !== other[name])
    .map((name) => ({ name, first: cut(one[name]), second: cut(other[name]) }));
}

function asTexts(pack: Parameters<typeof javaOf>[0]): Record<ComparedSetting, string> {
  const { runConfiguration: run } = pack;
  return {
    gameVersion: run.gameVersion,
    javaVersion: String(javaOf(pack) ?? ''),
    modloader: run.modloader,
    modloaderVersion: run.modloaderVersion,
    startArgs: run.startArgs.join(' '),
    clientMods: run.clientMods.join(', '),
    whitelistedMods: run.whitelistedMods.join(', '),
    dropLists: run.dropLists.join(', '),
    addedMods: run.addedMods.join(', '),
    automaticSides: String(run.automaticSides),
    includeFiles: run.includeFiles.join(', '),
    excludeFiles: run.excludeFiles.join(', '),
    includeWorld: String(run.includeWorld),
    serverIcon: run.serverIconHash ?? '',
    serverProperties: run.serverPropertiesHash ?? '',
    nameEncoding: run.nameEncoding ?? '',
  };
}

function cut(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
