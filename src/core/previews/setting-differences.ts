import { javaOf, type ServerPack } from '../packs/server-packs.ts';

/** The settings by which two server packs are compared. */
export const comparedSettings = [
  'GAME_VERSION',
  'JAVA_VERSION',
  'MODLOADER',
  'MODLOADER_VERSION',
  'START_ARGS',
  'CLIENT_MODS',
  'WHITELISTED_MODS',
  'AUTOMATIC_SIDES',
  'INCLUDE_FILES',
  'EXCLUDE_FILES',
  'INCLUDE_WORLD',
  'SERVER_ICON',
  'SERVER_PROPERTIES',
  'NAME_ENCODING',
] as const;

export type ComparedSetting = (typeof comparedSettings)[number];

/** A setting of both server packs, as text; empty where it is not set. */
export interface SettingDifference {
  setting: ComparedSetting;
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
    .filter((setting) => one[setting] !== other[setting])
    .map((setting) => ({ setting, first: cut(one[setting]), second: cut(other[setting]) }));
}

function asTexts(pack: Parameters<typeof javaOf>[0]): Record<ComparedSetting, string> {
  const { runConfiguration: run } = pack;
  return {
    GAME_VERSION: run.gameVersion,
    JAVA_VERSION: String(javaOf(pack) ?? ''),
    MODLOADER: run.modloader,
    MODLOADER_VERSION: run.modloaderVersion,
    START_ARGS: run.startArgs.join(' '),
    CLIENT_MODS: run.clientMods.join(', '),
    WHITELISTED_MODS: run.whitelistedMods.join(', '),
    AUTOMATIC_SIDES: String(run.automaticSides),
    INCLUDE_FILES: run.includeFiles.join(', '),
    EXCLUDE_FILES: run.excludeFiles.join(', '),
    INCLUDE_WORLD: String(run.includeWorld),
    SERVER_ICON: run.serverIconHash ?? '',
    SERVER_PROPERTIES: run.serverPropertiesHash ?? '',
    NAME_ENCODING: run.nameEncoding ?? '',
  };
}

function cut(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
