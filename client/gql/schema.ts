/** Files that a run waits for. */
export type AddMissingFilesInput = {
  /** At most 10, sent with this request and matched by their bytes. */
  files: Array<object>;
  /** The modpack whose run waits. */
  modPack: string | number;
};

/** A jar for runs to add. */
export type AddModFileInput = {
  /** The jar, sent with this request. */
  file: object;
};

/** The log of a server, and the server pack that the server runs. */
export type AnalyzeLogInput = {
  /** The log. */
  log: LogInput;
  /** The server pack in whose jars to find the code that the log names. */
  serverPack?: string | number | null | undefined;
};

/** What has become of a backup. */
export type BackupState =
  /** There is no such backup; the reason is given. */
  | 'FAILED'
  /** The backup is being made. */
  | 'RUNNING'
  /** The backup was whole when it had been made. */
  | 'WHOLE';

/** How the trial of a server ended. */
export type BootOutcome =
  /** The server ended before it was ready. */
  | 'FAILED'
  /** The start script could not install the server, or found no Java for it. */
  | 'NOT_INSTALLED'
  /** The server reported that it was ready, and stopped cleanly on command. */
  | 'STARTED'
  /** The server reported that it was ready, but did not stop on command. */
  | 'STARTED_NOT_STOPPED'
  /** The server pack itself does not start; without the jars of `repairs` the server was ready. */
  | 'STARTED_REPAIRED'
  /** The server started more processes and threads than the limit. */
  | 'TOO_MANY_PROCESSES'
  /** The server wrote more bytes or files than the limits, unpacks to more, or left too little of the disk. */
  | 'TOO_MUCH_DISK'
  /** The server took more memory than the limit, or the machine had too little left. */
  | 'TOO_MUCH_MEMORY'
  /** The server was not ready within the time limit. */
  | 'TOO_SLOW';

/** How far a boot has come. */
export type BootState =
  /** The boot has an outcome. */
  | 'ENDED'
  /** The start script installs the server. */
  | 'INSTALLING'
  /** The service could not finish the boot. Try again. */
  | 'INTERRUPTED'
  /** The server did not start; jars that its log blames are excluded for the next try. */
  | 'REPAIRING'
  /** The server starts, without a network. */
  | 'STARTING'
  /** The server was ready and is being stopped. */
  | 'STOPPING'
  /** The server pack is being unpacked. */
  | 'UNPACKING'
  /** The boot waits in the queue. */
  | 'WAITING';

/** How certain the side of a mod is. */
export type Certainty =
  /** The mod's descriptor, or the run configuration, states it. */
  | 'DECLARED'
  /** Sources contradict each other; a warning says so. */
  | 'DOUBTFUL'
  /** It follows from other fields of the descriptor, or a platform states it. */
  | 'INFERRED'
  /** Public reports show it; the evidence names one. */
  | 'KNOWN'
  /** Nothing is known about the side. */
  | 'NONE';

/** What happened to a mod or a file between the first server pack and the second. */
export type Change =
  /** Only in the second. */
  | 'ADDED'
  /** Only in the first. */
  | 'REMOVED'
  /** In both with the same bytes, under another name. */
  | 'RENAMED'
  /** In both, with other bytes. */
  | 'UPDATED';

/** A token to create. */
export type CreateTokenInput = {
  /** When the token expires; absent: never. */
  expiresAt?: string | null | undefined;
  /** Whether the token may vote for others, by name. */
  mayVoteForOthers?: boolean;
  /** The name: 1 to 64 letters, digits, dots, hyphens and underscores. */
  name: string;
  /** Bytes that the token may keep stored; absent: no limit. */
  quota?: number | null | undefined;
  /** The role of the token. */
  role: Role;
};

/** The values of the ticket. */
export type CreateUploadTicketInput = {
  /** The run configuration of the server pack. */
  runConfiguration: RunConfigurationInput;
};

/** A receiver of events. */
export type CreateWebhookInput = {
  /** The format of the messages. */
  format?: WebhookFormat;
  /** The statuses of the events to post. */
  statuses?: Array<Status>;
  /** The address to post to: https, at a public address. */
  url: string;
};

/** Where the rows are stored. */
export type DatabaseKind =
  /** In the data folder, by the service itself. */
  | 'EMBEDDED'
  /** On a PostgreSQL server. */
  | 'POSTGRESQL';

/** The order of a list by date of creation. */
export type DateOrder =
  /** The oldest first. */
  | 'CREATED_AT_ASC'
  /** The newest first. */
  | 'CREATED_AT_DESC';

