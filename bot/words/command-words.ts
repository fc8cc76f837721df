import type { LocalizationMap } from 'discord.js';
import type { Language } from '../../texts/languages.ts';

interface Text {
  name: string;
  description: string;
}

/** Names and descriptions of commands and options, in each language. */
const texts = {
  upload: {
    en: { name: 'upload', description: 'Upload a modpack and get a server pack' },
    de: { name: 'hochladen', description: 'Ein Modpack hochladen und ein Serverpack bekommen' },
    'zh-CN': { name: '上传', description: '上传整合包，获得服务端整合包' },
  },
  import: {
    en: { name: 'import', description: 'Fetch a modpack by its page or link and get a server pack' },
    de: {
      name: 'importieren',
      description: 'Ein Modpack von seiner Seite holen und ein Serverpack bekommen',
    },
    'zh-CN': { name: '导入', description: '从页面或链接获取整合包，生成服务端整合包' },
  },
  addFiles: {
    en: {
      name: 'add-files',
      description: 'Send files that a modpack waits for, which must be downloaded by hand',
    },
    de: {
      name: 'dateien-bringen',
      description: 'Dateien schicken, auf die ein Modpack wartet und die man selbst herunterladen muss',
    },
    'zh-CN': { name: '提交文件', description: '提交整合包正在等待的文件，其作者只允许手动下载' },
  },
  generate: {
    en: {
      name: 'generate',
      description: 'Build another server pack from a modpack that was uploaded before',
    },
    de: { name: 'bauen', description: 'Aus einem Modpack, das schon da ist, ein weiteres Serverpack bauen' },
    'zh-CN': { name: '生成', description: '用已上传的整合包再生成一个服务端整合包' },
  },
  preview: {
    en: { name: 'preview', description: 'See what would be dropped from a modpack, before you generate' },
    de: { name: 'vorschau', description: 'Vor dem Bauen sehen, was aus einem Modpack wegfiele' },
    'zh-CN': { name: '预览', description: '在生成之前查看会从整合包中移除哪些内容' },
  },
  download: {
    en: { name: 'download', description: 'Get the download link of a server pack' },
    de: { name: 'herunterladen', description: 'Den Link zu einem Serverpack bekommen' },
    'zh-CN': { name: '下载', description: '获取服务端整合包的下载链接' },
  },
  vote: {
    en: { name: 'vote', description: 'Say whether a server pack works; you can change your mind' },
    de: {
      name: 'abstimmen',
      description: 'Sagen, ob ein Serverpack läuft; du kannst es dir anders überlegen',
    },
    'zh-CN': { name: '投票', description: '说明服务端整合包能不能用；之后可以改票' },
  },
  status: {
    en: { name: 'status', description: 'See where a modpack stands and which server packs it has' },
    de: { name: 'status', description: 'Sehen, wie weit ein Modpack ist und welche Serverpacks es hat' },
    'zh-CN': { name: '状态', description: '查看整合包的进度，以及它有哪些服务端整合包' },
  },
  rename: {
    en: { name: 'rename', description: 'Give a modpack that you sent another name' },
    de: {
      name: 'umbenennen',
      description: 'Einem Modpack, das du geschickt hast, einen anderen Namen geben',
    },
    'zh-CN': { name: '重命名', description: '为你上传的整合包改名' },
  },
  delete: {
    en: { name: 'delete', description: 'Delete a modpack that you sent, with its server packs' },
    de: {
      name: 'löschen',
      description: 'Ein Modpack, das du geschickt hast, mit seinen Serverpacks löschen',
    },
    'zh-CN': { name: '删除', description: '删除你上传的整合包及其服务端整合包' },
  },
  ownModPack: {
    en: { name: 'modpack', description: 'A modpack that you sent, by its name or number' },
    de: { name: 'modpack', description: 'Ein Modpack, das du geschickt hast, nach Name oder Nummer' },
    'zh-CN': { name: '整合包', description: '你上传的整合包的名称或编号' },
  },
  newName: {
    en: { name: 'name', description: 'Its new name' },
    de: { name: 'name', description: 'Sein neuer Name' },
    'zh-CN': { name: '名称', description: '新名称' },
  },
  follow: {
    en: {
      name: 'follow',
      description: 'Tell this channel of new versions; without an option it shows of which',
    },
    de: {
      name: 'folgen',
      description: 'Diesem Kanal neue Versionen melden; ohne Angabe wird gezeigt, welche',
    },
    'zh-CN': { name: '关注', description: '在此频道通知新版本；不带选项时显示已关注的整合包' },
  },
  followed: {
    en: { name: 'pack', description: 'A modpack by its name here, or by its page on a platform' },
    de: {
      name: 'pack',
      description: 'Ein Modpack nach seinem Namen hier oder seiner Seite auf einer Plattform',
    },
    'zh-CN': { name: '整合包', description: '此处的整合包名称，或其平台页面的链接' },
  },
  unfollow: {
    en: { name: 'stop', description: 'Whether to tell no more of it' },
    de: { name: 'aufhören', description: 'Ob davon nichts mehr gemeldet wird' },
    'zh-CN': { name: '取消', description: '是否不再通知' },
  },
  crash: {
    en: { name: 'crash', description: 'Find out from its log why a server does not start' },
    de: { name: 'absturz', description: 'Aus dem Log erfahren, warum ein Server nicht startet' },
    'zh-CN': { name: '崩溃分析', description: '根据日志查明服务器为何无法启动' },
  },
  settings: {
    en: {
      name: 'settings',
      description: 'Settings of this bot on this server; without an option it shows them',
    },
    de: {
      name: 'einstellungen',
      description: 'Einstellungen des Bots auf diesem Server; ohne Angabe werden sie gezeigt',
    },
    'zh-CN': { name: '设置', description: '机器人在此服务器上的设置；不带选项时显示当前设置' },
  },
  file: {
    en: {
      name: 'file',
      description: 'The modpack as a zip or .mrpack; without it you get a link for files of any size',
    },
    de: {
      name: 'datei',
      description: 'Das Modpack als zip oder .mrpack; ohne bekommst du einen Link für jede Größe',
    },
    'zh-CN': {
      name: '文件',
      description: '整合包的 zip 或 .mrpack 文件；不附文件则获得链接，可上传任意大小的文件',
    },
  },
  missingFile: {
    en: { name: 'file', description: 'One of the files, as its page gives it; its name does not matter' },
    de: { name: 'datei', description: 'Eine der Dateien, wie ihre Seite sie gibt; der Name ist egal' },
    'zh-CN': { name: '文件', description: '其中一个文件，按其页面提供的原样；文件名不限' },
  },
  missingFile2: {
    en: { name: 'file-2', description: 'Another of them' },
    de: { name: 'datei-2', description: 'Eine weitere davon' },
    'zh-CN': { name: '文件-2', description: '另一个文件' },
  },
  missingFile3: {
    en: { name: 'file-3', description: 'Another of them' },
    de: { name: 'datei-3', description: 'Eine weitere davon' },
    'zh-CN': { name: '文件-3', description: '另一个文件' },
  },
  missingFile4: {
    en: { name: 'file-4', description: 'Another of them' },
    de: { name: 'datei-4', description: 'Eine weitere davon' },
    'zh-CN': { name: '文件-4', description: '另一个文件' },
  },
  missingFile5: {
    en: { name: 'file-5', description: 'Another of them' },
    de: { name: 'datei-5', description: 'Eine weitere davon' },
    'zh-CN': { name: '文件-5', description: '另一个文件' },
  },
  logFile: {
    en: { name: 'file', description: 'The log, such as logs/latest.log or a crash report, up to 50 MiB' },
    de: { name: 'datei', description: 'Das Log, etwa logs/latest.log oder ein Crash-Report, bis 50 MiB' },
    'zh-CN': { name: '文件', description: '日志，例如 logs/latest.log 或崩溃报告，最大 50 MiB' },
  },
  logText: {
    en: {
      name: 'text',
      description: 'Or the part of it that tells of the error, or a link to it on mclo.gs',
    },
    de: {
      name: 'text',
      description: 'Oder der Teil davon, der von dem Fehler spricht, oder ein Link zu mclo.gs',
    },
    'zh-CN': { name: '文本', description: '或日志中报错的部分，或 mclo.gs 上的日志链接' },
  },
  serverPackOfLog: {
    en: { name: 'server-pack', description: 'The server pack that it runs, to learn which jar is at fault' },
    de: {
      name: 'serverpack',
      description: 'Das Serverpack, das er ausführt, um das schuldige Jar zu finden',
    },
    'zh-CN': { name: '服务端整合包', description: '所运行的服务端整合包，用于查明是哪个 JAR 的问题' },
  },
  link: {
    en: {
      name: 'link',
      description: 'Its page on Modrinth, CurseForge or FTB, its repository, or a link to a zip or .mrpack',
    },
    de: {
      name: 'link',
      description:
        'Seine Seite bei Modrinth, CurseForge oder FTB, sein Repository, oder ein Link zu zip oder .mrpack',
    },
    'zh-CN': {
      name: '链接',
      description: 'Modrinth、CurseForge 或 FTB 上的页面、代码仓库，或 zip、.mrpack 文件的链接',
    },
  },
  gameVersion: {
    en: {
      name: 'game-version',
      description: 'Version of the game, such as 1.20.1; may be left out if the pack says it',
    },
    de: {
      name: 'spielversion',
      description: 'Version des Spiels, etwa 1.20.1; kann fehlen, wenn das Pack sie sagt',
    },
    'zh-CN': { name: '游戏版本', description: '游戏版本，例如 1.20.1；整合包已写明时可省略' },
  },
  modloader: {
    en: {
      name: 'modloader',
      description: 'Modloader that the server is to run; may be left out if the pack says it',
    },
    de: { name: 'modloader', description: 'Modloader des Servers; kann fehlen, wenn das Pack ihn sagt' },
    'zh-CN': { name: '模组加载器', description: '服务器使用的模组加载器；整合包已写明时可省略' },
  },
  modloaderVersion: {
    en: {
      name: 'modloader-version',
      description: 'Version of the modloader, such as 47.2.0; may be left out if the pack says it',
    },
    de: {
      name: 'modloader-version',
      description: 'Version des Modloaders, etwa 47.2.0; kann fehlen, wenn das Pack sie sagt',
    },
    'zh-CN': { name: '加载器版本', description: '模组加载器的版本，例如 47.2.0；整合包已写明时可省略' },
  },
  startArgs: {
    en: {
      name: 'start-args',
      description: 'Arguments for Java, separated by spaces, such as -Xmx4G',
    },
    de: {
      name: 'startargumente',
      description: 'Argumente für Java, durch Leerzeichen getrennt, etwa -Xmx4G',
    },
    'zh-CN': { name: '启动参数', description: 'Java 的参数，用空格分隔，例如 -Xmx4G' },
  },
  clientMods: {
    en: {
      name: 'client-mods',
      description: 'Mods to drop, by the beginnings of their file names, separated by commas',
    },
    de: {
      name: 'client-mods',
      description: 'Mods, die wegfallen: Anfänge ihrer Dateinamen, durch Kommas getrennt',
    },
    'zh-CN': { name: '客户端模组', description: '要移除的模组，写文件名的开头，用逗号分隔' },
  },
  whitelistMods: {
    en: {
      name: 'whitelist-mods',
      description: 'Mods to keep in any case, by the beginnings of their file names, separated by commas',
    },
    de: {
      name: 'erlaubte-mods',
      description: 'Mods, die auf jeden Fall bleiben: Anfänge ihrer Dateinamen, durch Kommas getrennt',
    },
    'zh-CN': { name: '模组白名单', description: '无论如何都要保留的模组，写文件名的开头，用逗号分隔' },
  },
  includeFiles: {
    en: {
      name: 'include-files',
      description:
        'Patterns of files to include that would stay out, such as kubejs/assets, separated by commas',
    },
    de: {
      name: 'dateien-aufnehmen',
      description: 'Muster für Dateien, die sonst draußen blieben, etwa kubejs/assets, durch Kommas getrennt',
    },
    'zh-CN': {
      name: '包含文件',
      description: '默认不会包含、但要包含的文件的匹配规则，例如 kubejs/assets，用逗号分隔',
    },
  },
  excludeFiles: {
    en: {
      name: 'exclude-files',
      description: 'Patterns of files to leave out, such as config/**/*.png, separated by commas',
    },
    de: {
      name: 'dateien-weglassen',
      description: 'Muster für Dateien, die draußen bleiben, etwa config/**/*.png, durch Kommas getrennt',
    },
    'zh-CN': { name: '排除文件', description: '要排除的文件的匹配规则，例如 config/**/*.png，用逗号分隔' },
  },
  includeWorld: {
    en: {
      name: 'include-world',
      description: 'Whether to include the world in the pack; it stays out unless you say so',
    },
    de: {
      name: 'welt-aufnehmen',
      description: 'Ob die Welt im Pack mitkommt; ohne Angabe bleibt sie weg',
    },
    'zh-CN': { name: '包含世界', description: '是否包含整合包中的世界；不填则不包含' },
  },
  format: {
    en: {
      name: 'format',
      description: 'What to build: a zip with start scripts, or an .mrpack that programs install',
    },
    de: {
      name: 'format',
      description: 'Was gebaut wird: ein Zip mit Startskripten oder ein .mrpack, das Programme installieren',
    },
    'zh-CN': { name: '格式', description: '生成带启动脚本的 zip，或供程序安装的 .mrpack；不填则为 zip' },
  },
  boot: {
    en: {
      name: 'boot',
      description: 'Whether to try if it starts, where the service does that; the card tells',
    },
    de: {
      name: 'ausprobieren',
      description: 'Ob der Start ausprobiert wird, wo der Dienst das tut; die Karte sagt es dann',
    },
    'zh-CN': { name: '测试启动', description: '是否测试服务端能否启动（需服务支持），结果显示在卡片上' },
  },
  automaticSides: {
    en: {
      name: 'automatic-sides',
      description: 'Whether to look mods up in known lists, too; yes unless you say no',
    },
    de: {
      name: 'automatische-seiten',
      description: 'Ob Mods auch in bekannten Listen nachgeschlagen werden; ohne Angabe ja',
    },
    'zh-CN': { name: '自动判断', description: '是否参考整合包以外的已知信息来判断模组；不填则参考' },
  },
  serverIcon: {
    en: {
      name: 'server-icon',
      description: 'A PNG of 64 by 64 pixels; without it, that of the pack or a default',
    },
    de: {
      name: 'server-icon',
      description: 'Ein PNG mit 64 mal 64 Pixeln; ohne gilt das des Packs oder ein übliches',
    },
    'zh-CN': { name: '服务器图标', description: '64×64 像素的 PNG；不附则使用整合包的图标或默认图标' },
  },
  serverProperties: {
    en: {
      name: 'server-properties',
      description: 'A server.properties, for everybody to read; without it, that of the pack or a default',
    },
    de: {
      name: 'server-properties',
      description: 'Eine server.properties, für alle lesbar; ohne gilt die des Packs oder eine übliche',
    },
    'zh-CN': {
      name: '服务器属性',
      description: 'server.properties 文件，所有人都能看到；不附则使用整合包自带的或默认的',
    },
  },
  modPack: {
    en: { name: 'modpack', description: 'The modpack, by its name or number' },
    de: { name: 'modpack', description: 'Das Modpack, nach Name oder Nummer' },
    'zh-CN': { name: '整合包', description: '整合包的名称或编号' },
  },
  modPackToo: {
    en: {
      name: 'modpack',
      description: 'Or the modpack, by its name or number, together with a run configuration',
    },
    de: { name: 'modpack', description: 'Oder das Modpack, zusammen mit einer Konfiguration' },
    'zh-CN': { name: '整合包', description: '或整合包的名称或编号，与生成配置一起使用' },
  },
  serverPack: {
    en: { name: 'server-pack', description: "The server pack, by its modpack's name or its own number" },
    de: { name: 'serverpack', description: 'Das Serverpack, nach dem Namen des Modpacks oder seiner Nummer' },
    'zh-CN': { name: '服务端整合包', description: '服务端整合包的编号，或其整合包的名称' },
  },
  runConfiguration: {
    en: { name: 'run-configuration', description: 'And the run configuration that it was built with' },
    de: { name: 'konfiguration', description: 'Und die Konfiguration, mit der es gebaut wurde' },
    'zh-CN': { name: '生成配置', description: '以及生成时使用的配置' },
  },
  voteWord: {
    en: { name: 'vote', description: 'Whether it works' },
    de: { name: 'stimme', description: 'Ob es läuft' },
    'zh-CN': { name: '评价', description: '它能不能用' },
  },
  channel: {
    en: { name: 'channel', description: 'The one channel in which people may upload, generate and download' },
    de: { name: 'kanal', description: 'Der eine Kanal, in dem hochgeladen, gebaut und heruntergeladen wird' },
    'zh-CN': { name: '频道', description: '允许上传、生成和下载的唯一频道' },
  },
  role: {
    en: { name: 'role', description: 'The role that people need to upload and generate' },
    de: { name: 'rolle', description: 'Die Rolle, die zum Hochladen und Bauen nötig ist' },
    'zh-CN': { name: '身份组', description: '上传和生成所需的身份组' },
  },
  ownPacks: {
    en: {
      name: 'own-packs-only',
      description: 'Whether to show only packs of this server here, and to show them nowhere else',
    },
    de: {
      name: 'nur-eigene-packs',
      description: 'Ob hier nur Packs dieses Servers gezeigt werden, und diese nirgends sonst',
    },
    'zh-CN': { name: '仅显示本服务器', description: '是否只在这里显示此服务器的整合包，且不在别处显示它们' },
  },
  reset: {
    en: { name: 'reset', description: 'Reset a setting' },
    de: { name: 'aufheben', description: 'Eine Einstellung zurücknehmen' },
    'zh-CN': { name: '重置', description: '恢复一项设置' },
  },
} as const satisfies Record<string, Readonly<Record<Language, Text>>>;

/** Names of the choices of options. */
const choiceTexts = {
  up: { en: 'up', de: 'läuft', 'zh-CN': '能用' },
  down: { en: 'down', de: 'läuft nicht', 'zh-CN': '不能用' },
  channel: { en: 'channel', de: 'Kanal', 'zh-CN': '频道' },
  role: { en: 'role', de: 'Rolle', 'zh-CN': '身份组' },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

/** The name and the description of a command or an option, in every language. */
export function described(key: keyof typeof texts): Text & {
  name_localizations: LocalizationMap;
  description_localizations: LocalizationMap;
} {
  const { en, ...others } = texts[key];
  return {
    ...en,
    name_localizations: { de: others.de.name, 'zh-CN': others['zh-CN'].name },
    description_localizations: { de: others.de.description, 'zh-CN': others['zh-CN'].description },
  };
}

/** A choice of an option: `value` is what the bot gets, in every language. */
export function choice<Value extends keyof typeof choiceTexts>(
  value: Value,
): { name: string; value: Value; name_localizations: LocalizationMap } {
  const { en, ...others } = choiceTexts[value];
  return { name: en, value, name_localizations: others };
}
