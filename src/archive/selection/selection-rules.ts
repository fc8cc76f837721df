/**
 * The parts of a modpack that do not belong on a server, as data. Everything else below the base folder is included.
 */

/** Reasons to exclude a file of a modpack from a server pack; the names are stable. */
export const exclusionReasons = {
  EXCLUDED: 'A pattern in excludeFiles matches the file.',
  WORLD: 'The file belongs to a played world.',
  MAP: 'A map, or marks on one, from playing.',
  SECRET: 'The file may hold accounts or passwords.',
  BACKUP: 'The file is a backup of worlds.',
  ADMIN: 'The file gives rights on a server, or agrees to the EULA.',
  PROGRAM: 'The file is a program beside the start scripts.',
  SCRIPTS: 'The start scripts write or run a file of this name.',
  NOT_LOOKED_AT: 'A wildcard matches more files than are searched for secrets.',
  PROJECT: 'The file belongs to a tool that made the pack, or to a launcher.',
  CACHE: 'The file is a cache.',
  OLD_COPY: 'The file is an old copy, by the end of its name.',
  CLIENT: 'The file lies in a folder that servers do not use.',
  ROOT_FILE: 'The file lies beside the folders of the pack.',
  BY_PRODUCT: 'A by-product of the system that made the archive.',
  GAME_JAR: 'The game itself, which must not be redistributed.',
} as const;

export type ExclusionReason = keyof typeof exclusionReasons;

/** An exclusion from a server pack, with its reason. */
export interface Exclusion {
  reason: ExclusionReason;
  /** The excluded file or folder, without a slash at its end; or the excluding pattern. */
  path: string;
}

/**
 * Private or risky files, which only their exact name includes. Files with accounts, by their name, are never included.
 */
export const ownNameReasons: ReadonlySet<ExclusionReason> = new Set([
  'WORLD',
  'MAP',
  'BACKUP',
  'ADMIN',
  'PROGRAM',
  'NOT_LOOKED_AT',
]);

/** Folders directly in the base folder that no server needs, compared without regard to case. */
export const clientFolders: readonly string[] = [
  'animation',
  'asm',
  'cache',
  'changelogs',
  'craftpresence',
  'crash-reports',
  'disabledmods',
  'downloads',
  'essential',
  'flashback',
  'icons',
  'libraries',
  'local',
  'logs',
  'overrides',
  'packmenu',
  'profileImage',
  'replay_recordings',
  'replay_videos',
  'resourcepacks',
  'screenshots',
  'server-resource-packs',
  'server_pack',
  'shaderpacks',
  'simple-rpc',
  'texturepacks',
  'tv-cache',
  // Caches that the game or the loaders create when needed.
  '.fabric',
  '.mixin.out',
  'assets',
  'versions',
];

/**
 * Files with a password or key that the mod or the game generates when missing, so that nobody needs to act. Read
 * 2026-11-28: WebServer.java of Resourceful Config, WebServerProperties.java of KubeJS; the game keeps the keys of
 * players' accounts in `profilekeys/` (ProfileKeys since 1.19).
 */
export const generatedSecrets: readonly string[] = [
  'config/resourceful-config-web.json',
  'kubejs/config/web_server.json',
  'profilekeys',
];

/** Excluded paths in the pack, case ignored: a file, or a folder with everything in it. */
export const excludedPaths: Readonly<Partial<Record<ExclusionReason, readonly string[]>>> = {
  CLIENT: clientFolders,
  SECRET: generatedSecrets,
  WORLD: ['saves'],
  MAP: [
    'Distant_Horizons_server_data',
    'journeymap',
    'voxelmap',
    'xaero',
    'XaeroWaypoints',
    'XaeroWaypoints_BACKUP',
    'XaeroWorldMap',
  ],
  BACKUP: ['backup', 'backups', 'simplebackups'],
  PROJECT: ['.hmcl', 'bin', 'mods/.index', 'PCL'],
  CACHE: [
    '.bobby',
    '.cache',
    '.replay_cache',
    '.voxy',
    'dynamic-resource-pack-cache',
    'mcef-cache',
    'mcef-libraries',
    'mods/.connector',
    'mods/mcef-cache',
    'mods/mcef-libraries',
  ],
};

/**
 * Paths that are included although their folder is excluded, because mods keep server data there. FTB Utilities and its
 * predecessor have ranks and claims in `local/`, JourneyMap its server settings.
 */
export const pathsOfServerData: readonly string[] = [
  'journeymap/server',
  'local/ftbl',
  'local/ftblib',
  'local/ftbu',
  'local/ftbutilities',
];

/** Parts of a server's world that packs ship; they are included unless the world has been played. */
export const partsOfNewWorld: readonly string[] = ['world/datapacks', 'world/serverconfig'];

/** Folders that servers do not need as far as known, but whose content somebody may miss. */
export const foldersToReport: readonly string[] = ['local', 'overrides', 'server_pack'];

/** Names excluded in any folder, case ignored. */
export const excludedNames: Readonly<Partial<Record<ExclusionReason, readonly string[]>>> = {
  PROJECT: ['.git', '.idea', '.svn', '.vscode'],
};

/** Folders directly in the base folder into which HMCL and PCL unpack libraries of the system before each start. */
export const foldersOfNatives = /^(?:natives-[^/]+|[^/]+-natives)$/i;

