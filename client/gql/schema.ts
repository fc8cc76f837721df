/** Files that a run waits for. */
export type AddMissingFilesInput = {
  /** The files, sent with this request, at most 10; they are known by their bytes, whatever they are called. */
  files: Array<object>;
  /** The modpack whose run waits. */
  modPack: string | number;
};

/** The log of a server, and the server pack that it runs. */
export type AnalyzeLogInput = {
  /** The log. */
  log: LogInput;
  /** The server pack, in whose jars the code is looked for that the log names. */
  serverPack?: string | number | null | undefined;
};

/** What became of a server that was tried. */
export type BootOutcome =
  /** The server ended before it was ready. */
  | 'FAILED'
  /** The start script could not install the server, or found no Java for it. */
  | 'NOT_INSTALLED'
  /** The server said that it is ready, and ended cleanly when it was told to stop. */
  | 'STARTED'
  /** The server said that it is ready, but did not end when it was told to stop. */
  | 'STARTED_NOT_STOPPED'
  /** The server pack itself does not start; without the jars of `repairs` the server was ready. */
  | 'STARTED_REPAIRED'
  /** The server began more processes and threads than it may. */
  | 'TOO_MANY_PROCESSES'
  /** The server wrote more than it may, unpacks to more, or left too little of the disk. */
  | 'TOO_MUCH_DISK'
  /** The server took more memory than it may. */
  | 'TOO_MUCH_MEMORY'
  /** The server was not ready within the time that it may take. */
  | 'TOO_SLOW';

/** What a boot does at the moment. */
export type BootPhase =
  /** The start script installs the server. */
  | 'INSTALLING'
  /** The server did not start; jars that its log blames are left out, to try again. */
  | 'REPAIRING'
  /** The server starts, without a network. */
  | 'STARTING'
  /** The server was ready and has been told to stop. */
  | 'STOPPING'
  /** The server pack is unpacked. */
  | 'UNPACKING';

/** How far a boot has come. */
export type BootState =
  /** It has an outcome. */
  | 'ENDED'
  /** The service could not bring it to an end. Try again. */
  | 'INTERRUPTED'
  /** The server is tried. */
  | 'RUNNING'
  /** It waits for its turn. */
  | 'WAITING';

/** A run that waits or is under way. */
export type CancelRunInput = {
  /** The run; it has to be given. */
  run?: string | number | null | undefined;
  /** Deprecated, use `run`: its run configuration. */
  runConfiguration?: string | number | null | undefined;
};

/** How sure the side of a mod is. */
export type Certainty =
  /** Its descriptor has a field for it, or a list of the run configuration says it. */
  | 'DECLARED'
  /** It works on a server by its descriptor, but its code reaches for the client as it is loaded; or one platform says that it is for clients only and another that servers support it. A warning tells of it. */
  | 'DOUBTFUL'
  /** It follows from other fields of its descriptor, or a platform says it. */
  | 'INFERRED'
  /** It is known of this mod from public reports, and the evidence names one. */
  | 'KNOWN'
  /** Nothing is known. */
  | 'NONE';

/** What became of a mod or a file from the first server pack to the second. */
export type Change =
  /** Only in the second. */
  | 'ADDED'
  /** Only in the first. */
  | 'REMOVED'
  /** In both with the same bytes, under another name. */
  | 'RENAMED'
  /** In both, with other bytes. Mods are known by their names, then by their ids. */
  | 'UPDATED';

/** A followed line and what changes; an absent field stays. */
export type ChangeLineFollowingInput = {
  /** The versions that are taken. */
  channel?: ReleaseChannel | null | undefined;
  /** Whether no version is looked for. */
  held?: boolean | null | undefined;
  /** The name of the line. */
  line: string;
};

/** What two server packs may be built for differently. */
export type ComparedSetting =
  /** Whether what is known of mods decides, too. */
  | 'AUTOMATIC_SIDES'
  /** Prefixes of mods to drop. */
  | 'CLIENT_MODS'
  /** Patterns of files to leave out. */
  | 'EXCLUDE_FILES'
  /** The version of the game. */
  | 'GAME_VERSION'
  /** Patterns of files to include. */
  | 'INCLUDE_FILES'
  /** Whether worlds go in. */
  | 'INCLUDE_WORLD'
  /** The Java that the game version is made for. */
  | 'JAVA_VERSION'
  /** The modloader. */
  | 'MODLOADER'
  /** Its version. */
  | 'MODLOADER_VERSION'
  /** The encoding of names in the archive that was given. */
  | 'NAME_ENCODING'
  /** SHA-256 of the icon that was given. */
  | 'SERVER_ICON'
  /** SHA-256 of the server.properties that was given. */
  | 'SERVER_PROPERTIES'
  /** JVM arguments. */
  | 'START_ARGS'
  /** Prefixes of mods to keep. */
  | 'WHITELISTED_MODS';

