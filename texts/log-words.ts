import type { LogActKind, LogCause } from '../client/gql/schema.ts';

/** What helps, as the service tells it. */
export interface LogAct {
  kind: LogActKind;
  modId?: string | null;
  version?: string | null;
  java?: number | null;
  files: readonly string[];
}

/** How a language tells what a server's log says. */
export interface LogWords {
  /** Why the server did not start; `message` is the service's own sentence, in English, which names more. */
  cause(cause: LogCause, message: string): string;
  /** What helps; `suspect` is the jar or the mod that is at fault, where it is known. */
  act(act: LogAct, suspect: string | null): string;
}

/** In English, the service's own sentence. */
export const englishLogs: LogWords = {
  cause: (_cause, message) => message,
  act: ({ kind, modId, version, java, files }, suspect) =>
    ({
      DROP_MOD: `Build again, without ${suspect ?? 'this mod'}.`,
      ADD_MOD: `Add the mod that is missing: ${[modId, version].filter((part) => part != null).join(', ')}.`,
      KEEP_ONE_OF: `Keep one of these and remove the others: ${files.join(', ')}.`,
      USE_JAVA: `Start the server with Java ${java ?? 'of another version'}.`,
      MORE_MEMORY: 'Give the server more memory: raise -Xmx in its start arguments.',
      DELETE_FILE: `Delete ${files[0] ?? 'the file'}; the server makes it anew, or fetch it again.`,
    })[kind],
};

const germanCauses: Readonly<Record<LogCause, string>> = {
  EULA_NOT_ACCEPTED: 'Der EULA des Spiels wurde nicht zugestimmt.',
  WRONG_JAVA: 'Java ist zu alt, zu neu oder kennt eine Option nicht.',
  PORT_IN_USE: 'Ein anderes Programm benutzt den Port des Servers.',
  NO_RIGHTS: 'Der Server darf eine Datei in seinem eigenen Ordner nicht schreiben.',
  NO_ROOM: 'Der Datenträger ist voll.',
  WORLD_IN_USE: 'Ein anderer Server hat dieselbe Welt geöffnet.',
  NOT_INSTALLED: 'Die Server-Software fehlt oder ist nicht ganz installiert.',
  BROKEN_JAR: 'Ein Jar ist beschädigt oder gar keines.',
  DUPLICATE_MOD: 'Ein Mod ist mehrmals da.',
  MISSING_MOD: 'Ein Mod, den ein anderer braucht, fehlt oder hat eine Version, die nicht passt.',
  WRONG_LOADER: 'Ein Mod ist für einen anderen Modloader oder eine andere Version des Spiels.',
  CLIENT_ONLY_MOD: 'Ein Mod braucht Teile des Spiels, die nur Clients haben.',
  MIXIN_FAILED:
    'Ein Mod konnte den Code des Spiels oder eines anderen Mods nicht ändern, meist weil die Versionen nicht passen.',
  CODE_MISSING: 'Ein Mod ruft Code auf, den es nicht gibt, meist weil die Versionen nicht passen.',
  BROKEN_CONFIG: 'Eine Einstellungsdatei lässt sich nicht lesen.',
  BROKEN_DATAPACK: 'Ein Datenpaket lässt sich nicht laden.',
  BROKEN_WORLD: 'Die Welt lässt sich nicht lesen, oder ein neueres Spiel hat sie gespeichert.',
  OUT_OF_MEMORY: 'Der Server hatte zu wenig Speicher.',
  TOO_SLOW: 'Ein Schritt des Spiels dauerte so lange, dass der Server sich selbst beendete.',
  MOD_FAILED: 'Ein Mod scheiterte, während der Server startete oder lief.',
};

/** In German, by the kind of reason. */
export const germanLogs: LogWords = {
  cause: (cause) => germanCauses[cause],
  act: ({ kind, modId, version, java, files }, suspect) =>
    ({
      DROP_MOD: `Baue noch einmal, ohne ${suspect ?? 'diesen Mod'}.`,
      ADD_MOD: `Füge den fehlenden Mod hinzu: ${[modId, version].filter((part) => part != null).join(', ')}.`,
      KEEP_ONE_OF: `Behalte eines davon und entferne die anderen: ${files.join(', ')}.`,
      USE_JAVA: `Starte den Server mit Java ${java ?? 'in einer anderen Version'}.`,
      MORE_MEMORY: 'Gib dem Server mehr Speicher: erhöhe -Xmx in seinen Startargumenten.',
      DELETE_FILE: `Lösche ${files[0] ?? 'die Datei'}; der Server legt sie neu an, oder hole sie noch einmal.`,
    })[kind],
};