/** A span of time. */
export type DateRange = {
  /** The beginning; absent means from the start. */
  from?: string | null | undefined;
  /** The end, not included; absent means until now. */
  to?: string | null | undefined;
};

/** The rule that decided about a mod, the first one that fits. Only CLIENT_MODS, EXCLUDED and DROP_LIST drop a mod that a kept mod needs. */
export type DecisionReason =
  /** `addedMods` names it, or a mod that is added needs it. Dropped where the pack has the mod itself, or `clientMods` or `excludeFiles` of the run names the jar. */
  | 'ADDED'
  /** Dropped unless automaticSides is false: Modrinth or CurseForge says client only. */
  | 'CATALOGUE'
  /** Dropped unless automaticSides is false: its classes are client code only. */
  | 'CLIENT_CODE'
  /** Dropped unless automaticSides is false: its entrypoints and mixins are for clients only. */
  | 'CLIENT_ENTRYPOINTS'
  /** Dropped: a prefix in `clientMods` matches. */
  | 'CLIENT_MODS'
  /** Dropped: the jar says client only. */
  | 'CLIENT_ONLY'
  /** A drop list drops or keeps it; the evidence names the list. */
  | 'DROP_LIST'
  /** Dropped: a pattern in `excludeFiles` matches. */
  | 'EXCLUDED'
  /** Dropped unless automaticSides is false: it is known as client-only. */
  | 'KNOWN_CLIENT_MOD'
  /** Dropped: the pack's index or a launcher's file says client only. */
  | 'PACK_INDEX'
  /** Kept: it is client-only, but a kept mod needs it. */
  | 'REQUIRED'
  /** Kept: the descriptor says that it works on a server. */
  | 'SERVER_MOD'
  /** Dropped unless automaticSides is false: its start loads client classes. */
  | 'STOPS_SERVER'
  /** Kept: nothing says where it works. */
  | 'UNKNOWN_SIDE'
  /** Kept: a prefix in `whitelistedMods` matches. */
  | 'WHITELISTED';