/** A token that is to be made. */
export type CreateTokenInput = {
  /** When it ends; absent: never. */
  expiresAt?: string | null | undefined;
  /** Whether it may vote for others, by name. */
  mayVoteForOthers?: boolean;
  /** Its name: 1 to 64 letters, digits, dots, hyphens and underscores. */
  name: string;
  /** Bytes that it may keep stored; absent: no limit. */
  quota?: number | null | undefined;
  /** What it is for. */
  role: Role;
};

/** What the ticket is for. */
export type CreateUploadTicketInput = {
  /** What the server pack is to be built for. */
  runConfiguration: RunConfigurationInput;
};

/** A modpack on CurseForge. The operator has to have a key for it. */
export type CurseForgePackInput = {
  /** The number of a file. Left out: the one whose page is given, or else the main file of the project. */
  file?: number | null | undefined;
  /** Its number, its slug, or the address of its page. */
  project: string;
};

/** Where the rows are kept. */
export type DatabaseKind =
  /** In the data folder, by the service itself. */
  | 'EMBEDDED'
  /** On a PostgreSQL server. */
  | 'POSTGRESQL';

/** The order of a list by date. */
export type DateOrder = {
  /** Which end comes first. */
  direction: OrderDirection;
  /** What to order by. */
  field: DateOrderField;
};

/** What a list that only knows dates can be ordered by. */
export type DateOrderField =
  /** When it came to be. */
  | 'DATE_CREATED';

/** A span of time. */
export type DateRange = {
  /** Its beginning; absent means since ever. */
  from?: string | null | undefined;
  /** Its end, not included; absent means until now. */
  to?: string | null | undefined;
};

/** Which rule decided about a mod; the first that fits does. */
export type DecisionReason =
  /** Its jar leaves open where it works, but Modrinth or CurseForge says that servers do not support it, and no kept mod needs it: dropped, unless automaticSides is false. */
  | 'CATALOGUE'
  /** Its jar leaves open where it works, but its classes are code of the client, and the others do no work of a server; no kept mod needs it or refers to it: dropped, unless automaticSides is false. */
  | 'CLIENT_CODE'
  /** Its fabric.mod.json is for both sides, but its entrypoints and mixins are for clients, and nothing in it is for a server; no kept mod needs it or refers to it: dropped, unless automaticSides is false. */
  | 'CLIENT_ENTRYPOINTS'
  /** A prefix in clientMods matches: dropped, whatever needs it. */
  | 'CLIENT_MODS'
  /** Its descriptor, or every class that makes it a mod, says client only, and no kept mod needs it: dropped. */
  | 'CLIENT_ONLY'
  /** A pattern in excludeFiles names it: dropped, whatever needs it. */
  | 'EXCLUDED'
  /** Its jar does not say so, but it is known as client-only, and no kept mod needs it: dropped, unless automaticSides is false. */
  | 'KNOWN_CLIENT_MOD'
  /** The index of the pack, or what a launcher noted beside the mods, says that servers do not support it, and no kept mod needs it: dropped. */
  | 'PACK_INDEX'
  /** Client-only by the pack, its descriptor, a platform or as is known, but a kept mod needs it: kept. */
  | 'REQUIRED'
  /** Its descriptor says that it works on a server: kept. */
  | 'SERVER_MOD'
  /** Its jar leaves open where it works, but making its mod comes to classes of the client, which no server has, and nothing in it is work of a server; no kept mod needs it or refers to it: dropped, unless automaticSides is false. */
  | 'STOPS_SERVER'
  /** Nothing says where it works: kept. */
  | 'UNKNOWN_SIDE'
  /** A prefix in whitelistedMods matches: kept. */
  | 'WHITELISTED';

/** A modpack that nothing is under way for. */
export type DeleteModPackInput = {
  /** The modpack. */
  modPack: string | number;
  /** What the upload was answered as `ownerSecret`; absent for who uploaded the modpack with this token or sign-in, and for operators. */
  ownerSecret?: string | null | undefined;
};

/** A server pack. */
export type DeleteServerPackInput = {
  /** The server pack. */
  serverPack: string | number;
};

/** A webhook that is to go, with its deliveries. */
export type DeleteWebhookInput = {
  /** The webhook. */
  webhook: string | number;
};

/** The stable codes of expected failures. */
export type ErrorCode =
  /** The request as a whole cannot be read. */
  | 'BAD_REQUEST'
  /** The object is not in a state in which this can be done. */
  | 'CONFLICT'
  /** The same content is stored already as a modpack. */
  | 'DUPLICATE_MOD_PACK'
  /** The same server pack exists already. */
  | 'DUPLICATE_SERVER_PACK'
  /** The uploaded file has no bytes. */
  | 'EMPTY_FILE'
  /** The given token does not allow this. */
  | 'FORBIDDEN'
  /** What is asked for was stored once and no longer is, or is in quarantine. */
  | 'GONE'
  /** A value of the request cannot be accepted; the field is named. */
  | 'INVALID_INPUT'
  /** The method is not answered here. */
  | 'METHOD_NOT_ALLOWED'
  /** The uploaded file is no zip archive, or a truncated one. */
  | 'NOT_A_ZIP'
  /** A file that the request names cannot be had; the reason is named. */
  | 'NOT_FETCHED'
  /** The object does not exist. */
  | 'NOT_FOUND'
  /** The object exists but what is asked of it does not yet. */
  | 'NOT_READY'
  /** The operation is larger or costs more than the limit. */
  | 'QUERY_TOO_COMPLEX'
  /** There is no room left. */
  | 'STORAGE_FULL'
  /** The upload is larger than the limit. */
  | 'TOO_LARGE'
  /** There were too many requests; try again later. */
  | 'TOO_MANY_REQUESTS'
  /** This needs a token. */
  | 'UNAUTHENTICATED'
  /** The service cannot answer now; try again later. */
  | 'UNAVAILABLE'
  /** The body is of a kind that is not accepted here. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** The upload broke off. */
  | 'UPLOAD_INTERRUPTED';

