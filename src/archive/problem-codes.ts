/** All reasons for which the check refuses an archive, with their meanings; the codes are stable. */
export const problemCodes = {
  EMPTY_FILE: 'The file has no bytes.',
  NOT_A_ZIP: 'The file is not a zip archive.',
  TRUNCATED_ARCHIVE: 'The file does not end like a zip archive.',
  AMBIGUOUS_END: 'More than one position in the file could be the end of the archive.',
  SPLIT_ARCHIVE: 'The archive is one part of several.',
  INVALID_DIRECTORY: 'The central directory is damaged or contradicts the end record.',
  DIRECTORY_TOO_LARGE: 'The central directory is larger than the limit.',
  TOO_MANY_ENTRIES: 'The archive has more entries than the limit.',
  ENTRY_TOO_LARGE: 'An entry is larger than the limit.',
  ARCHIVE_TOO_LARGE: 'All entries together are larger than the limit.',
  RATIO_TOO_HIGH: 'The contents are compressed more than any real file would be.',
  EMPTY_NAME: 'An entry has no name.',
  NAME_TOO_LONG: 'A name, or a part of it, is longer than the limit.',
  PATH_TOO_DEEP: 'A file lies in more folders than the limit.',
  INVALID_NAME_ENCODING: 'A name is marked as UTF-8 but is not.',
  AMBIGUOUS_ENTRY: 'An entry has two names, two kinds or a field of its header twice.',
  CONTROL_CHARACTER: 'A name holds NUL, a line break or another control character.',
  HIDDEN_CHARACTER: 'A name in mods/ or in the root has a character that is invisible or reverses text.',
  BACKSLASH_IN_NAME: 'A name holds a backslash.',
  ABSOLUTE_PATH: 'A name begins with a slash.',
  DRIVE_LETTER: 'A part of a name begins with a drive letter such as C:.',
  PATH_TRAVERSAL: 'A part of a name is .. or means it on Windows.',
  EMPTY_SEGMENT: 'A name has an empty part or a single dot between slashes.',
  DEVICE_NAME: 'A part of a name is the name of a Windows device.',
  NAME_COLLISION: 'Two names are one file on some systems, or a file is also a folder.',
  LINK_ENTRY: 'An entry in mods/ is a symbolic link.',
  SPECIAL_FILE: 'An entry is a device, a pipe or a socket.',
  FOLDER_WITH_DATA: 'A folder entry has contents.',
  ENCRYPTED_ENTRY: 'An entry is encrypted.',
  UNSUPPORTED_COMPRESSION: 'An entry is compressed by another method than deflate.',
  ENTRY_OUT_OF_BOUNDS: 'An entry lies outside the part of the file that holds entries.',
  OVERLAPPING_ENTRIES: 'Two entries share bytes of the archive.',
  LOCAL_HEADER_MISMATCH: 'The header in front of an entry contradicts the central directory.',
  CORRUPT_DATA: 'The compressed data of an entry cannot be read.',
  SIZE_MISMATCH: 'The size of an entry is not the one in the central directory.',
  CRC_MISMATCH: 'The contents of an entry do not match their checksum.',
  NO_MODS: 'No jar lies in the mods folder of the pack.',
  PACK_ELSEWHERE: 'The archive holds no mods, but an installer of a pack that lies elsewhere.',
  ARCHIVE_IN_ARCHIVE: 'The archive holds only another archive, which could not be used instead.',
  TOO_MANY_MODS: 'The pack has more jars in mods/, or longer names of them, than the limit.',
  MODS_ARE_NO_JARS: 'Most files in the mods folder are no jars.',
  MODS_NOT_INCLUDED: 'The pack names its mods without including them.',
} as const;

export type ProblemCode = keyof typeof problemCodes;