/** Endings of file and folder names of old copies. */
export const endingsOfOldCopies: readonly string[] = ['.bak', '.old'];

/** The file directly in the folder of every world; a run can include such folders with includeWorld. */
export const worldFile = 'level.dat';

/** Files that exist only in a played world. */
export const playedFiles: readonly RegExp[] = [/\/level\.dat(?:_old)?$/i, /\.mc[ar]$/i];

/** Folders directly in the base folder in which mods and authors keep templates of worlds. */
export const templateFolders: readonly string[] = [
  'addonpacks',
  'blueprints',
  'config',
  'configs',
  'customnpcs',
  'datapacks',
  'defaultconfigs',
  'global_data_packs',
  'global_packs',
  'kubejs',
  'maps',
  'mods',
  'openloader',
  'schematics',
  'scripts',
  'shrines-saves',
  'structures',
  'structurize',
  'worldshape',
  'Zoestria',
];

/** By-products of macOS and Windows, in any folder. A loader would take the `._` of a jar for a broken jar. */
export const byProducts = /(?:^|\/)(?:__MACOSX(?:\/.*)?|\._[^/]*|\.DS_Store|desktop\.ini|thumbs\.db)$/is;

/** Included files directly in the base folder; all others there belong to launchers and players. */
export const includedRootFiles: readonly RegExp[] = [/^(?:copying|licen[cs]e|notice)(?:[.-][^/]*)?$/i];

/**
 * Files directly in the base folder that grant rights on a server. Older versions of the game have those that end in
 * .txt.
 */
export const adminFiles: readonly string[] = [
  'banned-ips.json',
  'banned-ips.txt',
  'banned-players.json',
  'banned-players.txt',
  'eula.txt',
  'ops.json',
  'ops.txt',
  'usercache.json',
  'white-list.txt',
  'whitelist.json',
];

/**
 * Names that some system runs on a click, or loads into a program started in their folder. Jars are among them, since
 * hosts run any jar in the root.
 */
export const programNames =
  /\.(?:appimage|bash|bat|cmd|com|command|cpl|desktop|dll|dylib|exe|hta|jar|jse?|jsh|ksh|lnk|msc|msi|pif|pl|ps1|psd1|psm1|py|pyw|rb|reg|run|scr|sh|so(?:\.[\d.]+)?|url|vbe|vbs|ws[fh]|zsh)$/i;

/** Files in a home folder that shells and tools obey; on many hosts that folder is the server's own. */
export const filesOfHome =
  /^\.(?:bash\w*|exrc|gitconfig|inputrc|[cgkt]?shrc|k?login|logout|profile|pythonrc|screenrc|tmux\.conf|vimrc|z(?:log(?:in|out)|profile|shenv|shrc))$/i;

/**
 * Paths that the start scripts write, read or run, which no override includes. The last ones are read from the home
 * folder, which on many hosts is the server's own.
 */
export const pathsOfScripts: readonly string[] = [
  '.env',
  '.fabric',
  '.fabric-installer',
  '.java',
  '.previous-server',
  '.previousrun',
  '.start-bat',
  '.start-lock',
  '.update',
  'fabric-server-launch.jar',
  'fabric-server-launcher.jar',
  'fabric-server-launcher.properties',
  'forge.jar',
  'HOW-TO-RUN.md',
  'java.json',
  'libraries',
  'log4j2-server.xml',
  'mods-set-aside',
  'quilt-server-launch.jar',
  'quilt-server-launcher.properties',
  'run.bat',
  'run.sh',
  'server-pack.json',
  'start.bat',
  'start.jar',
  'start.ps1',
  'start.sh',
  'update-key.pem',
  'user_jvm_args.txt',
  'user_jvm_args.txt.new',
  'variables.txt',
  'versions',
  '.asdf',
  '.config',
  '.curlrc',
  '.jdks',
  '.local',
  '.sdkman',
  '.wgetrc',
  'Library/Java',
];

/** Patterns of names that start scripts use: downloads, installers, and the jars that installers leave. */
export const namesOfScripts =
  /^(?:(?:fabric-server|java)\.(?:zip|tar\.gz)|[^/]*installer\.jar(?:\.log)?|forge-[^/]*\.jar|minecraftforge-[^/]*\.jar|[^/]*\.(?:download|unverified|checksum))$/i;

/**
 * The game's own jars, which may not be redistributed: matched at the end of a path, in any folder. Below `mods/`,
 * `server.jar` is allowed, because a mod may have that name; a mod's name may also begin with `minecraft_server`.
 */
export const gameJars: readonly RegExp[] = [
  /^(?!mods\/)(?:.*\/)?server\.jar$/i,
  /(?:^|\/)minecraft_server(?:[._-]?\d[^/]*)?\.jar$/i,
  /^bin\/minecraft\.jar$/i,
  /(?:^|\/)net\/minecraft\/(?:server|client)\/[^/]+\/[^/]+\.jar$/i,
  /(?:^|\/)versions\/([^/]+)\/(?:server-)?\1\.jar$/i,
];

/** The folder beside an `overrides/` base folder that is laid over it on a server. */
export const serverOverrides = { beside: 'overrides/', folder: 'server-overrides/' } as const;
/** The folder beside an `overrides/` base folder that is laid over it on a client; a server pack never contains it. */
export const clientOverrides = 'client-overrides/';