/** Which events are meant; an absent field means all. */
export type EventFilter = {
  /** Only events of runs whose server packs the line with this name hands out. */
  line?: string | null | undefined;
  /** Only events of this modpack. */
  modPack?: string | number | null | undefined;
  /** The same by the number that REST uses. */
  modPackDatabaseId?: number | null | undefined;
  /** Only events of the run for this run configuration. */
  runConfiguration?: string | number | null | undefined;
  /** The same by the number that REST uses. */
  runConfigurationDatabaseId?: number | null | undefined;
  /** Only events of this server pack. */
  serverPack?: string | number | null | undefined;
  /** The same by the number that REST uses. */
  serverPackDatabaseId?: number | null | undefined;
  /** Only events with one of these statuses. */
  status?: Array<Status> | null | undefined;
};

/** What an event tells, for programs. */
export type EventKind =
  /** The building failed: `errors` says why. The run has ended. */
  | 'BUILD_FAILED'
  /** The building of the server pack has begun. */
  | 'BUILD_STARTED'
  /** The server pack is built. */
  | 'BUILT'
  /** The run was cancelled and has ended. */
  | 'CANCELLED'
  /** No server pack is built: `errors` says why. The run has ended. */
  | 'CHECK_FAILED'
  /** The archive has passed its check. */
  | 'CHECK_PASSED'
  /** The check of the archive has begun. */
  | 'CHECK_STARTED'
  /** What was learnt of the modpack is stored. */
  | 'MOD_PACK_STORED'
  /** The run waits for its turn. */
  | 'QUEUED'
  /** The server pack can be downloaded. The run has ended. */
  | 'READY'
  /** The server pack has a number and is to be stored. */
  | 'STORE_QUEUED';

/** Why a file cannot be fetched. */
export type FetchProblem =
  /** The host answers with something else than the file, or breaks off again and again. */
  | 'FETCH_BROKEN'
  /** The author of a mod does not let other programs than the launcher fetch it. */
  | 'FETCH_FORBIDDEN_BY_AUTHOR'
  /** CurseForge, or a host of its files, does not take the operator's key. */
  | 'FETCH_KEY_REFUSED'
  /** A link, or what it redirects to, is not https or leads to a host that is not asked. */
  | 'FETCH_NOT_ALLOWED'
  /** The pack gives no hash that a file could be verified with. */
  | 'FETCH_NO_HASH'
  /** CurseForge is asked only with a key, and the operator has set none. */
  | 'FETCH_NO_KEY'
  /** The pack gives no link for a file. */
  | 'FETCH_NO_LINK'
  /** The operator has switched fetching off. */
  | 'FETCH_OFF'
  /** The name of a host leads to an address that is not a public one. */
  | 'FETCH_PRIVATE_ADDRESS'
  /** The host says that it does not have a file or does not give it. */
  | 'FETCH_REFUSED'
  /** A file, or all of a pack together, is larger than the limit. */
  | 'FETCH_TOO_LARGE'
  /** A file, or all of a pack together, takes longer than the limit. */
  | 'FETCH_TOO_SLOW'
  /** The platform does not know a file that the pack names. */
  | 'FETCH_UNKNOWN_FILE'
  /** A host cannot be reached. */
  | 'FETCH_UNREACHABLE'
  /** A file is another one than the pack means: its hash differs. */
  | 'FETCH_WRONG_HASH'
  /** A file is not of the size that the pack states. */
  | 'FETCH_WRONG_SIZE';

/** A modpack whose new versions are to be fetched. */
export type FollowLineInput = {
  /** The versions that are taken; absent: as before, or releases alone. */
  channel?: ReleaseChannel | null | undefined;
  /** Whether none is looked for yet; absent: as before, or not. */
  held?: boolean | null | undefined;
  /** For addresses alone: the name of a line of yours, which is made if there is none. A modpack of a platform has the line of its project. */
  line?: string | null | undefined;
  /** The modpack; a version that it names does not count. An address has to tell an ETag or a date. */
  pack: PackReferenceInput;
};

/** A modpack of FTB. */
export type FtbPackInput = {
  /** Its number, which its page has in its address. */
  modpack: number;
  /** The number or the name of a version. Left out: the newest release for the game version and the modloader of the run configuration, as far as these are given. */
  version?: string | null | undefined;
};

