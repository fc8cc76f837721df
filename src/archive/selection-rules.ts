/** Which parts of a modpack do not belong on a server, as data. Everything else below the base folder goes in. */

/** Folders directly in the base folder that stay out, compared without regard to case. */
export const excludedFolders: readonly string[] = [
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

/** What macOS and Windows leave beside files, wherever it lies. A loader would take the `._` of a jar for a broken jar. */
export const byProducts = /(?:^|\/)(?:__MACOSX(?:\/.*)?|\._[^/]*|\.DS_Store|desktop\.ini|thumbs\.db)$/i;

/** Files directly in the base folder that go in as they are; all others there belong to launchers and players. */
export const includedRootFiles: readonly RegExp[] = [/^(?:copying|licen[cs]e|notice)(?:[.-][^/]*)?$/i];

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
