/** Every reason for which the check refuses an archive, with what it means; the codes are stable. */
export const problemCodes = {
  EMPTY_FILE: 'The file has no bytes.',
  NOT_A_ZIP: 'The file is something else than a zip archive.',
  TRUNCATED_ARCHIVE:
    'The file does not end as a zip archive does: its end is missing, or something follows it.',
  AMBIGUOUS_END: 'More than one place can be taken for the end of the archive.',
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
  AMBIGUOUS_ENTRY:
    'Programs would take an entry for different ones: it has two names, two kinds or a field of its header twice.',
  CONTROL_CHARACTER: 'A name holds NUL, a line break or another control character.',
  HIDDEN_CHARACTER:
    'A name in mods/ or in the root of the pack has a character that is not seen, or that turns it around.',
  BACKSLASH_IN_NAME: 'A name holds a backslash, which Windows takes for a folder separator.',
  ABSOLUTE_PATH: 'A name begins with a slash.',
  DRIVE_LETTER: 'A part of a name begins with a drive letter such as C:.',
  PATH_TRAVERSAL: 'A part of a name is .. or what Windows takes for it.',
  EMPTY_SEGMENT: 'A name has an empty part or a single dot between slashes.',
  DEVICE_NAME: 'A part of a name is the name of a Windows device.',
  NAME_COLLISION: 'Two names are the same file on some systems, or one file is also a folder.',
  LINK_ENTRY: 'An entry in mods/ is a symbolic link.',
  SPECIAL_FILE: 'An entry is a device, a pipe or a socket.',
  FOLDER_WITH_DATA: 'A folder entry has contents.',
  ENCRYPTED_ENTRY: 'An entry is encrypted.',
  UNSUPPORTED_COMPRESSION: 'An entry is compressed with something else than deflate.',
  ENTRY_OUT_OF_BOUNDS: 'An entry lies outside the part of the file that holds entries.',
  OVERLAPPING_ENTRIES: 'Two entries share bytes of the archive.',
  LOCAL_HEADER_MISMATCH: 'The header in front of an entry contradicts the central directory.',
  CORRUPT_DATA: 'The compressed data of an entry cannot be read.',
  SIZE_MISMATCH: 'An entry is not of the size that the central directory states.',
  CRC_MISMATCH: 'The contents of an entry do not match their checksum.',
  NO_MODS: 'No jar lies in the mods folder of the pack.',
  ARCHIVE_IN_ARCHIVE: 'The archive holds nothing but another archive, which could not be taken in its stead.',
  TOO_MANY_MODS: 'The pack has more jars in mods/ than the limit, or jars of longer names than can be kept.',
  MODS_ARE_NO_JARS:
    'Most jars in the mods folder are none, but empty, web pages, pointers of Git LFS or something else.',
  MODS_NOT_INCLUDED: 'The pack only names its mods and leaves fetching them to a launcher.',
} as const;

export type ProblemCode = keyof typeof problemCodes;