/** A stored modpack and what another server pack is to be built for. */
export type GenerateServerPackInput = {
  /** The modpack. */
  modPack: string | number;
  /** What the server pack is to be built for. */
  runConfiguration: RunConfigurationInput;
};

/** Where a server pack may run. */
export type HostFileKind =
  /** For Docker Compose, with the image itzg/minecraft-server; not for LegacyFabric, which that image does not know. */
  | 'COMPOSE'
  /** Lines for a shell that fetch, check and start it. */
  | 'LINUX_COMMANDS'
  /** Lines for a shell that install it by packwiz-installer; run again, they fetch what has changed. */
  | 'PACKWIZ'
  /** An egg for the panel Pelican. */
  | 'PELICAN_EGG'
  /** An egg for the panel Pterodactyl. */
  | 'PTERODACTYL_EGG'
  /** A unit for systemd that runs the unpacked server pack. */
  | 'SYSTEMD_UNIT'
  /** The same for PowerShell. */
  | 'WINDOWS_COMMANDS';

/** A modpack that is fetched, and what its first server pack is to be built for. */
export type ImportModPackInput = {
  /** For links alone, since a modpack of a platform is a version of the line of its project. The name of the line that this is a version of: small letters, digits and hyphens. The first version makes the line, which belongs to the token or subject of the request; wishes that the run configuration does not say are those of the line. */
  line?: string | null | undefined;
  /** The modpack. */
  pack: PackReferenceInput;
  /** What the server pack is to be built for. Left out: as the pack itself says. */
  runConfiguration?: RunConfigurationInput;
};

/** Why files of a modpack stay out of a server pack. */
export type LeftOutReason =
  /** It says who has rights on a server, or agrees to the EULA, and is not named itself. */
  | 'ADMIN'
  /** It is a backup of worlds. */
  | 'BACKUP'
  /** Only the system that made the archive needs it. */
  | 'BY_PRODUCT'
  /** It is a cache that is made again when needed. */
  | 'CACHE'
  /** Its folder is of no use to a server. */
  | 'CLIENT'
  /** excludeFiles names it. */
  | 'EXCLUDED'
  /** It is the game itself, which may not be passed on. */
  | 'GAME_JAR'
  /** It is a map, or marks on one, that somebody has made while playing. */
  | 'MAP'
  /** A wildcard means more files than are looked at for private keys and programs. */
  | 'NOT_LOOKED_AT'
  /** It is a copy that was set aside, by the end of its name. */
  | 'OLD_COPY'
  /** It is a program beside the start scripts, and is not named itself. */
  | 'PROGRAM'
  /** It belongs to a tool with which the pack was made, or to its launcher. */
  | 'PROJECT'
  /** It lies beside the folders, where launchers and players keep theirs. */
  | 'ROOT_FILE'
  /** The start scripts write it, and read or run what is in it. */
  | 'SCRIPTS'
  /** It may hold accounts or passwords. */
  | 'SECRET'
  /** It belongs to a world that somebody has played. */
  | 'WORLD';

/** What happened to a version of a line. */
export type LineNewsKind =
  /** Its platform offers it again. */
  | 'OFFERED_AGAIN'
  /** Its platform offers it no more. */
  | 'WITHDRAWN';

/** What helps. */
export type LogActKind =
  /** Add the mod `modId`, of `version` where one is told. */
  | 'ADD_MOD'
  /** Delete the first of `files`; the server makes it anew, or it has to be fetched again. */
  | 'DELETE_FILE'
  /** Build the server pack without the first suspect. */
  | 'DROP_MOD'
  /** Keep one of `files` and remove the others. */
  | 'KEEP_ONE_OF'
  /** Give the server more memory by -Xmx. */
  | 'MORE_MEMORY'
  /** Start with Java `java`. */
  | 'USE_JAVA';

/** Why a server did not start or stopped, in the order in which causes matter. */
export type LogCause =
  /** A configuration file cannot be read. */
  | 'BROKEN_CONFIG'
  /** A data pack cannot be loaded. */
  | 'BROKEN_DATAPACK'
  /** A jar is damaged or no jar at all. */
  | 'BROKEN_JAR'
  /** The world cannot be read, or was saved by a newer game. */
  | 'BROKEN_WORLD'
  /** A mod needs parts of the game that only clients have. */
  | 'CLIENT_ONLY_MOD'
  /** A mod calls code that is not there, mostly since versions do not fit. */
  | 'CODE_MISSING'
  /** A mod is there more than once. */
  | 'DUPLICATE_MOD'
  /** The game's EULA has not been accepted. */
  | 'EULA_NOT_ACCEPTED'
  /** A mod that another one needs is missing, or has a version that does not fit. */
  | 'MISSING_MOD'
  /** A mod could not change the code of the game or of another mod, mostly since versions do not fit. */
  | 'MIXIN_FAILED'
  /** A mod failed while the server started or ran. */
  | 'MOD_FAILED'
  /** The server software is not there or was not installed whole. */
  | 'NOT_INSTALLED'
  /** The server may not write to a file of its own folder. */
  | 'NO_RIGHTS'
  /** The disk is full. */
  | 'NO_ROOM'
  /** The server had too little memory. */
  | 'OUT_OF_MEMORY'
  /** Another program uses the server's port. */
  | 'PORT_IN_USE'
  /** One tick took so long that the watchdog stopped the server. */
  | 'TOO_SLOW'
  /** Another server has the same world open. */
  | 'WORLD_IN_USE'
  /** The Java that was used is too old, too new, or does not know an option. */
  | 'WRONG_JAVA'
  /** A mod is for another modloader or another version of the game. */
  | 'WRONG_LOADER';

