import type { LogCause } from '../../client/gql/schema.ts';
import { countsIn } from '../counts.ts';
import { actsOf, countsOf, factsOf, javasOf, type ServerTexts } from '../servers.ts';

const counted = countsIn('de');

const causes: Readonly<Record<LogCause, string>> = {
  EULA_NOT_ACCEPTED: 'Der EULA des Spiels wurde nicht zugestimmt.',
  WRONG_JAVA: 'Java ist zu alt, zu neu oder kennt eine Option nicht.',
  PORT_IN_USE:
    'Der Server bekam seinen Port nicht: server-ip ist die Adresse eines anderen Rechners, oder ein anderes Programm benutzt den Port.',
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

export const servers: ServerTexts = {
  boots: {
    state: {
      WAITING: 'Es wartet, bis es an der Reihe ist.',
      INTERRUPTED: 'Der Dienst konnte das nicht zu Ende bringen. Versuche es noch einmal.',
      UNPACKING: 'Das Serverpack wird entpackt.',
      INSTALLING: 'Der Server wird installiert.',
      STARTING: 'Der Server startet.',
      REPAIRING: 'Er startete nicht; Jars, die das Log nennt, bleiben weg.',
      STOPPING: 'Der Server ist bereit und hält an.',
    },
    outcome: {
      STARTED: 'Es startete.',
      STARTED_NOT_STOPPED: 'Es startete, hielt aber nicht an, als es sollte.',
      STARTED_REPAIRED: 'Es startet nur ohne einige seiner Jars.',
      NOT_INSTALLED: 'Der Server ließ sich nicht installieren.',
      FAILED: 'Er endete, bevor er bereit war.',
      TOO_SLOW: 'Er war nicht rechtzeitig bereit.',
      TOO_MUCH_MEMORY: 'Er brauchte mehr Speicher, als er hier darf.',
      TOO_MUCH_DISK: 'Er brauchte mehr Platz, als er hier darf.',
      TOO_MANY_PROCESSES: 'Er begann mehr Prozesse, als er hier darf.',
    },
    dropped: (jars) => `Für einen neuen Versuch weggelassen: ${jars}`,
    facts: factsOf(', ', (memory) => `${memory} Speicher`),
  },
  changes: {
    byRequest: 'auf Wunsch dazu',
    setting: {
      gameVersion: 'Spielversion',
      javaVersion: 'Java',
      modloader: 'Modloader',
      modloaderVersion: 'Modloader-Version',
      startArgs: 'Startargumente',
      clientMods: 'Client-Mods, die wegfallen',
      whitelistedMods: 'Mods, die bleiben',
      dropLists: 'Gemeinsame Listen',
      addedMods: 'Mods dazu',
      automaticSides: 'Mods in bekannten Listen nachschlagen',
      includeFiles: 'Dateien aufnehmen',
      excludeFiles: 'Dateien ausschließen',
      includeWorld: 'Welten aufnehmen',
      serverIcon: 'Eigenes Bild des Servers',
      serverProperties: 'Eigene server.properties',
      nameEncoding: 'Kodierung der Dateinamen',
    },
    change: { UPDATED: 'Aktualisiert', ADDED: 'Neu', REMOVED: 'Entfernt', RENAMED: 'Umbenannt' },
    act: actsOf({
      java: (java) => `Installiere Java ${java}: Der Server braucht es jetzt.`,
      mod: (mod) =>
        `${mod} ist weggefallen. Was eine Welt davon hat, etwa Blöcke oder Gelände, geht verloren, sobald der Server sie lädt: Sichere die Welt vorher.`,
      others: {
        BACK_UP_WORLD:
          'Sichere die Welt: Das neuere Minecraft wandelt sie um, und das ältere kann sie danach nicht mehr laden.',
        KEEP_OLD_WORLD:
          'Nimm eine Welt aus einer Sicherung des älteren Minecraft oder eine neue: Eine Welt des neueren lässt sich nicht laden.',
        OTHER_MODLOADER:
          'Der Modloader ist ein anderer. Sichere die Welt: Was Mods des alten darin angelegt haben, kann verloren gehen.',
      },
    }),
    counts: countsOf({
      mods: {
        UPDATED: (count) => counted(count, { one: 'Mod aktualisiert', other: 'Mods aktualisiert' }),
        ADDED: (count) => counted(count, { one: 'Mod neu', other: 'Mods neu' }),
        REMOVED: (count) => counted(count, { one: 'Mod entfernt', other: 'Mods entfernt' }),
        RENAMED: (count) => counted(count, { one: 'Mod umbenannt', other: 'Mods umbenannt' }),
      },
      files: (count) => counted(count, { one: 'andere Datei geändert', other: 'andere Dateien geändert' }),
    }),
  },
  java: (oldest: number, newest: number | null) => `Braucht ${javasOf(oldest, newest, 'oder neuer', 'bis')}.`,
  logs: {
    cause: (cause) => causes[cause],
    act: ({ kind, modId, version, java, files }, suspect) =>
      ({
        DROP_MOD: `Baue noch einmal, ohne ${suspect ?? 'diesen Mod'}.`,
        ADD_MOD: `Füge den fehlenden Mod hinzu: ${[modId, version].filter((part) => part != null).join(', ')}.`,
        KEEP_ONE_OF: `Behalte eines davon und entferne die anderen: ${files.join(', ')}.`,
        USE_JAVA: `Starte den Server mit Java ${java ?? 'in einer anderen Version'}.`,
        USE_LOADER: `Baue noch einmal, mit dem Modloader in Version ${version ?? 'aus dem Log'}.`,
        MORE_MEMORY: 'Gib dem Server mehr Speicher: Erhöhe -Xmx in seinen Startargumenten.',
        DELETE_FILE: `Lösche ${files[0] ?? 'die Datei'}; der Server legt sie neu an, oder hole sie noch einmal.`,
      })[kind],
  },
};
