/**
 * German sentences for the gateway's codes, each shorter than a line of a reply may be. Codes without one are shown in
 * the gateway's own words.
 */
export const problems = {
  EMPTY_FILE: 'Die Datei ist leer.',
  NOT_A_ZIP: 'Die Datei ist kein Zip-Archiv.',
  TRUNCATED_ARCHIVE:
    'Die Datei endet nicht, wie ein Zip-Archiv endet: Das Ende fehlt, oder es folgt noch etwas.',
  AMBIGUOUS_END: 'Das Ende des Archivs ist nicht eindeutig.',
  SPLIT_ARCHIVE: 'Das Archiv ist nur einer von mehreren Teilen.',
  INVALID_DIRECTORY: 'Das Verzeichnis des Archivs ist beschädigt.',
  DIRECTORY_TOO_LARGE: 'Das Verzeichnis des Archivs ist größer als erlaubt.',
  TOO_MANY_ENTRIES: 'Das Archiv hat mehr Einträge als erlaubt.',
  ENTRY_TOO_LARGE: 'Ein Eintrag ist größer als erlaubt.',
  ARCHIVE_TOO_LARGE: 'Alle Einträge zusammen sind größer als erlaubt.',
  RATIO_TOO_HIGH: 'Der Inhalt ist stärker komprimiert, als es echte Dateien je sind.',
  EMPTY_NAME: 'Ein Eintrag hat keinen Namen.',
  NAME_TOO_LONG: 'Ein Name ist länger als erlaubt.',
  PATH_TOO_DEEP: 'Eine Datei liegt in mehr Ordnern als erlaubt.',
  INVALID_NAME_ENCODING: 'Ein Name ist als UTF-8 markiert, ist es aber nicht.',
  AMBIGUOUS_ENTRY: 'Verschiedene Programme würden einen Eintrag verschieden lesen.',
  CONTROL_CHARACTER: 'In einem Namen steht ein Steuerzeichen.',
  HIDDEN_CHARACTER: 'In einem Namen steht ein Zeichen, das man nicht sieht oder das ihn umdreht.',
  BACKSLASH_IN_NAME: 'In einem Namen steht ein Rückstrich, den Windows für einen Ordner hält.',
  ABSOLUTE_PATH: 'Ein Name beginnt mit einem Schrägstrich.',
  DRIVE_LETTER: 'Ein Teil eines Namens beginnt mit einem Laufwerk wie C:.',
  PATH_TRAVERSAL: 'Ein Teil eines Namens ist .. oder was Windows dafür hält.',
  EMPTY_SEGMENT: 'Ein Name hat zwischen Schrägstrichen nichts oder nur einen Punkt.',
  DEVICE_NAME: 'Ein Teil eines Namens heißt wie ein Gerät von Windows, etwa CON.',
  NAME_COLLISION: 'Zwei Namen sind auf manchen Systemen dieselbe Datei.',
  LINK_ENTRY: 'Ein Eintrag in mods/ ist ein symbolischer Link.',
  SPECIAL_FILE: 'Ein Eintrag ist keine gewöhnliche Datei.',
  FOLDER_WITH_DATA: 'Ein Ordner hat Inhalt wie eine Datei.',
  ENCRYPTED_ENTRY: 'Ein Eintrag ist verschlüsselt.',
  UNSUPPORTED_COMPRESSION: 'Ein Eintrag ist mit etwas anderem als Deflate komprimiert.',
  ENTRY_OUT_OF_BOUNDS: 'Ein Eintrag liegt außerhalb des Archivs.',
  OVERLAPPING_ENTRIES: 'Zwei Einträge liegen übereinander.',
  LOCAL_HEADER_MISMATCH: 'Ein Eintrag widerspricht dem Verzeichnis des Archivs.',
  CORRUPT_DATA: 'Ein Eintrag lässt sich nicht lesen.',
  SIZE_MISMATCH: 'Ein Eintrag ist anders groß, als das Verzeichnis sagt.',
  CRC_MISMATCH: 'Der Inhalt eines Eintrags passt nicht zu seiner Prüfsumme.',
  NO_MODS: 'Im Ordner mods des Packs liegt kein Jar.',
  PACK_ELSEWHERE: 'Das Archiv enthält keine Mods, sondern einen Installer: Das Pack liegt anderswo.',
  ARCHIVE_IN_ARCHIVE: 'Im Archiv ist nur ein anderes Archiv; lade dieses hoch.',
  TOO_MANY_MODS: 'Das Pack hat mehr Mods als erlaubt, oder zu lange Namen.',
  MODS_ARE_NO_JARS: 'Die meisten Jars im Ordner mods sind keine; lade sie noch einmal herunter.',
  MODS_NOT_INCLUDED: 'Das Pack nennt seine Mods nur und enthält sie nicht.',

  MANIFEST_TOO_LARGE: 'Die Datei eines Launchers ist größer als erlaubt und wurde nicht gelesen.',
  MANIFEST_UNREADABLE: 'Die Datei eines Launchers ist nicht zu lesen.',
  INDEX_DIFFERS: 'Der Index des packwiz-Packs passt nicht zu seinen Dateien.',
  MANIFEST_TOO_LONG: 'Die Datei eines Launchers nennt mehr Mods, als gesucht werden.',
  NAMES_DECODED: 'Namen im Archiv sind nicht in UTF-8; es wurde erraten, wie sie gemeint sind.',
  ENTRY_LEFT_OUT: 'Symbolische Links und Namen mit unsichtbaren Zeichen bleiben draußen.',
  SAME_BUT_CASE:
    'Namen unterscheiden sich nur in Groß- und Kleinschreibung; unter Windows ist das eine Datei.',
  GAME_VERSION_DIFFERS: 'Das Pack ist für eine andere Version des Spiels.',
  MODLOADER_DIFFERS: 'Das Pack ist für einen anderen Modloader.',
  MODLOADER_VERSION_DIFFERS: 'Das Pack ist für eine andere Version des Modloaders.',
  MODLOADER_VERSION_CUT: 'In der Version des Modloaders stand auch die des Spiels; sie wurde weggelassen.',
  NOT_A_JAR: 'Ein Jar im Ordner mods ist keins; lade es noch einmal herunter.',
  REQUIRED_MOD_DISABLED:
    'Ein Mod braucht einen, den der Modloader auf Servern abschaltet; so startet der Server nicht.',
  REQUIRED_MOD_DROPPED: 'Ein Mod braucht einen, der weggelassen wird; so startet der Server nicht.',
  REQUIRED_MOD_MISSING: 'Ein Mod braucht einen, der im Pack fehlt; so startet der Server nicht.',
  LANGUAGE_PROVIDER_MISSING:
    'Einem Mod fehlt der Mod mit seiner Programmiersprache; so startet der Server nicht.',
  NO_MODS_LOADED: 'Alle Jars liegen in Ordnern von mods, in die der Modloader nicht sieht.',
  GAME_VERSION: 'Ein Mod braucht eine andere Version des Spiels; so startet der Server nicht.',
  LOADER_TOO_OLD: 'Ein Mod braucht eine neuere Version des Modloaders; so startet der Server nicht.',
  NEWER_JAVA_NEEDED: 'Ein Mod braucht ein neueres Java als das Spiel; der Server also auch.',
  JAVA_REFUSED: 'Ein Mod braucht ein neueres Java, als der Modloader verträgt; so startet der Server nicht.',
  INSTALLER_MISSING: 'Diese Version des Modloaders lässt sich nicht mehr installieren; nimm eine andere.',
  JAVA_UPDATES_FAIL:
    'Diese Version des Modloaders startet nicht mit neueren Updates von Java; eine andere tut es.',
  MODS_CONFLICT: 'Zwei Mods vertragen sich in diesen Versionen nicht; so startet der Server nicht.',
  OTHER_MODLOADER: 'Ein Mod ist für einen anderen Modloader und wird nicht geladen.',
  OWN_WAY_TO_START: 'Ein Mod lässt den Server auf eigene Art starten.',
  DUPLICATE_MOD: 'Zwei Jars enthalten denselben Mod; behalte eins.',
  SUSPICIOUS_MOD: 'Dieser Mod hält den Server vielleicht beim Laden an.',
  PLATFORMS_DIFFER: 'Plattformen widersprechen sich über diesen Mod; er ist dabei.',
  CATALOGUE_NOT_ASKED: 'Modrinth hat nicht rechtzeitig geantwortet; Mods nur für Clients können dabei sein.',
  WORLD_LEFT_OUT: 'Eine gespielte Welt bleibt draußen; „Welten aufnehmen“ nimmt sie mit.',
  ACCOUNT_FILES_FOUND:
    'Kontodateien gefunden: Sie bleiben aus jedem Serverpack, und das Modpack laden nur Absender und Betreiber.',
  SECRETS_LEFT_OUT:
    'Private Schlüssel und Passwörter bleiben draußen; im Modpack selbst kann sie jeder lesen.',
  RISKY_FILES_INCLUDED:
    'Programme, Listen von Rechten oder Geheimes kommt mit, weil „Dateien aufnehmen“ es nennt; sieh es dir vor dem Start an.',
  REMOTE_CONTROL_ON:
    'Die server.properties öffnet einen Port, über den sich der Server steuern oder ausfragen lässt.',
  ONLINE_MODE_OFF:
    'In der server.properties steht online-mode=false: Jeder kommt unter jedem Namen herein, auch dem eines Operators.',
  WHITELIST_WITHOUT_LIST:
    'In der server.properties steht white-list=true, und die Liste bleibt draußen: Niemand kommt herein.',
  SERVER_IP_EMPTIED:
    'In der server.properties steht unter server-ip eine Adresse vom Rechner des Autors; sie bleibt leer.',
  SECRETS_IN_SETTINGS:
    'In Einstellungen, die mitkommen, steht ein Token, ein Passwort oder die Adresse eines Webhooks; ersetze es.',
  QUOTES_IN_START_ARGS: 'Anführungszeichen in Startargumenten halten keine Leerzeichen zusammen.',
  AUTHORS_ARGS_LEFT_OUT:
    'Der Autor startet das Paket mit Argumenten für Java, die diesem Server-Pack fehlen.',
  WISHES_LEFT_OUT:
    'Was „Dateien aufnehmen“ nur mit einem Platzhalter meint oder gar nicht meinen darf, bleibt draußen.',
  DATA_PACKS_IN_ROOT:
    'Datenpakete liegen neben mods/, wo das Spiel sie nicht sucht; „Dateien aufnehmen“ mit „datapacks“ bringt sie in die Welt.',
  FILES_NOT_LINKED:
    'Im .mrpack liegen Dateien, die kein Host des Formats hat; wer es veröffentlicht, braucht dafür passende Lizenzen.',
  FILES_LEFT_OUT: 'Was vom Spielen oder vom Bauen des Packs übrig ist, bleibt draußen.',

  INTERNAL_ERROR: 'Beim Dienst ging etwas schief, auch nach mehreren Versuchen.',
  WORK_PROCESS_DIED: 'Der Prozess, der daran arbeitete, ist zweimal abgestürzt.',
  TASK_TIMED_OUT: 'Ein Schritt der Arbeit daran dauerte länger, als er darf.',
  STORAGE_FULL: 'Der Dienst hat keinen Platz mehr.',
  STORAGE_AWAY: 'Der Speicher des Dienstes ist nicht zu erreichen.',
  SCANNER_AWAY: 'Der Virenscanner des Dienstes ist nicht zu erreichen.',
  ADDED_MOD_REFUSED: 'Ein Mod, der dazukommen soll, ist nicht zu haben, passt nicht oder ist schädlich.',
  MALWARE_FOUND: 'Darin wurde Schadsoftware gefunden; das Modpack ist in Quarantäne.',
  CANCELLED: 'Ein Betreiber hat es abgebrochen.',

  FETCH_NO_LINK: 'Das Pack gibt für eine Datei keinen Link an.',
  FETCH_NO_HASH: 'Das Pack gibt für eine Datei keine Prüfsumme an.',
  FETCH_NOT_ALLOWED: 'Ein Link führt zu einer Adresse, von der nichts geholt wird.',
  FETCH_PRIVATE_ADDRESS: 'Ein Link führt in ein privates Netz.',
  FETCH_TOO_LARGE: 'Eine Datei, oder alle zusammen, sind größer als erlaubt.',
  FETCH_WRONG_SIZE: 'Eine Datei ist anders groß, als das Pack sagt.',
  FETCH_WRONG_HASH: 'Eine Datei ist eine andere, als das Pack meint.',
  FETCH_REFUSED: 'Der Server, bei dem eine Datei liegt, hat sie nicht oder gibt sie nicht heraus.',
  FETCH_BROKEN: 'Der Server, bei dem eine Datei liegt, antwortet mit etwas anderem oder bricht ab.',
  FETCH_TOO_SLOW: 'Eine Datei, oder alle zusammen, zu holen dauert länger als erlaubt.',
  FETCH_UNREACHABLE: 'Der Server, bei dem eine Datei liegt, ist nicht zu erreichen.',
  FETCH_FORBIDDEN_BY_AUTHOR: 'Der Autor eines Mods lässt ihn nur über den Launcher holen.',
  FETCH_UNKNOWN_FILE: 'Die Plattform kennt eine Datei nicht, die das Pack nennt.',
  FETCH_NO_KEY: 'CurseForge braucht einen Schlüssel, und der Betreiber hat keinen eingetragen.',
  FETCH_KEY_REFUSED: 'CurseForge nimmt den Schlüssel des Betreibers nicht an. Er muss ihn erneuern.',
  FETCH_OFF: 'Der Betreiber hat das Holen von Dateien abgeschaltet.',

  TOO_LARGE: 'Das ist größer als erlaubt.',
  UPLOAD_INTERRUPTED: 'Das Hochladen brach ab. Bitte versuche es noch einmal.',
} as const satisfies Readonly<Record<string, string>>;

/** The codes that are told in each language beside English. */
export type ProblemCode = keyof typeof problems;
