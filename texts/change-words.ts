import type { Change, ComparedSetting, OwnerActKind } from '../client/gql/schema.ts';
import { countsIn } from './counts.ts';

/** What an owner has to do, with the Java or the mod that it is about; null where it is about none. */
export interface ActToTell {
  kind: OwnerActKind;
  java: number | null;
  mod: string | null;
}

/** How a language tells what changed from one server pack to another. */
export interface ChangeWords {
  setting: Readonly<Record<ComparedSetting, string>>;
  change: Readonly<Record<Change, string>>;
  /** What somebody has to do who runs the first and takes the second. */
  act(act: ActToTell): string;
  /** How many mods and files changed; empty where none did. */
  counts(mods: Readonly<Record<Change, number>>, files: number): string;
}

type Counted = Record<Change, (count: number) => string>;

function joined(words: { mods: Counted; files(count: number): string }): ChangeWords['counts'] {
  const order = ['UPDATED', 'ADDED', 'REMOVED', 'RENAMED'] as const;
  return (mods, files) =>
    [
      ...order.flatMap((change) => (mods[change] === 0 ? [] : [words.mods[change](mods[change])])),
      ...(files === 0 ? [] : [words.files(files)]),
    ].join(', ');
}

function acts(words: {
  java(java: number): string;
  mod(mod: string): string;
  others: Record<Exclude<OwnerActKind, 'USE_JAVA' | 'MOD_IN_WORLD'>, string>;
}): ChangeWords['act'] {
  return ({ kind, java, mod }) => {
    if (kind === 'USE_JAVA') return words.java(java ?? 0);
    return kind === 'MOD_IN_WORLD' ? words.mod(mod ?? '') : words.others[kind];
  };
}

const english = countsIn('en');
const german = countsIn('de');
const chinese = countsIn('zh-CN');