/** The log of a server. */
export type LogInput =
  {   /** The file, at most 52428800 bytes, also when it is unpacked if it is a .log.gz; counts as an upload. */
  file: object; text?: never; url?: never; }
  |  { file?: never;   /** Its text, as far as the body of a request may have it. */
  text: string; url?: never; }
  |  { file?: never; text?: never;   /** The address of a log on mclo.gs, such as https://mclo.gs/AbC1234. The service fetches it, at most 52428800 bytes; counts as an upload. */
  url: string; };

/** The launchers whose marker files are read. */
export type ManifestKind =
  /** instance.json of ATLauncher. */
  | 'ATLAUNCHER'
  /** manifest.json of a CurseForge export. */
  | 'CURSEFORGE_EXPORT'
  /** minecraftinstance.json of a CurseForge instance. */
  | 'CURSEFORGE_INSTANCE'
  /** ftb-modpack.json: what FTB tells of a version of a modpack. */
  | 'FTB'
  /** instance.json of the FTB App. */
  | 'FTB_APP'
  /** instance.json of the new GDLauncher. */
  | 'GDLAUNCHER'
  /** config.json of the old GDLauncher. */
  | 'GDLAUNCHER_LEGACY'
  /** mcbbs.packmeta of HMCL, PCL and their kin. */
  | 'MCBBS'
  /** modrinth.index.json of a Modrinth pack. */
  | 'MODRINTH'
  /** profile.json of the Modrinth App. */
  | 'MODRINTH_APP'
  /** mmc-pack.json, or an old instance.cfg, of MultiMC and its kin. */
  | 'MULTIMC'
  /** pack.toml of packwiz. */
  | 'PACKWIZ';

/** Which decisions are meant; an absent field means all. */
export type ModDecisionFilter = {
  /** Only those that are so sure. */
  certainty?: Array<Certainty> | null | undefined;
  /** Only those about jars whose path has this part, in any case; at most 200 characters. */
  fileContains?: string | null | undefined;
  /** Only the mods that are kept, or only those that are dropped. */
  kept?: boolean | null | undefined;
  /** Only those by one of these rules. */
  reason?: Array<DecisionReason> | null | undefined;
};

/** The archive of a modpack. */
export type ModPackArchiveInput =
  {   /** A zip or an .mrpack, sent with this request. */
  file: object; upload?: never; }
  |  { file?: never;   /** A finished upload, sent to /uploads before: the last segment of its address. What is wrong with the run configuration leaves it there for another try. */
  upload: string | number; };

/** Which modpacks are meant; an absent field means all. */
export type ModPackFilter = {
  /** When it was uploaded. */
  dateCreated?: DateRange | null | undefined;
  /** Only those that something was asked for with exactly this game version. */
  gameVersion?: string | null | undefined;
  /** Only those that something was asked for with this modloader. */
  modloader?: Modloader | null | undefined;
  /** Words of the title or the file name, or parts of them, in their order and in any case. */
  nameContains?: string | null | undefined;
  /** True: only those in quarantine, for operators the hidden ones, too; false: only others. */
  quarantined?: boolean | null | undefined;
  /** Only the one with this content, in hexadecimal. */
  sha256?: string | null | undefined;
  /** Only those in one of these states. */
  status?: Array<Status> | null | undefined;
};

/** The order of a list of modpacks. */
export type ModPackOrder = {
  /** Which end comes first. */
  direction: OrderDirection;
  /** What to order by. */
  field: ModPackOrderField;
};

/** What modpacks can be ordered by. */
export type ModPackOrderField =
  /** When it was uploaded. */
  | 'DATE_CREATED'
  /** How often its server packs were downloaded, all together. */
  | 'DOWNLOADS'
  /** Its file name, in any case. */
  | 'NAME'
  /** Bytes. */
  | 'SIZE'
  /** Its title, in any case. */
  | 'TITLE'
  /** By votes that its server packs work, minus those that they fail. */
  | 'VOTES';

/** Where a modpack came from. */
export type ModPackSource =
  /** Fetched from CurseForge; projectID and versionID are its own numbers. */
  | 'CURSEFORGE'
  /** Fetched from FTB; projectID and versionID are its own numbers. */
  | 'FTB'
  /** Fetched from a link. */
  | 'LINK'
  /** Fetched from Modrinth; projectID and versionID are its own ids. */
  | 'MODRINTH'
  /** Uploaded as a zip or an .mrpack. */
  | 'ZIP';

/** The programs that load mods into the game. */
export type Modloader =
  /** Fabric. */
  | 'FABRIC'
  /** Forge. */
  | 'FORGE'
  /** LegacyFabric. */
  | 'LEGACYFABRIC'
  /** NeoForge. */
  | 'NEOFORGE'
  /** Quilt. */
  | 'QUILT';

