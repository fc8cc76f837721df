/** A line of a log, numbered from 1 and cut to `longestLine` characters. */
export interface LogLine {
  number: number;
  text: string;
}

/** Reasons why a server did not start, or stopped, by importance: earlier causes often bring on later ones. */
export const logCauses = {
  EULA_NOT_ACCEPTED: "The game's EULA has not been accepted.",
  WRONG_JAVA: 'The Java in use is too old, too new, or does not know an option.',
  PORT_IN_USE: "The port is in use, or server-ip is another machine's.",
  NO_RIGHTS: 'The server may not write to a file of its own folder.',
  NO_ROOM: 'The disk is full.',
  WORLD_IN_USE: 'Another server has the same world open.',
  NOT_INSTALLED: 'The server software is missing or not fully installed.',
  BROKEN_JAR: 'A jar is damaged or no jar at all.',
  DUPLICATE_MOD: 'A mod is installed more than once.',
  MISSING_MOD: 'A mod that another one needs is missing, or has an unsuitable version.',
  WRONG_LOADER: 'A mod is for another modloader or another version of the game.',
  CLIENT_ONLY_MOD: 'A mod needs parts of the game that only clients have.',
  MIXIN_FAILED: 'A mod could not change other code, mostly because versions do not fit.',
  CODE_MISSING: 'A mod calls code that is missing, mostly because versions do not fit.',
  BROKEN_CONFIG: 'A configuration file cannot be read.',
  BROKEN_DATAPACK: 'A data pack cannot be loaded.',
  BROKEN_WORLD: 'The world cannot be read, or was saved by a newer game.',
  OUT_OF_MEMORY: 'The server had too little memory.',
  TOO_SLOW: 'One tick took so long that the watchdog stopped the server.',
  MOD_FAILED: 'A mod failed while the server started or ran.',
} as const;

export type LogCause = keyof typeof logCauses;

/** Names from the log that lead to the faulty jar. */
export interface LogTrace {
  modId?: string;
  file?: string;
  /** A class with its package, for example com.example.Mod. */
  className?: string;
  /** A mixin configuration, for example example.mixins.json. */
  mixins?: string;
  /** The name that players see, for example Example Mod. */
  modName?: string;
  /** A package in the jar, for example com.example.api; other jars may have it, too. */
  packageName?: string;
}

/** The remedy, if the log shows one. */
export type LogAct =
  | { kind: 'DROP_MOD' }
  | { kind: 'ADD_MOD'; modId: string; version: string | null }
  | { kind: 'KEEP_ONE_OF'; files: string[] }
  | { kind: 'USE_JAVA'; java: number }
  | { kind: 'USE_LOADER'; version: string }
  | { kind: 'MORE_MEMORY' }
  | { kind: 'DELETE_FILE'; file: string };

export interface LogFinding {
  cause: LogCause;
  /** A sentence for people about this log. */
  message: string;
  /** The lines of the log behind the finding, the recognised one first. */
  lines: LogLine[];
  /** Possible culprits, the most likely first, then their callers. */
  traces: LogTrace[];
  act: LogAct | null;
}
