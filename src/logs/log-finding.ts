/** One line of a log, counted from 1, cut to `longestLine` characters. */
export interface LogLine {
  number: number;
  text: string;
}

/** Why a server did not start or stopped, in the order in which causes matter: what comes first often brings on the others. */
export const logCauses = {
  EULA_NOT_ACCEPTED: "The game's EULA has not been accepted.",
  WRONG_JAVA: 'The Java that was used is too old, too new, or does not know an option.',
  PORT_IN_USE: "Another program uses the server's port.",
  NO_RIGHTS: 'The server may not write to a file of its own folder.',
  NO_ROOM: 'The disk is full.',
  WORLD_IN_USE: 'Another server has the same world open.',
  NOT_INSTALLED: 'The server software is not there or was not installed whole.',
  BROKEN_JAR: 'A jar is damaged or no jar at all.',
  DUPLICATE_MOD: 'A mod is there more than once.',
  MISSING_MOD: 'A mod that another one needs is missing, or has a version that does not fit.',
  WRONG_LOADER: 'A mod is for another modloader or another version of the game.',
  CLIENT_ONLY_MOD: 'A mod needs parts of the game that only clients have.',
  MIXIN_FAILED:
    'A mod could not change the code of the game or of another mod, mostly since versions do not fit.',
  CODE_MISSING: 'A mod calls code that is not there, mostly since versions do not fit.',
  BROKEN_CONFIG: 'A configuration file cannot be read.',
  BROKEN_DATAPACK: 'A data pack cannot be loaded.',
  BROKEN_WORLD: 'The world cannot be read, or was saved by a newer game.',
  OUT_OF_MEMORY: 'The server had too little memory.',
  TOO_SLOW: 'One tick took so long that the watchdog stopped the server.',
  MOD_FAILED: 'A mod failed while the server started or ran.',
} as const;

export type LogCause = keyof typeof logCauses;

/** Names that lead to the faulty jar, as far as the log has them. */
export interface LogTrace {
  /** Id of the mod. */
  modId?: string;
  /** Name of the jar. */
  file?: string;
  /** A class with its package, such as com.example.Mod. */
  className?: string;
  /** A mixin configuration, such as example.mixins.json. */
  mixins?: string;
}

/** The remedy, as far as the log shows it. */
export type LogAct =
  | { kind: 'DROP_MOD' }
  | { kind: 'ADD_MOD'; modId: string; version: string | null }
  | { kind: 'KEEP_ONE_OF'; files: string[] }
  | { kind: 'USE_JAVA'; java: number }
  | { kind: 'MORE_MEMORY' }
  | { kind: 'DELETE_FILE'; file: string };

export interface LogFinding {
  cause: LogCause;
  /** One sentence for people, about this log. */
  message: string;
  /** The lines of the log that show it, the recognised one first. */
  lines: LogLine[];
  /** Possible culprits, the most likely first, then their callers. */
  traces: LogTrace[];
  act: LogAct | null;
}

/** A rule reads a log line by line, in order, and tells at the end what it has found. */
export interface LogRule {
  begin(): { take(line: LogLine): void; end(): LogFinding[] };
}