/** A modpack on Modrinth. */
export type ModrinthPackInput = {
  /** Its id, its slug, or the address of its page. */
  project: string;
  /** The id or the number of a version. Left out: the one whose page is given, or else the newest for the game version and the modloader of the run configuration, as far as these are given. */
  version?: string | null | undefined;
};

/** The encodings in which names in an archive may be that are not UTF-8. */
export type NameEncoding =
  /** Traditional Chinese, code page 950. */
  | 'BIG5'
  /** That of the zip format itself, of DOS. */
  | 'CP437'
  /** Korean, code page 949. */
  | 'EUC_KR'
  /** Simplified Chinese, code page 936. */
  | 'GBK'
  /** Cyrillic, of DOS. */
  | 'IBM866'
  /** Japanese, code page 932. */
  | 'SHIFT_JIS'
  /** Cyrillic, of Windows. */
  | 'WINDOWS_1251'
  /** Western European, of Windows. */
  | 'WINDOWS_1252';

/** Which end of an order comes first. */
export type OrderDirection =
  /** The smallest, oldest or alphabetically first. */
  | 'ASC'
  /** The largest, newest or alphabetically last. */
  | 'DESC';

/** What somebody has to do who runs the first server pack and takes the second. */
export type OwnerActKind =
  /** Back the world up, which the newer game converts. */
  | 'BACK_UP_WORLD'
  /** Take a world of the older game, which cannot load one of the newer. */
  | 'KEEP_OLD_WORLD'
  /** Back the world up, since `mod` is gone, which has blocks, terrain or dimensions that it may hold. */
  | 'MOD_IN_WORLD'
  /** Back the world up, since the modloader is another one. */
  | 'OTHER_MODLOADER'
  /** Install the Java `java`. */
  | 'USE_JAVA';

/** Where a modpack is published. */
export type PackReferenceInput =
  {   /** On CurseForge. */
  curseForge: CurseForgePackInput; ftb?: never; modrinth?: never; url?: never; }
  |  { curseForge?: never;   /** At FTB. */
  ftb: FtbPackInput; modrinth?: never; url?: never; }
  |  { curseForge?: never; ftb?: never;   /** On Modrinth. */
  modrinth: ModrinthPackInput; url?: never; }
  |  { curseForge?: never; ftb?: never; modrinth?: never;   /** An https address: of a zip, .mrpack or the `pack.toml` of a packwiz pack on a host that the operator allows, of a page of Modrinth, CurseForge or FTB, which stands for what is published there, or of a repository on GitHub, GitLab or Codeberg, or of a folder or `pack.toml` in it, whose archive holds a packwiz pack. Or `ftb:` with the number of a modpack of FTB, and `/` and that of a version. */
  url: string; };

/** What a caller may do. */
export type Permission =
  /** Delete, cancel and try again. */
  | 'OPERATE'
  /** Upload and generate. */
  | 'PUBLISH'
  /** Read, follow and download. */
  | 'READ'
  /** Vote for itself. */
  | 'VOTE'
  /** Vote for others, by name. */
  | 'VOTE_FOR_OTHERS';

/** A line and the version that it is to hand out. */
export type PinLineInput = {
  /** The name of the line. */
  line: string;
  /** The version; absent: again the newest that is not withdrawn. */
  modPack?: string | number | null | undefined;
};

/** How a platform answers. */
export type PlatformState =
  /** It answered when it was asked last. */
  | 'ANSWERS'
  /** It could not be reached, or not in time. This passes by itself. */
  | 'AWAY'
  /** It does not take the key. An operator has to mend that. */
  | 'KEY_REFUSED'
  /** This node has not asked it since its start. */
  | 'NOT_ASKED'
  /** Its answers are of an unknown form, for which the service has to be mended. */
  | 'NO_SENSE'
  /** The settings keep it from being asked. */
  | 'OFF';

/** What is being worked on. */
export type ProgressPhase =
  /** The archive is read. */
  | 'CHECKING'
  /** The files are fetched that the pack only names; entries are these files. */
  | 'FETCHING'
  /** The server pack is written. */
  | 'GENERATING';

/** A receiver of events. */
export type RegisterWebhookInput = {
  /** What to post. */
  format?: WebhookFormat;
  /** Of which events it is to be told, by their status. */
  statuses?: Array<Status>;
  /** Where to post: https, at a public address. */
  url: string;
};

/** How finished a version has to be, by its author. */
export type ReleaseChannel =
  /** All versions. */
  | 'ALPHA'
  /** Releases and betas. */
  | 'BETA'
  /** Releases alone. */
  | 'RELEASE';

/** A delivery that has ended. */
export type ResendWebhookDeliveryInput = {
  /** The delivery. */
  delivery: string | number;
};

/** A modpack whose last run failed. */
export type RetryModPackInput = {
  /** The modpack. */
  modPack: string | number;
};

/** A run that failed or was cancelled. */
export type RetryRunInput = {
  /** The run. */
  run: string | number;
};

