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
  CACHE: 'It is made anew where it is needed.',
  OLD_COPY: 'It is a copy that was set aside, by the end of its name.',
  CLIENT: 'Its folder is of no use to a server.',
  ROOT_FILE: 'It lies beside the folders, where launchers and players keep theirs.',
  BY_PRODUCT: 'Only the system of whoever made the archive needs it.',
  GAME_JAR: 'It is the game itself, which may not be passed on.',
} as const;

export type LeftOutReason = keyof typeof leftOutReasons;

/** Why something of a modpack stays out of a server pack. */
export interface StaysOut {
  reason: LeftOutReason;
  /** What stays out, without a slash at its end: the file, or the folder with all that is in it; or the pattern that says so. */
  path: string;
}

/** What is somebody's own or can do harm: it only comes in when it is named itself. */
export const ownNameReasons: ReadonlySet<LeftOutReason> = new Set([
  'WORLD',
  'MAP',
  'SECRET',
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
  // Made by the game or the loaders, and made anew where they are needed.
  '.fabric',
  '.mixin.out',
  'assets',
  'versions',
];

/** What stays out by its path in the pack, in any case: a file, or a folder with all that is in it. */
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
  SECRET: ['_IAS_ACCOUNTS_DO_NOT_SEND_TO_ANYONE', 'config/ias.json'],
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
 * What goes in although the folder around it stays out: mods keep there what a server is to have. FTB Utilities and its
 * forerunner have ranks and claims in `local/`, JourneyMap what its server part allows.
 */
export const pathsOfServerData: readonly string[] = [
  'journeymap/server',
  'local/ftbl',
  'local/ftblib',
  'local/ftbu',
  'local/ftbutilities',
];

/** Parts of the world of a server that packs bring along; they go in where nobody has played in it. */
export const partsOfNewWorld: readonly string[] = ['world/datapacks', 'world/serverconfig'];

/** Folders that no server needs for all that is known, but of which somebody may miss something. */
export const foldersToTellOf: readonly string[] = ['local', 'overrides', 'server_pack'];

/** What stays out by its own name, at whatever place it lies, in any case. */
export const namesLeftOut: Readonly<Partial<Record<LeftOutReason, readonly string[]>>> = {
  SECRET: [
    '.aws',
    '.git-credentials',
    '.gnupg',
    '.netrc',
    '.npmrc',
    '.pgpass',
    '.pypirc',
    '.ssh',
    '_netrc',
    'accounts.json',
    'launcher_accounts.json',
    'launcher_accounts_microsoft_store.json',
    'launcher_msa_credentials.bin',
    'launcher_msa_credentials_microsoft_store.bin',
    'launcher_profiles.json',
    'launcher_profiles_microsoft_store.json',
    'microsoft_accounts.json',
    'tlauncher_profiles.json',
  ],
  PROJECT: ['.git', '.idea', '.svn', '.vscode'],
};

/** How names of files and folders begin that hold secrets: `.env.local`, `.envrc`. */
export const beginningsOfSecrets: readonly string[] = ['.env'];

/** How names of files and folders end that were set aside. */
export const endingsOfOldCopies: readonly string[] = ['.bak', '.old'];

/** Every world has it, directly in its folder; the run can ask for such folders with includeWorld. */
export const worldFile = 'level.dat';

/** What only a world has in which somebody has been. */
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

/** What macOS and Windows leave beside files, wherever it lies. A loader would take the `._` of a jar for a broken jar. */
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
 * How files are called that some system runs by their name, or loads into a program that is started in their folder.
 * Jars are among them, since hosts run whichever lies beside the folders.
 */
export const programNames =
  /\.(?:appimage|bash|bat|cmd|com|command|cpl|desktop|dll|dylib|exe|hta|jar|jse?|jsh|ksh|lnk|msc|msi|pif|pl|ps1|psd1|psm1|py|pyw|rb|reg|run|scr|sh|so(?:\.[\d.]+)?|url|vbe|vbs|ws[fh]|zsh)$/i;

/** What shells and tools run or obey when it lies in a home folder, which on many hosts is the server's own. */
export const filesOfHome =
  /^\.(?:bash\w*|exrc|gitconfig|inputrc|[cgkt]?shrc|k?login|logout|profile|pythonrc|screenrc|tmux\.conf|vimrc|z(?:log(?:in|out)|profile|shenv|shrc))$/i;

/**
 * What the start scripts write, read or run, by its path in the pack: no wish brings it in. The last ones are looked for in
 * the home folder, which on many hosts is the server's own.
 */
export const pathsOfScripts: readonly string[] = [
  '.env',
  '.fabric',
  '.fabric-installer',
  '.java',
  '.previous-server',
  '.previousrun',
  '.update',
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

/** The same by how the names are made: downloads, installers, and the jars that installers leave. */
export const namesOfScripts =
  /^(?:(?:fabric-server|java)\.(?:zip|tar\.gz)|[^/]*installer\.jar(?:\.log)?|forge-[^/]*\.jar|minecraftforge-[^/]*\.jar|[^/]*\.(?:download|unverified|checksum))$/i;

/**
 * The game's own jars, which may not be passed on: matched at the end of a path, at whatever place it lies. A mod may be
 * called `server.jar`, so below `mods/` that name says nothing; and `minecraft_server` may be how a mod's name begins.
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
