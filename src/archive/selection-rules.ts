/** Which parts of a modpack do not belong on a server, as data. Everything else below the base folder goes in. */

/** Why a file of a modpack stays out of a server pack; the names are stable. */
export const leftOutReasons = {
  EXCLUDED: 'excludeFiles names it.',
  WORLD: 'It belongs to a world that somebody has played.',
  MAP: 'It is a map, or marks on one, that somebody has made while playing.',
  SECRET: 'It may hold accounts or passwords.',
  BACKUP: 'It is a backup of worlds.',
  ADMIN: 'It says who has rights on a server, or agrees to the EULA, and is not named itself.',
  PROGRAM: 'It is a program beside the start scripts, and is not named itself.',
  SCRIPTS: 'The start scripts write it, and read or run what is in it.',
  NOT_LOOKED_AT: 'A wildcard means more files than are looked at for private keys and programs.',
  PROJECT: 'It belongs to a tool with which the pack was made, or to its launcher.',
  CACHE: 'It is a cache that is made again when needed.',
  OLD_COPY: 'It is a copy that was set aside, by the end of its name.',
  CLIENT: 'Its folder is of no use to a server.',
  ROOT_FILE: 'It lies beside the folders, where launchers and players keep theirs.',
  BY_PRODUCT: 'Only the system that made the archive needs it.',
  GAME_JAR: 'It is the game itself, which may not be passed on.',
} as const;

export type LeftOutReason = keyof typeof leftOutReasons;

/** Why something of a modpack stays out of a server pack. */
export interface StaysOut {
  reason: LeftOutReason;
  /** The omitted file or folder, without a slash at its end; or the pattern that omits it. */
  path: string;
}

/** Private or risky files, which are included only by their exact name. What names show to hold accounts never is. */
export const ownNameReasons: ReadonlySet<LeftOutReason> = new Set([
  'WORLD',
  'MAP',
  'BACKUP',
  'ADMIN',
  'PROGRAM',
  'NOT_LOOKED_AT',
]);

/** Folders directly in the base folder that stay out as no server needs them, compared without regard to case. */
export const clientFolders: readonly string[] = [
  'animation',
  'asm',
  'cache',
  'changelogs',
  'craftpresence',
  'crash-reports',
  'downloads',
  'icons',
  'libraries',
  'local',
  'logs',
  'overrides',
  'packmenu',
  'profileImage',
  'resourcepacks',
  'screenshots',
  'server_pack',
  'shaderpacks',
  'simple-rpc',
  'tv-cache',
  // Caches that the game or the loaders create when needed.
  '.fabric',
  '.mixin.out',
  'assets',
  'versions',
];

/** Omitted paths in the pack, case ignored: a file, or a folder with everything in it. */
export const pathsLeftOut: Readonly<Partial<Record<LeftOutReason, readonly string[]>>> = {
  CLIENT: clientFolders,
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
  PROJECT: ['bin', 'mods/.index'],
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
 * Paths that are included although their folder is omitted: mods keep server data there. FTB Utilities and its
 * predecessor have ranks and claims in `local/`, JourneyMap its server settings.
 */
export const pathsOfServerData: readonly string[] = [
  'journeymap/server',
  'local/ftbl',
  'local/ftblib',
  'local/ftbu',
  'local/ftbutilities',
];

/** Parts of a server's world that packs ship; they are included unless the world has been played in. */
export const partsOfNewWorld: readonly string[] = ['world/datapacks', 'world/serverconfig'];

/** Folders that servers do not need as far as known, but whose content somebody may miss. */
export const foldersToTellOf: readonly string[] = ['local', 'overrides', 'server_pack'];

/** Names omitted in any folder, case ignored. */
export const namesLeftOut: Readonly<Partial<Record<LeftOutReason, readonly string[]>>> = {
  PROJECT: ['.git', '.idea', '.svn', '.vscode'],
};

/** Endings of file and folder names of old copies. */
export const endingsOfOldCopies: readonly string[] = ['.bak', '.old'];

/** Every world has it, directly in its folder; the run can ask for such folders with includeWorld. */
export const worldFile = 'level.dat';

/** Files that exist only in a played world. */
export const playedFiles: readonly RegExp[] = [/\/level\.dat(?:_old)?$/i, /\.mc[ar]$/i];

/** Folders directly in the base folder in which mods and authors keep worlds and parts of worlds as templates. */
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

/** Files directly in the base folder that go in as they are; all others there belong to launchers and players. */
export const includedRootFiles: readonly RegExp[] = [/^(?:copying|licen[cs]e|notice)(?:[.-][^/]*)?$/i];

/** Files directly in the base folder that a server takes rights from. Older versions of the game have those that end in .txt. */
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
 * Names that some system runs on a click or loads into a program started in their folder. Jars are among them, since
 * hosts run any jar beside the folders.
 */
export const programNames =
  /\.(?:appimage|bash|bat|cmd|com|command|cpl|desktop|dll|dylib|exe|hta|jar|jse?|jsh|ksh|lnk|msc|msi|pif|pl|ps1|psd1|psm1|py|pyw|rb|reg|run|scr|sh|so(?:\.[\d.]+)?|url|vbe|vbs|ws[fh]|zsh)$/i;

/** Files that shells and tools obey in a home folder, which on many hosts is the server's own. */
export const filesOfHome =
  /^\.(?:bash\w*|exrc|gitconfig|inputrc|[cgkt]?shrc|k?login|logout|profile|pythonrc|screenrc|tmux\.conf|vimrc|z(?:log(?:in|out)|profile|shenv|shrc))$/i;

/**
 * Paths that the start scripts write, read or run: no wish includes them. The last ones are read from the home folder,
 * which on many hosts is the server's own.
 */
export const pathsOfScripts: readonly string[] = [
  '.env',
  '.fabric',
  '.fabric-installer',
  '.java',
  '.previous-server',
  '.previousrun',
  '.update',
  '.update-plan',
  'fabric-server-launch.jar',
  'fabric-server-launcher.jar',
  'fabric-server-launcher.properties',
  'forge.jar',
  'HOW-TO-RUN.md',
  'java.json',
  'libraries',
  'log4j2-server.xml',
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

/** Names that start scripts use, by their pattern: downloads, installers, and the jars that installers leave. */
export const namesOfScripts =
  /^(?:(?:fabric-server|java)\.(?:zip|tar\.gz)|[^/]*installer\.jar(?:\.log)?|forge-[^/]*\.jar|minecraftforge-[^/]*\.jar|[^/]*\.(?:download|unverified|checksum))$/i;

/**
 * The game's own jars, which may not be redistributed: matched at the end of a path, in any folder. A mod may be
 * called `server.jar`, so that name is allowed below `mods/`; and a mod's name may begin with `minecraft_server`.
 */
export const gameJars: readonly RegExp[] = [
  /^(?!mods\/)(?:.*\/)?server\.jar$/i,
  /(?:^|\/)minecraft_server(?:[._-]?\d[^/]*)?\.jar$/i,
  /^bin\/minecraft\.jar$/i,
  /(?:^|\/)net\/minecraft\/(?:server|client)\/[^/]+\/[^/]+\.jar$/i,
  /(?:^|\/)versions\/([^/]+)\/(?:server-)?\1\.jar$/i,
];

/** Beside an `overrides/` base folder: laid over it on a server. Its sibling `client-overrides/` is never looked at. */
export const serverOverrides = { beside: 'overrides/', folder: 'server-overrides/' } as const;
/** Beside an `overrides/` base folder: laid over it on a client. */
export const clientOverrides = 'client-overrides/';