/** A token that is to be revoked. */
export type RevokeTokenInput = {
  /** The token. */
  token: string | number;
};

/** What a token is for; each role may do what the ones before it may. */
export type Role =
  /** Deletes, cancels and tries again too. */
  | 'OPERATOR'
  /** Uploads, generates and votes too. */
  | 'PUBLISHER'
  /** Reads and downloads. */
  | 'READER';

/** A webhook that is to get another secret. */
export type RotateWebhookSecretInput = {
  /** The webhook. */
  webhook: string | number;
};

/** What a server pack is to be built for. Versions that are left out are those of the launcher manifest in the pack; INVALID_INPUT names those that it does not say. */
export type RunConfigurationInput = {
  /** Whether mods that Modrinth, CurseForge or public reports know as client-only although their jar does not say so are dropped, too, and those kept that a server uses although their descriptor looks client-only. With false only the two lists, the pack and its jars decide. */
  automaticSides?: boolean;
  /** Case-sensitive file name prefixes of mods to drop, whatever needs them. Empty ones are ignored. */
  clientMods?: Array<string>;
  /** Patterns of files to leave out, mods among them. Exclusions win over inclusions. */
  excludeFiles?: Array<string>;
  /** What the server pack is to be as a file. Decisions and previews are the same for all. */
  format?: ServerPackFormat;
  /** Dotted numbers, such as 1.20.1 or 26.1. Left out: as the pack itself says. */
  gameVersion?: string | null | undefined;
  /** Patterns of files to include although they would stay out, by their path below the folder that holds mods/: * stands for anything but a slash, ** for any folders, ? for one character; a folder stands for all that is in it. Without regard to case. Worlds, maps, accounts and backups only come in by a pattern without wildcards. Mods are for whitelistedMods. */
  includeFiles?: Array<string>;
  /** Whether worlds go in: world/ and other folders with a level.dat, but not saves/, which includeFiles can name. */
  includeWorld?: boolean;
  /** The modloader. Left out: as the pack itself says. */
  modloader?: Modloader | null | undefined;
  /** The version of the modloader, such as 47.2.0. Left out: as the pack itself says, if it is for this modloader. */
  modloaderVersion?: string | null | undefined;
  /** In which encoding names in the archive are that are not UTF-8. Left out: the likeliest, which a warning tells. */
  nameEncoding?: NameEncoding | null | undefined;
  /** A PNG of 64 by 64 pixels in base64, or as a data address. Left out: that of the pack, scaled, or a default. */
  serverIcon?: string | null | undefined;
  /** The text of server.properties, which everybody who may download the server pack can read. Left out: that of the pack, or a default. */
  serverProperties?: string | null | undefined;
  /** JVM arguments, one an element. */
  startArgs?: Array<string>;
  /** Case-sensitive file name prefixes of mods to keep whatever else is said. Empty ones are ignored. */
  whitelistedMods?: Array<string>;
};

/** Which runs are meant; an absent field means all. */
export type RunFilter = {
  /** When it was asked for. */
  dateCreated?: DateRange | null | undefined;
  /** Only those for exactly this game version. */
  gameVersion?: string | null | undefined;
  /** Only those of this modpack. */
  modPack?: string | number | null | undefined;
  /** Only those for this modloader. */
  modloader?: Modloader | null | undefined;
  /** Only those with one of these statuses. */
  status?: Array<Status> | null | undefined;
};

/** How a run has ended. */
export type RunOutcome =
  /** It was cancelled. */
  | 'CANCELLED'
  /** `errors` says why there is no server pack. */
  | 'FAILED'
  /** It has built a server pack. */
  | 'SUCCEEDED';

/** Which server packs are meant; an absent field means all. */
export type ServerPackFilter = {
  /** When it was generated. */
  dateCreated?: DateRange | null | undefined;
  /** Only those of this format. */
  format?: ServerPackFormat | null | undefined;
  /** Only those for exactly this game version. */
  gameVersion?: string | null | undefined;
  /** Only those of this modpack. */
  modPack?: string | number | null | undefined;
  /** The same by the number that REST uses. */
  modPackDatabaseId?: number | null | undefined;
  /** Only those for this modloader. */
  modloader?: Modloader | null | undefined;
  /** Words of the modpack's title or file name, or parts of them, in their order and in any case. */
  nameContains?: string | null | undefined;
  /** True: only those whose newest boot showed that they start; false: only others. */
  started?: boolean | null | undefined;
};

/** What a server pack is as a file. */
export type ServerPackFormat =
  /** An .mrpack for servers and clients, from which programs for Modrinth packs install: it tells which mods a server takes, and names files that Modrinth or another host of the format has. */
  | 'MRPACK'
  /** A zip of all files, which starts by its scripts. */
  | 'ZIP';

/** The order of a list of server packs. */
export type ServerPackOrder = {
  /** Which end comes first. */
  direction: OrderDirection;
  /** What to order by. */
  field: ServerPackOrderField;
};

