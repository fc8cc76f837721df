import type { LogCause } from '../../client/gql/schema.ts';
import { countsIn } from '../counts.ts';
import { actsOf, countsOf, factsOf, javasOf, type ServerTexts } from '../servers.ts';

const counted = countsIn('zh-CN');

const causes: Readonly<Record<LogCause, string>> = {
  EULA_NOT_ACCEPTED: '尚未同意游戏的 EULA。',
  WRONG_JAVA: 'Java 版本过旧或过新，或不支持某个选项。',
  PORT_IN_USE: '服务器无法占用端口：server-ip 是另一台机器的地址，或端口已被其他程序占用。',
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

export const servers: ServerTexts = {
  boots: {
    state: {
      WAITING: '正在排队等待。',
      INTERRUPTED: '服务未能完成这次测试，请重试。',
      UNPACKING: '正在解压服务端整合包。',
      INSTALLING: '正在安装服务器。',
      STARTING: '服务器正在启动。',
      REPAIRING: '未能启动，正在去掉日志指出的 JAR 后重试。',
      STOPPING: '服务器已就绪，正在停止。',
    },
    outcome: {
      STARTED: '启动成功。',
      STARTED_NOT_STOPPED: '启动成功，但收到停止命令后没有停止。',
      STARTED_REPAIRED: '去掉部分 JAR 后才能启动。',
      NOT_INSTALLED: '服务器无法安装。',
      FAILED: '服务器在就绪之前就退出了。',
      TOO_SLOW: '服务器未能及时就绪。',
      TOO_MUCH_MEMORY: '服务器使用的内存超过了此处的上限。',
      TOO_MUCH_DISK: '服务器使用的磁盘空间超过了此处的上限。',
      TOO_MANY_PROCESSES: '服务器启动的进程超过了此处的上限。',
    },
    dropped: (jars) => `重试时去掉了：${jars}`,
    facts: factsOf('，', (memory) => `内存 ${memory}`),
  },
  changes: {
    byRequest: '按请求添加',
    setting: {
      gameVersion: '游戏版本',
      javaVersion: 'Java',
      modloader: '模组加载器',
      modloaderVersion: '加载器版本',
      startArgs: '启动参数',
      clientMods: '要移除的客户端模组',
      whitelistedMods: '要保留的模组',
      dropLists: '共享列表',
      addedMods: '额外添加的模组',
      automaticSides: '在已知列表中查找模组',
      includeFiles: '要包含的文件',
      excludeFiles: '要排除的文件',
      includeWorld: '包含世界',
      serverIcon: '自定义服务器图标',
      serverProperties: '自定义 server.properties',
      nameEncoding: '文件名编码',
    },
    change: { UPDATED: '已更新', ADDED: '新增', REMOVED: '已移除', RENAMED: '已改名' },
    act: actsOf({
      java: (java) => `请安装 Java ${java}：服务器现在需要它。`,
      mod: (mod) =>
        `${mod} 已被移除。服务器加载世界后，世界中属于它的内容（如方块或地形）会丢失：请先备份世界。`,
      others: {
        BACK_UP_WORLD: '请备份世界：新版 Minecraft 会转换它，之后旧版无法再加载。',
        KEEP_OLD_WORLD: '请使用旧版 Minecraft 时备份的世界，或新建世界：新版的世界无法加载。',
        OTHER_MODLOADER: '模组加载器已更换。请备份世界：旧加载器的模组写入的内容可能会丢失。',
      },
    }),
    counts: countsOf({
      mods: {
        UPDATED: (count) => counted(count, { other: '个模组已更新' }),
        ADDED: (count) => counted(count, { other: '个模组新增' }),
        REMOVED: (count) => counted(count, { other: '个模组已移除' }),
        RENAMED: (count) => counted(count, { other: '个模组已改名' }),
      },
      files: (count) => counted(count, { other: '个其他文件有变化' }),
    }),
  },
  java: (oldest: number, newest: number | null) => `需要 ${javasOf(oldest, newest, '或更新版本', '至')}。`,
  logs: {
    cause: (cause) => causes[cause],
    act: ({ kind, modId, version, java, files }, suspect) =>
      ({
        DROP_MOD: `去掉${suspect === null ? '这个模组' : ` ${suspect} `}后重新生成。`,
        ADD_MOD: `添加缺少的模组：${[modId, version].filter((part) => part != null).join('，')}。`,
        KEEP_ONE_OF: `只保留其中一个，删除其他的：${files.join('，')}。`,
        USE_JAVA: java == null ? '请使用其他版本的 Java 启动服务器。' : `请使用 Java ${java} 启动服务器。`,
        USE_LOADER:
          version == null ? '请使用日志要求的加载器版本重新生成。' : `请使用加载器版本 ${version} 重新生成。`,
        MORE_MEMORY: '给服务器更多内存：在启动参数中调大 -Xmx。',
        DELETE_FILE: `删除${files[0] === undefined ? '该文件' : ` ${files[0]}`}；服务器会重新生成它，或重新下载。`,
      })[kind],
  },
};
