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
      GAME_VERSION: 'Game version',
      JAVA_VERSION: 'Java',
      MODLOADER: 'Modloader',
      MODLOADER_VERSION: 'Modloader version',
      START_ARGS: 'Start arguments',
      CLIENT_MODS: 'Client mods to drop',
      WHITELISTED_MODS: 'Mods to keep',
      AUTOMATIC_SIDES: 'Look mods up in known lists',
      INCLUDE_FILES: 'Files to include',
      EXCLUDE_FILES: 'Files to exclude',
      INCLUDE_WORLD: 'Include worlds',
      SERVER_ICON: 'Own server icon',
      SERVER_PROPERTIES: 'Own server.properties',
      NAME_ENCODING: 'Encoding of file names',
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
      GAME_VERSION: 'Spielversion',
      JAVA_VERSION: 'Java',
      MODLOADER: 'Modloader',
      MODLOADER_VERSION: 'Modloader-Version',
      START_ARGS: 'Startargumente',
      CLIENT_MODS: 'Client-Mods, die wegfallen',
      WHITELISTED_MODS: 'Mods, die bleiben',
      AUTOMATIC_SIDES: 'Mods in bekannten Listen nachschlagen',
      INCLUDE_FILES: 'Dateien aufnehmen',
      EXCLUDE_FILES: 'Dateien ausschließen',
      INCLUDE_WORLD: 'Welten aufnehmen',
      SERVER_ICON: 'Eigenes Bild des Servers',
      SERVER_PROPERTIES: 'Eigene server.properties',
      NAME_ENCODING: 'Kodierung der Dateinamen',
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
      GAME_VERSION: '游戏版本',
      JAVA_VERSION: 'Java',
      MODLOADER: '模组加载器',
      MODLOADER_VERSION: '加载器版本',
      START_ARGS: '启动参数',
      CLIENT_MODS: '要移除的客户端模组',
      WHITELISTED_MODS: '要保留的模组',
      AUTOMATIC_SIDES: '在已知列表中查找模组',
      INCLUDE_FILES: '要包含的文件',
      EXCLUDE_FILES: '要排除的文件',
      INCLUDE_WORLD: '包含世界',
      SERVER_ICON: '自定义服务器图标',
      SERVER_PROPERTIES: '自定义 server.properties',
      NAME_ENCODING: '文件名编码',
    },
    change: { UPDATED: '已更新', ADDED: '新增', REMOVED: '已移除', RENAMED: '已改名' },
    act: acts({
      java: (java) => `请安装 Java ${java}：服务器现在需要它。`,
      mod: (mod) =>
        `${mod} 已被移除。服务器加载世界后，世界中属于它的内容（如方块或地形）会丢失：请先备份世界。`,
      others: {
        BACK_UP_WORLD: '请备份世界：新版 Minecraft 会转换它，之后旧版无法再加载。',
        KEEP_OLD_WORLD: '请使用旧版 Minecraft 时备份的世界，或新建世界：新版的世界无法加载。',
        OTHER_MODLOADER: '模组加载器已更换。请备份世界：旧加载器的模组写入的内容可能会丢失。',
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