/** What server packs can be ordered by. */
export type ServerPackOrderField =
  /** When it was generated. */
  | 'DATE_CREATED'
  /** How often it was downloaded. */
  | 'DOWNLOADS'
  /** Bytes. */
  | 'SIZE'
  /** By votes that it works, minus those that it fails. */
  | 'VOTES';

/** From where a setting has its value. */
export type SettingSource =
  /** It is not set, so its default holds. */
  | 'DEFAULT'
  /** The environment of the process has it. */
  | 'ENVIRONMENT'
  /** The file that is read at the start has it, such as .env. */
  | 'FILE';

/** Where a mod works. */
export type Side =
  /** On both. */
  | 'BOTH'
  /** Only with a screen attached. */
  | 'CLIENT'
  /** Only on a server. */
  | 'SERVER'
  /** Nothing says where. */
  | 'UNKNOWN';

/** The states of a modpack, and the statuses of events. */
export type Status =
  /** The archive has passed its check. */
  | 'CHECKED'
  /** The archive is being checked. */
  | 'CHECKING'
  /** The run has failed. */
  | 'ERROR'
  /** A server pack has been built. */
  | 'GENERATED'
  /** A server pack is being built. */
  | 'GENERATING'
  /** A run waits for its turn. */
  | 'QUEUED';

/** A webhook that is to be tried. */
export type TestWebhookInput = {
  /** The webhook. */
  webhook: string | number;
};

/** A followed line. */
export type UnfollowLineInput = {
  /** The name of the line. */
  line: string;
};

/** A modpack, and what its uploader says anew of it. An absent field stays. */
export type UpdateModPackInput = {
  /** Whether it is left out of lists and searches, with its server packs. Whoever has its address or number still finds it. */
  hidden?: boolean | null | undefined;
  /** The modpack. */
  modPack: string | number;
  /** Its new name, at most 200 bytes. The ending of its file stays: `Sky.zip` named `Sea` is `Sea.zip`. */
  name?: string | null | undefined;
  /** What the upload was answered as `ownerSecret`; absent for who uploaded the modpack with this token or sign-in, and for operators. */
  ownerSecret?: string | null | undefined;
};

/** What changes of a webhook; an absent field stays. */
export type UpdateWebhookInput = {
  /** Whether it is told of events. Off, what waits is given up; on again, it is told of what comes from then on. */
  enabled?: boolean | null | undefined;
  /** What to post; what waits stays as it is. */
  format?: WebhookFormat | null | undefined;
  /** Of which events it is to be told. */
  statuses?: Array<Status> | null | undefined;
  /** Where to post. What waits goes there too. */
  url?: string | null | undefined;
  /** The webhook. */
  webhook: string | number;
};

/** A modpack and what its first server pack is to be built for. */
export type UploadModPackInput = {
  /** The archive. */
  archive?: ModPackArchiveInput | null | undefined;
  /** Deprecated, use `archive`: the archive, sent with this request. */
  file?: object | null | undefined;
  /** The name of the line that this is a version of: small letters, digits and hyphens. The first version makes the line, which belongs to the token or subject of the request; wishes that the run configuration does not say are those of the line. */
  line?: string | null | undefined;
  /** What the server pack is to be built for. */
  runConfiguration: RunConfigurationInput;
  /** Deprecated, use `archive`: the archive as a finished upload. */
  upload?: string | number | null | undefined;
};

/** Whether a server pack works. */
export type Vote =
  /** It does not. */
  | 'DOWN'
  /** It works. */
  | 'UP';

/** A vote on a server pack. */
export type VoteServerPackInput = {
  /** The server pack. */
  serverPack: string | number;
  /** The vote. */
  vote: Vote;
  /** Who votes, by a name that the caller vouches for, such as discord:1234; needs a token with the right to vote for others. A voter has one vote on each server pack: a later one takes the place of the earlier. */
  voter?: string | null | undefined;
};

/** What a run can wait for beside its turn. */
export type WaitingFor =
  /** People have to bring files of the pack, since their authors forbid other programs to fetch them: see `addMissingFiles`. */
  | 'FILES'
  /** The disk is full, or the server that keeps the files is away: there is no room for the server pack. */
  | 'ROOM'
  /** The malware scanner is away. */
  | 'SCANNER';

/** Which deliveries are meant; an absent field means all. */
export type WebhookDeliveryFilter = {
  /** Only the one with this number. */
  databaseId?: number | null | undefined;
  /** Only those in one of these states. */
  state?: Array<WebhookDeliveryState> | null | undefined;
  /** Only those of this webhook. */
  webhook?: string | number | null | undefined;
  /** The same by its number. */
  webhookDatabaseId?: number | null | undefined;
};

/** What has become of a delivery. */
export type WebhookDeliveryState =
  /** The receiver has taken it. */
  | 'DELIVERED'
  /** It was tried as often as it may be, or its webhook was switched off. */
  | 'FAILED'
  /** It is being tried, or will be tried again. */
  | 'PENDING';

/** What is posted to a webhook. */
export type WebhookFormat =
  /** A message for the webhook of a Discord channel. */
  | 'DISCORD'
  /** JSON as docs/webhooks.md has it, signed by the Standard Webhooks scheme. */
  | 'STANDARD';