export const changeWords = {
  en: {
    setting: {
      GAME_VERSION: 'Minecraft',
      JAVA_VERSION: 'Java',
      MODLOADER: 'Modloader',
      MODLOADER_VERSION: 'Version of the modloader',
      START_ARGS: "Java's arguments",
      CLIENT_MODS: 'Mods to drop',
      WHITELISTED_MODS: 'Mods to keep',
      AUTOMATIC_SIDES: 'Decide by what is known of mods',
      INCLUDE_FILES: 'Files to include',
      EXCLUDE_FILES: 'Files to leave out',
      INCLUDE_WORLD: 'With worlds',
      SERVER_ICON: 'Own icon',
      SERVER_PROPERTIES: 'Own server.properties',
      NAME_ENCODING: 'Encoding of names',
    },
    change: { UPDATED: 'Updated', ADDED: 'Added', REMOVED: 'Removed', RENAMED: 'Renamed' },
    act: acts({
      java: (java) => `Install Java ${java}: the server needs it now.`,
      mod: (mod) =>
        `${mod} is gone. What a world has of it, such as blocks or terrain, is lost once the server loads it: back the world up first.`,
      others: {
        BACK_UP_WORLD:
          'Back the world up: the newer Minecraft converts it, and the older one cannot load it afterwards.',
        KEEP_OLD_WORLD:
          'Take a world from a backup of the older Minecraft, or a new one: a world of the newer cannot be loaded.',
        OTHER_MODLOADER:
          'The modloader is another one. Back the world up: what mods of the old one have put into it may be lost.',
      },
    }),
    counts: joined({
      mods: {
        UPDATED: (count) => english(count, { one: 'mod updated', other: 'mods updated' }),
        ADDED: (count) => english(count, { one: 'mod added', other: 'mods added' }),
        REMOVED: (count) => english(count, { one: 'mod removed', other: 'mods removed' }),
        RENAMED: (count) => english(count, { one: 'mod renamed', other: 'mods renamed' }),
      },
      files: (count) => english(count, { one: 'other file changed', other: 'other files changed' }),
    }),
  },
  de: {
    setting: {
      GAME_VERSION: 'Minecraft',
      JAVA_VERSION: 'Java',
      MODLOADER: 'Modloader',
      MODLOADER_VERSION: 'Version des Modloaders',
      START_ARGS: 'Argumente für Java',
      CLIENT_MODS: 'Mods, die wegfallen',
      WHITELISTED_MODS: 'Mods, die bleiben',
      AUTOMATIC_SIDES: 'Nach dem entscheiden, was von Mods bekannt ist',
      INCLUDE_FILES: 'Dateien, die hineinkommen',
      EXCLUDE_FILES: 'Dateien, die wegbleiben',
      INCLUDE_WORLD: 'Mit Welten',
      SERVER_ICON: 'Eigenes Symbol',
      SERVER_PROPERTIES: 'Eigene server.properties',
      NAME_ENCODING: 'Kodierung der Namen',
    },
    change: { UPDATED: 'Aktualisiert', ADDED: 'Neu', REMOVED: 'Entfernt', RENAMED: 'Umbenannt' },
    act: acts({
      java: (java) => `Installiere Java ${java}: Der Server braucht es jetzt.`,
      mod: (mod) =>
        `${mod} ist weggefallen. Was eine Welt davon hat, etwa Blöcke oder Gelände, geht verloren, sobald der Server sie lädt: Sichere die Welt vorher.`,
      others: {
        BACK_UP_WORLD:
          'Sichere die Welt: Das neuere Minecraft wandelt sie um, und das ältere kann sie danach nicht mehr laden.',
        KEEP_OLD_WORLD:
          'Nimm eine Welt aus einer Sicherung des älteren Minecraft oder eine neue: Eine Welt des neueren lässt sich nicht laden.',
        OTHER_MODLOADER:
          'Der Modloader ist ein anderer. Sichere die Welt: Was Mods des alten darin angelegt haben, kann verloren gehen.',
      },
    }),
    counts: joined({
      mods: {
        UPDATED: (count) => german(count, { one: 'Mod aktualisiert', other: 'Mods aktualisiert' }),
        ADDED: (count) => german(count, { one: 'Mod neu', other: 'Mods neu' }),
        REMOVED: (count) => german(count, { one: 'Mod entfernt', other: 'Mods entfernt' }),
        RENAMED: (count) => german(count, { one: 'Mod umbenannt', other: 'Mods umbenannt' }),
      },
      files: (count) => german(count, { one: 'andere Datei geändert', other: 'andere Dateien geändert' }),
    }),
  },
  'zh-CN': {
    setting: {
      GAME_VERSION: 'Minecraft',
      JAVA_VERSION: 'Java',
      MODLOADER: '模组加载器',
      MODLOADER_VERSION: '加载器版本',
      START_ARGS: 'Java 参数',
      CLIENT_MODS: '要移除的模组',
      WHITELISTED_MODS: '要保留的模组',
      AUTOMATIC_SIDES: '按已知的模组信息判断',
      INCLUDE_FILES: '要包含的文件',
      EXCLUDE_FILES: '要排除的文件',
      INCLUDE_WORLD: '包含存档',
      SERVER_ICON: '自定义图标',
      SERVER_PROPERTIES: '自定义 server.properties',
      NAME_ENCODING: '文件名编码',
    },
    change: { UPDATED: '已更新', ADDED: '新增', REMOVED: '已移除', RENAMED: '已改名' },
    act: acts({
      java: (java) => `请安装 Java ${java}：服务器现在需要它。`,
      mod: (mod) =>
        `${mod} 已被移除。服务器加载存档后，存档中属于它的内容（如方块或地形）会丢失：请先备份存档。`,
      others: {
        BACK_UP_WORLD: '请备份存档：新版 Minecraft 会转换它，之后旧版无法再加载。',
        KEEP_OLD_WORLD: '请使用旧版 Minecraft 时的备份存档，或新建存档：新版的存档无法加载。',
        OTHER_MODLOADER: '模组加载器已更换。请备份存档：旧加载器的模组写入的内容可能会丢失。',
      },
    }),
    counts: joined({
      mods: {
        UPDATED: (count) => chinese(count, { other: '个模组已更新' }),
        ADDED: (count) => chinese(count, { other: '个模组新增' }),
        REMOVED: (count) => chinese(count, { other: '个模组已移除' }),
        RENAMED: (count) => chinese(count, { other: '个模组已改名' }),
      },
      files: (count) => chinese(count, { other: '个其他文件有变化' }),
    }),
  },
} satisfies Record<string, ChangeWords>;