/** Codes of warnings, which refuse nothing; the codes are stable. */
export const warningCodes = {
  MANIFEST_TOO_LARGE: 'A file of a launcher is larger than the limit.',
  MANIFEST_UNREADABLE: 'A file of a launcher is not the JSON that launchers write.',
  INDEX_DIFFERS: 'The index of a packwiz pack names files that are missing, or that have other hashes.',
  MANIFEST_TOO_LONG: 'A file of a launcher names more mods than the service looks up.',
  NAMES_DECODED: 'Names in the archive are not UTF-8, or have backslashes between folders.',
  ENTRY_LEFT_OUT: 'Symbolic links, or entries with invisible characters in their names, were excluded.',
  SAME_BUT_CASE: 'Names differ only in case.',
  GAME_VERSION_DIFFERS: "The run has another game version than the launcher's manifest.",
  MODLOADER_DIFFERS: "The run has another modloader than the launcher's manifest.",
  MODLOADER_VERSION_DIFFERS: "The run has another modloader version than the launcher's manifest.",
  MODLOADER_VERSION_CUT: 'The given version of the modloader included the game version.',
  NOT_A_JAR: 'A file in mods/ is not a jar.',
  REQUIRED_MOD_DISABLED: 'A kept mod requires one that the modloader disables on a server.',
  REQUIRED_MOD_DROPPED: 'A kept mod requires one that was dropped from the server pack.',
  REQUIRED_MOD_MISSING: 'A kept mod requires one that the pack does not have.',
  GAME_VERSION: 'A kept mod needs another game version than that of the run.',
  LOADER_TOO_OLD: 'A kept mod needs a newer modloader version than that of the run.',
  NEWER_JAVA_NEEDED: 'A kept mod needs a newer Java than the game.',
  JAVA_REFUSED: 'A kept mod needs a newer Java than the modloader supports.',
  INSTALLER_MISSING: 'The modloader version has no installer, or what it downloads has gone.',
  JAVA_UPDATES_FAIL: 'The modloader version does not start with newer updates of its Java.',
  MODS_CONFLICT: 'A kept mod is declared incompatible with another kept one in its version.',
  LANGUAGE_PROVIDER_MISSING: 'A kept mod is written for a language provider that no kept jar has.',
  NO_MODS_LOADED: 'All jars lie in folders of mods/ that the modloader does not read.',
  OTHER_MODLOADER: 'A kept jar is a mod for another modloader only.',
  OWN_WAY_TO_START: 'The pack has a mod that starts the server in a way of its own.',
  DUPLICATE_MOD: 'Two kept jars have the same mod.',
  SUSPICIOUS_MOD: 'A kept mod uses client classes while loading.',
  PLATFORMS_DIFFER: 'Platforms differ on whether a kept mod is for clients only.',
  CATALOGUE_NOT_ASKED: 'The catalogue did not answer in time, so client-only jars may have been kept.',
  WORLD_LEFT_OUT: 'A played world was excluded from the server pack.',
  ACCOUNT_FILES_FOUND:
    'Account files were excluded, and only uploader and operators can download the modpack.',
  SECRETS_LEFT_OUT: 'Private keys and passwords were excluded from the server pack.',
  RISKY_FILES_INCLUDED: 'includeFiles names programs, lists of rights or files with secrets.',
  REMOTE_CONTROL_ON: 'The server.properties opens a port for remote control or queries.',
  ONLINE_MODE_OFF: 'The server.properties admits players without authentication.',
  WHITELIST_WITHOUT_LIST: 'The server.properties admits listed players only, but the list was excluded.',
  SERVER_IP_EMPTIED: 'An address in server.properties was emptied.',
  SECRETS_IN_SETTINGS: 'Settings in the server pack hold a token, a password or the address of a webhook.',
  QUOTES_IN_START_ARGS: 'A start argument has a quote, which does not protect spaces.',
  AUTHORS_ARGS_LEFT_OUT: 'The author starts the modpack with arguments for Java that the run does not have.',
  WISHES_LEFT_OUT: 'Files were excluded that includeFiles matches only by wildcards, or may never include.',
  DATA_PACKS_IN_ROOT: 'Data packs lie beside mods/, where the game does not find them.',
  FILES_NOT_LINKED: 'An .mrpack holds files that are on no known host of its format.',
  FILES_LEFT_OUT: 'Remains of playing or of making the pack were excluded from the server pack.',
} as const;

export type WarningCode = keyof typeof warningCodes;

const exclusionCodes: ReadonlySet<string> = new Set<WarningCode>([
  'WORLD_LEFT_OUT',
  'ACCOUNT_FILES_FOUND',
  'SECRETS_LEFT_OUT',
  'FILES_LEFT_OUT',
  'WISHES_LEFT_OUT',
  'SERVER_IP_EMPTIED',
]);

const warningsForRunners: ReadonlySet<string> = new Set<WarningCode>([
  'RISKY_FILES_INCLUDED',
  'AUTHORS_ARGS_LEFT_OUT',
  'REMOTE_CONTROL_ON',
  'ONLINE_MODE_OFF',
  'WHITELIST_WITHOUT_LIST',
  'CATALOGUE_NOT_ASKED',
  'INSTALLER_MISSING',
  'JAVA_UPDATES_FAIL',
  'NEWER_JAVA_NEEDED',
  'JAVA_REFUSED',
]);

/** Whether a warning matters to the person who runs a server pack, before its first start. */
export function isForRunners(code: string): boolean {
  return warningsForRunners.has(code);
}

/** Whether a code reports exclusions from a server pack rather than faults. */
export function isAboutExclusion(code: string): boolean {
  return exclusionCodes.has(code);
}

/** The jar of a problem, as a path below `mods/`; null for a problem without a jar. */
export function modOf({ code, entry }: { code: string; entry: string | null }): string | null {
  if (entry === null || !entry.toLowerCase().endsWith('.jar')) return null;
  const [, below] = /(?:^|\/)mods\/(.+)$/i.exec(entry) ?? [];
  // Warnings about mods use the inventory's names, problems the archive's.
  return below ?? (Object.hasOwn(warningCodes, code) ? entry : null);
}