/** A modpack that no run is waiting or working for. */
export type DeleteModPackInput = {
  /** The modpack. */
  modPack: string | number;
  /** The `ownerSecret` of the upload; not needed by the token or sign-in that uploaded the modpack, nor by operators. */
  ownerSecret?: string | null | undefined;
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
  /** The given token does not allow the request. */
  | 'FORBIDDEN'
  /** The content was stored once and no longer is, or it is in quarantine. */
  | 'GONE'
  /** A value of the request cannot be accepted; the field is named. */
  | 'INVALID_INPUT'
  /** The method is not answered here. */
  | 'METHOD_NOT_ALLOWED'
  /** The uploaded file is no zip archive, or a truncated one. */
  | 'NOT_A_ZIP'
  /** A file that the request names cannot be fetched; the reason is given. */
  | 'NOT_FETCHED'
  /** The object does not exist. */
  | 'NOT_FOUND'
  /** The object exists, but its content does not yet. */
  | 'NOT_READY'
  /** The operation is larger or costs more than the limit. */
  | 'QUERY_TOO_COMPLEX'
  /** The storage is full. */
  | 'STORAGE_FULL'
  /** The upload is larger than the limit. */
  | 'TOO_LARGE'
  /** There were too many requests; try again later. */
  | 'TOO_MANY_REQUESTS'
  /** The request needs a token. */
  | 'UNAUTHENTICATED'
  /** The service cannot answer now; try again later. */
  | 'UNAVAILABLE'
  /** The body is of a kind that is not accepted here. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** The upload was interrupted. */
  | 'UPLOAD_INTERRUPTED';

/** The kind of an event, for programs. */
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
  /** The facts found in the modpack are stored. */
  | 'MOD_PACK_STORED'
  /** The run waits in the queue. */
  | 'QUEUED'
  /** The server pack can be downloaded. The run has ended. */
  | 'READY'
  /** The server pack has a number and is to be stored. */
  | 'STORE_QUEUED';

/** A modpack whose new versions to fetch. */
export type FollowLineInput = {
  /** The accepted versions; absent: as before, or releases only. */
  channel?: ReleaseChannel | null | undefined;
  /** Whether following is paused; absent: as before, or not. */
  held?: boolean | null | undefined;
  /** For addresses only: the name of a line of yours, created if there is none. A modpack of a platform has the line of its project. */
  line?: string | null | undefined;
  /** The modpack, without a version. An address has to answer with an ETag or a date. */
  pack: PackReferenceInput;
};

/** A stored modpack, and the run configuration of another server pack. */
export type GenerateServerPackInput = {
  /** The modpack. */
  modPack: string | number;
  /** The run configuration of the server pack. */
  runConfiguration: RunConfigurationInput;
};

/** Where a server pack can run. */
export type HostFileKind =
  /** Docker Compose, with the image itzg/minecraft-server; not for LegacyFabric. */
  | 'COMPOSE'
  /** Shell commands that fetch and start the server pack. */
  | 'LINUX_COMMANDS'
  /** Shell commands that install or update the server pack with packwiz-installer. */
  | 'PACKWIZ'
  /** An egg for the panel Pelican. */
  | 'PELICAN_EGG'
  /** An egg for the panel Pterodactyl. */
  | 'PTERODACTYL_EGG'
  /** A unit for systemd that runs the unpacked server pack. */
  | 'SYSTEMD_UNIT'
  /** PowerShell commands that fetch and start the server pack. */
  | 'WINDOWS_COMMANDS';

/** The key of a run, a webhook or a delivery. */
export type IdOrNumber =
  {   /** The number; that of a run is in REST the number of its run configuration. */
  databaseId: number; id?: never; }
  |  { databaseId?: never;   /** The global id. */
  id: string | number; };

/** A modpack to fetch, and the run configuration of its first server pack. */
export type ImportModPackInput = {
  /** For links only. The name of the line that the modpack becomes a version of: small letters, digits and hyphens. The first version creates the line for the caller; overrides absent from the run configuration are those of the line. */
  line?: string | null | undefined;
  /** The modpack. */
  pack: PackReferenceInput;
  /** The run configuration of the server pack. Default: the values in the pack itself. */
  runConfiguration?: RunConfigurationInput;
};

/** Why files of a modpack stay out of a server pack. */
export type LeftOutReason =
  /** The file gives rights on a server, or agrees to the EULA. */
  | 'ADMIN'
  /** The file is a backup of worlds. */
  | 'BACKUP'
  /** A by-product of the system that made the archive. */
  | 'BY_PRODUCT'
  /** The file is a cache. */
  | 'CACHE'
  /** The file lies in a folder that servers do not use. */
  | 'CLIENT'
  /** A pattern in excludeFiles matches the file. */
  | 'EXCLUDED'
  /** The game itself, which must not be redistributed. */
  | 'GAME_JAR'
  /** A map, or marks on one, from playing. */
  | 'MAP'
  /** A wildcard matches more files than are searched for secrets. */
  | 'NOT_LOOKED_AT'
  /** The file is an old copy, by the end of its name. */
  | 'OLD_COPY'
  /** The file is a program beside the start scripts. */
  | 'PROGRAM'
  /** The file belongs to a tool that made the pack, or to a launcher. */
  | 'PROJECT'
  /** The file lies beside the folders of the pack. */
  | 'ROOT_FILE'
  /** The start scripts write or run a file of this name. */
  | 'SCRIPTS'
  /** The file may hold accounts or passwords. */
  | 'SECRET'
  /** The file belongs to a played world. */
  | 'WORLD';

/** The key of a line. */
export type LineBy =
  {   /** The global id. */
  id: string | number; name?: never; }
  |  { id?: never;   /** The name, as in the addresses of the line. */
  name: string; };

/** A line. */
export type LineInput = {
  /** The name of the line. */
  line: string;
};

/** What happened to a version of a line. */
export type LineNewsKind =
  /** The platform offers the version again. */
  | 'OFFERED_AGAIN'
  /** The platform has withdrawn the version. */
  | 'WITHDRAWN';

/** What fixes the cause. */
export type LogActKind =
  /** Add the mod `modId`, in `version` if that is known. */
  | 'ADD_MOD'
  /** Delete the first of `files`. */
  | 'DELETE_FILE'
  /** Build the server pack without the first suspect. */
  | 'DROP_MOD'
  /** Keep one of `files` and remove the others. */
  | 'KEEP_ONE_OF'
  /** Give the server more memory by -Xmx. */
  | 'MORE_MEMORY'
  /** Start with Java `java`. */
  | 'USE_JAVA'
  /** Build the server pack with a modloader version that fits `version`. */
  | 'USE_LOADER';

/** Why a server did not start or stopped, most important cause first. */
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
  /** A mod calls code that is missing, mostly because versions do not fit. */
  | 'CODE_MISSING'
  /** A mod is installed more than once. */
  | 'DUPLICATE_MOD'
  /** The game's EULA has not been accepted. */
  | 'EULA_NOT_ACCEPTED'
  /** A mod that another one needs is missing, or has an unsuitable version. */
  | 'MISSING_MOD'
  /** A mod could not change other code, mostly because versions do not fit. */
  | 'MIXIN_FAILED'
  /** A mod failed while the server started or ran. */
  | 'MOD_FAILED'
  /** The server software is missing or not fully installed. */
  | 'NOT_INSTALLED'
  /** The server may not write to a file of its own folder. */
  | 'NO_RIGHTS'
  /** The disk is full. */
  | 'NO_ROOM'
  /** The server had too little memory. */
  | 'OUT_OF_MEMORY'
  /** The port is in use, or server-ip is another machine's. */
  | 'PORT_IN_USE'
  /** One tick took so long that the watchdog stopped the server. */
  | 'TOO_SLOW'
  /** Another server has the same world open. */
  | 'WORLD_IN_USE'
  /** The Java in use is too old, too new, or does not know an option. */
  | 'WRONG_JAVA'
  /** A mod is for another modloader or another version of the game. */
  | 'WRONG_LOADER';

/** The log of a server. */
export type LogInput =
  {   /** The log as a file, at most 52428800 bytes, also after unpacking a .log.gz; counts as an upload. */
  file: object; text?: never; url?: never; }
  |  { file?: never;   /** The text of the log, limited by the size of a request's body. */
  text: string; url?: never; }
  |  { file?: never; text?: never;   /** The address of a log on mclo.gs, such as https://mclo.gs/AbC1234, of at most 52428800 bytes; counts as an upload. */
  url: string; };

/** The launchers whose marker files are read. */
export type ManifestKind =
  /** instance.json of ATLauncher. */
  | 'ATLAUNCHER'
  /** manifest.json of a CurseForge export. */
  | 'CURSEFORGE_EXPORT'
  /** minecraftinstance.json of a CurseForge instance. */
  | 'CURSEFORGE_INSTANCE'
  /** ftb-modpack.json, with FTB's data about a version of a modpack. */
  | 'FTB'
  /** instance.json of the FTB App. */
  | 'FTB_APP'
  /** instance.json of the new GDLauncher. */
  | 'GDLAUNCHER'
  /** config.json of the old GDLauncher. */
  | 'GDLAUNCHER_LEGACY'
  /** mcbbs.packmeta of HMCL, PCL and similar launchers. */
  | 'MCBBS'
  /** modrinth.index.json of a Modrinth pack. */
  | 'MODRINTH'
  /** profile.json of the Modrinth App. */
  | 'MODRINTH_APP'
  /** mmc-pack.json, or an old instance.cfg, of MultiMC and launchers based on it. */
  | 'MULTIMC'
  /** pack.toml of packwiz. */
  | 'PACKWIZ'
  /** `versions/NAME/NAME.json` of HMCL, PCL or the game's own launcher. */
  | 'VERSION_JSON'
  /** instance.json of X Minecraft Launcher. */
  | 'XMCL';

/** Which decisions to include; an absent field means all. */
export type ModDecisionFilter = {
  /** Only decisions with one of these certainties. */
  certainty?: Array<Certainty> | null | undefined;
  /** Text in the path of the jar, in any case; at most 200 characters. */
  fileContains?: string | null | undefined;
  /** Only the mods that are kept, or only those that are dropped. */
  kept?: boolean | null | undefined;
  /** Only decisions by one of these rules. */
  reason?: Array<DecisionReason> | null | undefined;
};

/** The archive of a modpack. */
export type ModPackArchiveInput =
  {   /** A zip or an .mrpack, sent with this request. */
  file: object; upload?: never; }
  |  { file?: never;   /** A finished upload to /uploads: the last segment of its address. */
  upload: string | number; };

/** The key of a modpack. */
export type ModPackBy =
  {   /** The number in REST. */
  databaseId: number; id?: never; sha256?: never; }
  |  { databaseId?: never;   /** The global id. */
  id: string | number; sha256?: never; }
  |  { databaseId?: never; id?: never;   /** The SHA-256 of its archive, in hexadecimal. */
  sha256: string; };

/** Which modpacks to include; an absent field means all. */
export type ModPackFilter = {
  /** When the modpack was uploaded. */
  createdAt?: DateRange | null | undefined;
  /** Only modpacks with a run configuration for exactly this game version. */
  gameVersion?: string | null | undefined;
  /** Only modpacks with a run configuration for this modloader. */
  modloader?: Modloader | null | undefined;
  /** Words of the title or the file name, or parts of them, in their order and in any case; at most 32 words. */
  nameContains?: string | null | undefined;
  /** True: only modpacks in quarantine, for operators also hidden ones; false: only others. */
  quarantined?: boolean | null | undefined;
  /** Only the modpack with this SHA-256, in hexadecimal. */
  sha256?: string | null | undefined;
  /** Only modpacks in one of these states. */
  status?: Array<Status> | null | undefined;
};

/** A modpack. */
export type ModPackInput = {
  /** The modpack. */
  modPack: string | number;
};

/** The order of a list of modpacks. */
export type ModPackOrder =
  /** The oldest upload first. */
  | 'CREATED_AT_ASC'
  /** The newest upload first. */
  | 'CREATED_AT_DESC'
  /** The least downloaded first, by all its server packs. */
  | 'DOWNLOADS_ASC'
  /** The most downloaded first, by all its server packs. */
  | 'DOWNLOADS_DESC'
  /** By file name, in any case. */
  | 'NAME_ASC'
  /** By file name backwards, in any case. */
  | 'NAME_DESC'
  /** The smallest first. */
  | 'SIZE_ASC'
  /** The largest first. */
  | 'SIZE_DESC'
  /** By title, in any case. */
  | 'TITLE_ASC'
  /** By title backwards, in any case. */
  | 'TITLE_DESC'
  /** The smallest `confirmedWorking` first. */
  | 'VOTES_ASC'
  /** The largest `confirmedWorking` first. */
  | 'VOTES_DESC';

/** Where a modpack came from. */
export type ModPackSource =
  /** Fetched from CurseForge; projectID and versionID are CurseForge's numbers. */
  | 'CURSEFORGE'
  /** Fetched from FTB; projectID and versionID are FTB's numbers. */
  | 'FTB'
  /** Fetched from a link. */
  | 'LINK'
  /** Fetched from Modrinth; projectID and versionID are Modrinth's ids. */
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

/** The encodings of names in an archive that are not UTF-8. */
export type NameEncoding =
  /** Traditional Chinese, code page 950. */
  | 'BIG5'
  /** The default of the zip format, from DOS. */
  | 'CP437'
  /** Korean, code page 949. */
  | 'EUC_KR'
  /** Simplified Chinese, code page 936. */
  | 'GBK'
  /** Cyrillic, from DOS. */
  | 'IBM866'
  /** Japanese, code page 932. */
  | 'SHIFT_JIS'
  /** Cyrillic, from Windows. */
  | 'WINDOWS_1251'
  /** Western European, from Windows. */
  | 'WINDOWS_1252';

/** What to do when updating a server from the first server pack to the second. */
export type OwnerActKind =
  /** Back up the world, since the newer game version converts it. */
  | 'BACK_UP_WORLD'
  /** Keep a world of the older game version, which cannot load one of the newer. */
  | 'KEEP_OLD_WORLD'
  /** Back up the world, since `mod` is removed and its blocks, terrain or dimensions may be in the world. */
  | 'MOD_IN_WORLD'
  /** Back up the world, since the modloader changes. */
  | 'OTHER_MODLOADER'
  /** Install the version of Java in `java`. */
  | 'USE_JAVA';

/** Which events to include; an absent field means all. */
export type PackEventFilter = {
  /** Only events of runs whose server packs this line offers. */
  line?: LineBy | null | undefined;
  /** Only events of this modpack. */
  modPack?: ModPackBy | null | undefined;
  /** Only events of this run. */
  run?: IdOrNumber | null | undefined;
  /** Only events of this server pack. */
  serverPack?: ServerPackBy | null | undefined;
  /** Only events with one of these statuses. */
  status?: Array<Status> | null | undefined;
};

/** Where a modpack is published. */
export type PackReferenceInput =
  {   /** On CurseForge, for which the operator has to set a key. */
  curseForge: PlatformPackInput; ftb?: never; modrinth?: never; url?: never; }
  |  { curseForge?: never;   /** On FTB. */
  ftb: PlatformPackInput; modrinth?: never; url?: never; }
  |  { curseForge?: never; ftb?: never;   /** On Modrinth. */
  modrinth: PlatformPackInput; url?: never; }
  |  { curseForge?: never; ftb?: never; modrinth?: never;   /** An https address of a zip, an .mrpack or a `pack.toml` on a host that the operator allows; of a modpack's page on Modrinth, CurseForge or FTB; or of a packwiz pack in a repository on GitHub, GitLab or Codeberg. Or `ftb:PACK` or `ftb:PACK/VERSION`, by FTB's numbers. */
  url: string; };

/** A right of a caller. */
export type Permission =
  /** Delete, cancel and retry. */
  | 'OPERATE'
  /** Upload and generate. */
  | 'PUBLISH'
  /** Read, follow and download. */
  | 'READ'
  /** Vote as itself. */
  | 'VOTE'
  /** Vote for others, by name. */
  | 'VOTE_FOR_OTHERS';

/** A line and the version that it is to offer. */
export type PinLineInput = {
  /** The name of the line. */
  line: string;
  /** The version; absent: again the newest that is not withdrawn. */
  modPack?: string | number | null | undefined;
};

/** A modpack on a platform. */
export type PlatformPackInput = {
  /** The address of its page; or on Modrinth its id or slug, on CurseForge its number or slug, on FTB its number. */
  project: string;
  /** On Modrinth the id or number of a version, on CurseForge the number of a file, on FTB the number or name of a version. Absent: the version of the given page, else the newest that fits the run configuration, or CurseForge's main file. */
  version?: string | null | undefined;
};

/** How a platform answers. */
export type PlatformState =
  /** The platform answered the last request. */
  | 'ANSWERS'
  /** The platform could not be reached, or not in time. This is temporary. */
  | 'AWAY'
  /** The platform refuses the key. An operator has to correct it. */
  | 'KEY_REFUSED'
  /** This node has not sent the platform a request since its start. */
  | 'NOT_ASKED'
  /** The platform's answers have an unknown format; the service has to be updated. */
  | 'NO_SENSE'
  /** The settings switch the platform off. */
  | 'OFF';

/** A phase of the work of a run. */
export type ProgressPhase =
  /** The archive is being read. */
  | 'CHECKING'
  /** The files that the pack only names are being fetched; entries are these files. */
  | 'FETCHING'
  /** The server pack is being written. */
  | 'GENERATING';

/** How mature a version is, as its author marks it. */
export type ReleaseChannel =
  /** All versions. */
  | 'ALPHA'
  /** Releases and betas. */
  | 'BETA'
  /** Releases only. */
  | 'RELEASE';

/** The role of a token; each role includes the rights of those before it. */
export type Role =
  /** May also delete, cancel and retry. */
  | 'OPERATOR'
  /** May also upload, generate and vote. */
  | 'PUBLISHER'
  /** May read and download. */
  | 'READER';

/** The values that a server pack is built with. INVALID_INPUT where neither they nor the pack's manifest have a version. */
export type RunConfigurationInput = {
  /** Mods of Modrinth to add to those of the pack, with what they need: each a slug or id, as in chunky, with a version after an @ where it is to be no other, or the address of its page; and jars that `addModFile` has taken, by its `entry`. At most 30. */
  addedMods?: Array<string>;
  /** Whether Modrinth, CurseForge and public reports decide about mods, too; with false only the two lists, the pack and its jars do. */
  automaticSides?: boolean;
  /** Case-sensitive file name prefixes of mods to drop, whatever needs them. Empty ones are ignored. */
  clientMods?: Array<string>;
  /** Drop lists by name, or name@version for one version, whose prefixes hold beside clientMods and whitelistedMods. Default: the default list of the service, if there is one; empty: none. */
  dropLists?: Array<string> | null | undefined;
  /** Patterns of files to exclude, including mods. Exclusions win over inclusions. */
  excludeFiles?: Array<string>;
  /** The file format of the server pack. Decisions and previews are the same for all formats. */
  format?: ServerPackFormat;
  /** Dotted numbers, such as 1.20.1 or 26.1; for Fabric and Quilt also 1.21.5-pre1 or a snapshot such as 24w14a, and for them and NeoForge 26.1-snapshot-1. Default: the version in the pack's manifest. */
  gameVersion?: string | null | undefined;
  /** Patterns of files to include although the rules exclude them, by their path beside mods/: * stands for any characters but a slash, ** for any folders, ? for one character; a folder includes its content. Case does not matter. Worlds, maps, accounts and backups need a pattern without wildcards. */
  includeFiles?: Array<string>;
  /** Whether worlds are included: folders with a level.dat, but not saves/, of which includeFiles can name one. */
  includeWorld?: boolean;
  /** The modloader. Default: the one in the pack's manifest. */
  modloader?: Modloader | null | undefined;
  /** The version of the modloader, such as 47.2.0. Default: the version in the pack's manifest, if it is for this modloader. */
  modloaderVersion?: string | null | undefined;
  /** The encoding of names in the archive that are not UTF-8. Default: the most likely one, which a warning names. */
  nameEncoding?: NameEncoding | null | undefined;
  /** A PNG of 64 by 64 pixels in base64, or as a data address. Default: the icon of the pack, scaled, or the service's own. */
  serverIcon?: string | null | undefined;
  /** The text of server.properties, which everybody who may download the server pack can read. Default: the file in the pack, or the service's own. */
  serverProperties?: string | null | undefined;
  /** JVM arguments, one per element. */
  startArgs?: Array<string>;
  /** Case-sensitive file name prefixes of mods to keep, whatever other rules say. Empty ones are ignored. */
  whitelistedMods?: Array<string>;
};

/** Which runs to include; an absent field means all. */
export type RunFilter = {
  /** When the run was requested. */
  createdAt?: DateRange | null | undefined;
  /** Only runs for exactly this game version. */
  gameVersion?: string | null | undefined;
  /** Only runs of this modpack. */
  modPack?: ModPackBy | null | undefined;
  /** Only runs for this modloader. */
  modloader?: Modloader | null | undefined;
  /** Only runs with one of these statuses. */
  status?: Array<Status> | null | undefined;
};

/** A run. */
export type RunInput = {
  /** The run. */
  run: string | number;
};

/** How a run ended. */
export type RunOutcome =
  /** The run was cancelled. */
  | 'CANCELLED'
  /** `errors` says why there is no server pack. */
  | 'FAILED'
  /** The run has built a server pack. */
  | 'SUCCEEDED';

/** The content of a drop list. */
export type SaveDropListInput = {
  /** Case-sensitive file name prefixes of mods to drop. Empty ones are ignored. */
  clientOnly?: Array<string>;
  /** Case-sensitive file name prefixes of mods to keep, whatever drop lists or other rules say. Empty ones are ignored. */
  keep?: Array<string>;
  /** The name: small letters, digits and hyphens between them. */
  name: string;
};

/** The key of a server pack. */
export type ServerPackBy =
  {   /** The number in REST. */
  databaseId: number; id?: never; run?: never; }
  |  { databaseId?: never;   /** The global id. */
  id: string | number; run?: never; }
  |  { databaseId?: never; id?: never;   /** The run that built it. */
  run: IdOrNumber; };

/** Which server packs to include; an absent field means all. */
export type ServerPackFilter = {
  /** When the server pack was built. */
  createdAt?: DateRange | null | undefined;
  /** Only server packs of this format. */
  format?: ServerPackFormat | null | undefined;
  /** Only server packs for exactly this game version. */
  gameVersion?: string | null | undefined;
  /** Only server packs of this modpack. */
  modPack?: ModPackBy | null | undefined;
  /** Only server packs for this modloader. */
  modloader?: Modloader | null | undefined;
  /** Words of the modpack's title or file name, or parts of them, in their order and in any case; at most 32 words. */
  nameContains?: string | null | undefined;
  /** True: only server packs whose newest boot showed that they start; false: only others. */
  started?: boolean | null | undefined;
};

/** The file format of a server pack. */
export type ServerPackFormat =
  /** An .mrpack for servers and clients, which programs for Modrinth packs install. */
  | 'MRPACK'
  /** A zip of all files, started by its scripts. */
  | 'ZIP';

/** A server pack. */
export type ServerPackInput = {
  /** The server pack. */
  serverPack: string | number;
};

/** The order of a list of server packs. */
export type ServerPackOrder =
  /** The oldest first. */
  | 'CREATED_AT_ASC'
  /** The newest first. */
  | 'CREATED_AT_DESC'
  /** The least downloaded first. */
  | 'DOWNLOADS_ASC'
  /** The most downloaded first. */
  | 'DOWNLOADS_DESC'
  /** The smallest first. */
  | 'SIZE_ASC'
  /** The largest first. */
  | 'SIZE_DESC'
  /** The smallest `confirmedWorking` first. */
  | 'VOTES_ASC'
  /** The largest `confirmedWorking` first. */
  | 'VOTES_DESC';

/** The source of a setting's value. */
export type SettingSource =
  /** The setting is not set, so its default applies. */
  | 'DEFAULT'
  /** The setting is set in the environment of the process. */
  | 'ENVIRONMENT'
  /** The setting is set in the file that is read at the start, such as .env. */
  | 'FILE';

/** Where a mod works. */
export type Side =
  /** On both sides. */
  | 'BOTH'
  /** Only on clients. */
  | 'CLIENT'
  /** Only on servers. */
  | 'SERVER'
  /** The side is unknown. */
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
  /** A run waits in the queue. */
  | 'QUEUED';

/** A token. */
export type TokenInput = {
  /** The token. */
  token: string | number;
};

/** A followed line and the changes; an absent field stays. */
export type UpdateLineFollowingInput = {
  /** The accepted versions. */
  channel?: ReleaseChannel | null | undefined;
  /** Whether following is paused. */
  held?: boolean | null | undefined;
  /** The name of the line. */
  line: string;
};

/** A modpack and the changes to it; an absent field stays. */
export type UpdateModPackInput = {
  /** Whether lists and searches leave out the modpack and its server packs. Callers with its address or number still find it. */
  hidden?: boolean | null | undefined;
  /** The modpack. */
  modPack: string | number;
  /** The new name, at most 200 bytes. The file extension stays: `Sky.zip` named `Sea` is `Sea.zip`. */
  name?: string | null | undefined;
  /** The `ownerSecret` of the upload; not needed by the token or sign-in that uploaded the modpack, nor by operators. */
  ownerSecret?: string | null | undefined;
};

/** A webhook and the changes to it; an absent field stays. */
export type UpdateWebhookInput = {
  /** Whether events are posted to the webhook. Switching it off drops the waiting deliveries. */
  enabled?: boolean | null | undefined;
  /** The format of the messages; waiting deliveries keep theirs. */
  format?: WebhookFormat | null | undefined;
  /** The statuses of the events to post. */
  statuses?: Array<Status> | null | undefined;
  /** The address to post to, also for waiting deliveries. */
  url?: string | null | undefined;
  /** The webhook. */
  webhook: string | number;
};

/** A modpack, and the run configuration of its first server pack. */
export type UploadModPackInput = {
  /** The archive. */
  archive: ModPackArchiveInput;
  /** The name of the line that the modpack becomes a version of: small letters, digits and hyphens. The first version creates the line for the caller; overrides absent from the run configuration are those of the line. */
  line?: string | null | undefined;
  /** The run configuration of the server pack. */
  runConfiguration: RunConfigurationInput;
};

/** Whether a server pack works. */
export type Vote =
  /** The server pack does not work. */
  | 'DOWN'
  /** The server pack works. */
  | 'UP';

/** A vote on a server pack. */
export type VoteServerPackInput = {
  /** The server pack. */
  serverPack: string | number;
  /** The vote. */
  vote: Vote;
  /** The voter's name, such as discord:1234; needs a token with the right to vote for others. */
  voter?: string | null | undefined;
};

/** The reasons why a run waits after it has left the queue. */
export type WaitingFor =
  /** People have to provide files whose authors forbid other programs to fetch them: see `addMissingFiles`. */
  | 'FILES'
  /** The disk is full, or the server that stores files is unavailable. */
  | 'ROOM'
  /** The malware scanner is unavailable. */
  | 'SCANNER';

/** Which deliveries to include; an absent field means all. */
export type WebhookDeliveryFilter = {
  /** Only deliveries in one of these states. */
  state?: Array<WebhookDeliveryState> | null | undefined;
  /** Only deliveries to this webhook. */
  webhook?: IdOrNumber | null | undefined;
};

/** A delivery. */
export type WebhookDeliveryInput = {
  /** The delivery. */
  delivery: string | number;
};

/** The state of a delivery. */
export type WebhookDeliveryState =
  /** The receiver has accepted the delivery. */
  | 'DELIVERED'
  /** The delivery has no attempts left, or its webhook was switched off. */
  | 'FAILED'
  /** The delivery is being tried, or will be retried. */
  | 'PENDING';

/** The format of the messages to a webhook. */
export type WebhookFormat =
  /** A message for the webhook of a Discord channel. */
  | 'DISCORD'
  /** JSON as described in docs/webhooks.md, signed by the Standard Webhooks scheme. */
  | 'STANDARD';

/** A webhook. */
export type WebhookInput = {
  /** The webhook. */
  webhook: string | number;
};