/** Codes of warnings, which refuse nothing; they are stable. */
export const warningCodes = {
  MANIFEST_TOO_LARGE: 'A marker file of a launcher is larger than the limit and was not read.',
  MANIFEST_UNREADABLE: 'A marker file of a launcher is not the JSON that launchers write.',
  INDEX_DIFFERS:
    'The index of a packwiz pack names files that are not there, or that are others by their hashes.',
  MANIFEST_TOO_LONG: 'A marker file of a launcher names more mods than are looked for.',
  NAMES_DECODED:
    'Names in the archive are in another encoding than UTF-8, or have backslashes between folders; it is told how they were read.',
  ENTRY_LEFT_OUT:
    'Entries stay out that are symbolic links, or whose names have characters that are not seen.',
  SAME_BUT_CASE: 'Names differ in nothing but the case of letters, and are one file on some systems.',
  GAME_VERSION_DIFFERS: "The run configuration has another game version than the launcher's manifest.",
  MODLOADER_DIFFERS: "The run configuration has another modloader than the launcher's manifest.",
  MODLOADER_VERSION_DIFFERS:
    "The run configuration has another modloader version than the launcher's manifest.",
  MODLOADER_VERSION_CUT: 'The version of the modloader was given together with that of the game.',
  NOT_A_JAR: 'A jar in mods/ is none, but empty, a web page, a pointer of Git LFS or something else.',
  REQUIRED_MOD_DISABLED: 'A kept mod requires one that the modloader disables on a server.',
  REQUIRED_MOD_DROPPED: 'A kept mod requires one that stays out of the server pack.',
  REQUIRED_MOD_MISSING: 'A kept mod requires one that is nowhere in the pack.',
  GAME_VERSION: 'A kept mod needs another version of the game than that of the run configuration.',
  LOADER_TOO_OLD: 'A kept mod needs a newer version of the modloader than that of the run configuration.',
  MODS_CONFLICT: 'A kept mod is said not to work beside another kept one in its version.',
  LANGUAGE_PROVIDER_MISSING: 'A kept mod is written for a language provider that no kept jar has.',
  NO_MODS_LOADED: 'All jars lie in folders of mods/ that the modloader does not look into.',
  OTHER_MODLOADER: 'A kept jar is a mod for another modloader only.',
  OWN_WAY_TO_START: 'The pack has a mod with which a server starts in another way than the modloader itself.',
  DUPLICATE_MOD: 'Two kept jars have the same mod.',
  SUSPICIOUS_MOD: 'A kept mod reaches for classes of the client as it is loaded.',
  PLATFORMS_DIFFER: 'A kept mod is for clients alone says one platform, and for servers says another.',
  CATALOGUE_NOT_ASKED:
    'The catalogue that tells which mods are for clients alone did not answer in time, and decided nothing.',
  WORLD_LEFT_OUT: 'A world that was played stays out of the server pack.',
  ACCOUNT_FILES_FOUND:
    'Files of accounts stay out of every server pack, and the modpack itself is for its uploader and operators.',
  SECRETS_LEFT_OUT: 'Private keys and passwords stay out of the server pack.',
  RISKY_FILES_INCLUDED:
    'Programs, lists of rights or files with secrets are included, since includeFiles names them.',
  REMOTE_CONTROL_ON:
    'The server.properties opens a port by which the server can be controlled, or asked who plays.',
  QUOTES_IN_START_ARGS: 'A start argument has a quote in it, which keeps no blanks together.',
  WISHES_LEFT_OUT:
    'What includeFiles means without naming it, or may never mean, stays out of the server pack.',
  DATA_PACKS_IN_ROOT: 'Data packs lie beside mods/, where the game does not look for them.',
  FILES_NOT_LINKED:
    'An .mrpack holds files that no host of its format is known to have, so their licences count where it is published.',
  FILES_LEFT_OUT: 'What is left over from playing or from making the pack stays out of the server pack.',
} as const;

export type WarningCode = keyof typeof warningCodes;

const leftOutCodes: ReadonlySet<string> = new Set<WarningCode>([
  'WORLD_LEFT_OUT',
  'ACCOUNT_FILES_FOUND',
  'SECRETS_LEFT_OUT',
  'FILES_LEFT_OUT',
  'WISHES_LEFT_OUT',
]);

const warningsForRunners: ReadonlySet<string> = new Set<WarningCode>([
  'RISKY_FILES_INCLUDED',
  'REMOTE_CONTROL_ON',
  'CATALOGUE_NOT_ASKED',
]);

/** True for warnings that matter to the person who runs a server pack, before its first start. */
export function isForRunners(code: string): boolean {
  return warningsForRunners.has(code);
}

/** Whether a code tells of what stays out of a server pack, and not of something wrong. */
export function tellsOfLeftOut(code: string): boolean {
  return leftOutCodes.has(code);
}

/** The jar that a problem is about, by its path below `mods/`; null when it is about none. */
export function modOf({ code, entry }: { code: string; entry: string | null }): string | null {
  if (entry === null || !entry.toLowerCase().endsWith('.jar')) return null;
  const [, below] = /(?:^|\/)mods\/(.+)$/i.exec(entry) ?? [];
  // Warnings about mods name them as the inventory does, problems as the archive does.
  return below ?? (Object.hasOwn(warningCodes, code) ? entry : null);
}
