import type { LogActKind, LogCause } from '../client/gql/schema.ts';

/** The remedy in the service's terms. */
export interface LogAct {
  kind: LogActKind;
  modId?: string | null;
  version?: string | null;
  java?: number | null;
  files: readonly string[];
}

/** A language's sentences about a server's log. */
export interface LogWords {
  /** Why the server did not start; `message` is the service's own sentence, in English, which names more. */
  cause(cause: LogCause, message: string): string;
  /** The remedy; `suspect` is the faulty jar or mod, if it is known. */
  act(act: LogAct, suspect: string | null): string;
}

/** In English, the service's own sentence. */
export const englishLogs: LogWords = {
  cause: (_cause, message) => message,
  act: ({ kind, modId, version, java, files }, suspect) =>
    ({
      DROP_MOD: `Build again, without ${suspect ?? 'this mod'}.`,
      ADD_MOD: `Add the mod that is missing: ${[modId, version].filter((part) => part != null).join(', ')}.`,
      KEEP_ONE_OF: `Keep one of these and remove the others: ${files.join(', ')}.`,
      USE_JAVA: `Start the server with Java ${java ?? 'of another version'}.`,
      MORE_MEMORY: 'Give the server more memory: raise -Xmx in its start arguments.',
      DELETE_FILE: `Delete ${files[0] ?? 'the file'}; the server makes it again, or download it again.`,
    })[kind],
};

const germanCauses: Readonly<Record<LogCause, string>> = {
  EULA_NOT_ACCEPTED: 'Der EULA des Spiels wurde nicht zugestimmt.',
  WRONG_JAVA: 'Java ist zu alt, zu neu oder kennt eine Option nicht.',
  PORT_IN_USE: 'Ein anderes Programm benutzt den Port des Servers.',
  NO_RIGHTS: 'Der Server darf eine Datei in seinem eigenen Ordner nicht schreiben.',
  NO_ROOM: 'Der Datenträger ist voll.',
  WORLD_IN_USE: 'Ein anderer Server hat dieselbe Welt geöffnet.',
  NOT_INSTALLED: 'Die Server-Software fehlt oder ist nicht ganz installiert.',
  BROKEN_JAR: 'Ein Jar ist beschädigt oder gar keines.',
  DUPLICATE_MOD: 'Ein Mod ist mehrmals da.',
  MISSING_MOD: 'Ein Mod, den ein anderer braucht, fehlt oder hat eine Version, die nicht passt.',
  WRONG_LOADER: 'Ein Mod ist für einen anderen Modloader oder eine andere Version des Spiels.',
  CLIENT_ONLY_MOD: 'Ein Mod braucht Teile des Spiels, die nur Clients haben.',
  MIXIN_FAILED:
    'Ein Mod konnte den Code des Spiels oder eines anderen Mods nicht ändern, meist weil die Versionen nicht passen.',
  CODE_MISSING: 'Ein Mod ruft Code auf, den es nicht gibt, meist weil die Versionen nicht passen.',
  BROKEN_CONFIG: 'Eine Einstellungsdatei lässt sich nicht lesen.',
  BROKEN_DATAPACK: 'Ein Datenpaket lässt sich nicht laden.',
  BROKEN_WORLD: 'Die Welt lässt sich nicht lesen, oder ein neueres Spiel hat sie gespeichert.',
  OUT_OF_MEMORY: 'Der Server hatte zu wenig Speicher.',
  TOO_SLOW: 'Ein Schritt des Spiels dauerte so lange, dass der Server sich selbst beendete.',
  MOD_FAILED: 'Ein Mod scheiterte, während der Server startete oder lief.',
};

/** In German, by the kind of reason. */
export const germanLogs: LogWords = {
  cause: (cause) => germanCauses[cause],
  act: ({ kind, modId, version, java, files }, suspect) =>
    ({
      DROP_MOD: `Baue noch einmal, ohne ${suspect ?? 'diesen Mod'}.`,
      ADD_MOD: `Füge den fehlenden Mod hinzu: ${[modId, version].filter((part) => part != null).join(', ')}.`,
      KEEP_ONE_OF: `Behalte eines davon und entferne die anderen: ${files.join(', ')}.`,
      USE_JAVA: `Starte den Server mit Java ${java ?? 'in einer anderen Version'}.`,
      MORE_MEMORY: 'Gib dem Server mehr Speicher: Erhöhe -Xmx in seinen Startargumenten.',
      DELETE_FILE: `Lösche ${files[0] ?? 'die Datei'}; der Server legt sie neu an, oder hole sie noch einmal.`,
    })[kind],
};

const chineseCauses: Readonly<Record<LogCause, string>> = {
  EULA_NOT_ACCEPTED: '尚未同意游戏的 EULA。',
  WRONG_JAVA: 'Java 版本过旧或过新，或不支持某个选项。',
  PORT_IN_USE: '服务器的端口已被其他程序占用。',
  NO_RIGHTS: '服务器没有权限写入自己文件夹中的某个文件。',
  NO_ROOM: '磁盘已满。',
  WORLD_IN_USE: '另一个服务器正在使用同一个世界。',
  NOT_INSTALLED: '服务端软件缺失，或没有完整安装。',
  BROKEN_JAR: '有一个 JAR 已损坏，或不是真正的 JAR。',
  DUPLICATE_MOD: '有一个模组出现了多次。',
  MISSING_MOD: '缺少某个模组的前置，或前置的版本不合适。',
  WRONG_LOADER: '有一个模组属于另一种加载器，或另一个游戏版本。',
  CLIENT_ONLY_MOD: '有一个模组需要只有客户端才有的内容。',
  MIXIN_FAILED: '有一个模组未能修改游戏或其他模组的代码，通常是因为版本不匹配。',
  CODE_MISSING: '有一个模组调用了不存在的代码，通常是因为版本不匹配。',
  BROKEN_CONFIG: '有一个配置文件无法读取。',
  BROKEN_DATAPACK: '有一个数据包无法加载。',
  BROKEN_WORLD: '世界无法读取，或由更新版本的游戏保存。',
  OUT_OF_MEMORY: '服务器的内存不足。',
  TOO_SLOW: '游戏的某一步用时过长，服务器自行停止了。',
  MOD_FAILED: '有一个模组在服务器启动或运行时出错。',
};

/** In simplified Chinese, by the kind of reason. */
export const chineseLogs: LogWords = {
  cause: (cause) => chineseCauses[cause],
  act: ({ kind, modId, version, java, files }, suspect) =>
    ({
      DROP_MOD: `去掉${suspect === null ? '这个模组' : ` ${suspect} `}后重新生成。`,
      ADD_MOD: `添加缺少的模组：${[modId, version].filter((part) => part != null).join('，')}。`,
      KEEP_ONE_OF: `只保留其中一个，删除其他的：${files.join('，')}。`,
      USE_JAVA: java == null ? '请使用其他版本的 Java 启动服务器。' : `请使用 Java ${java} 启动服务器。`,
      MORE_MEMORY: '给服务器更多内存：在启动参数中调大 -Xmx。',
      DELETE_FILE: `删除${files[0] === undefined ? '该文件' : ` ${files[0]}`}；服务器会重新生成它，或重新下载。`,
    })[kind],
};
