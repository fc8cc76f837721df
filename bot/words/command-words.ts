import type { LocalizationMap } from 'discord.js';

interface Text {
  name: string;
  description: string;
}

/** Names and descriptions of commands and options, in each language. */
const texts = {
  upload: {
    en: { name: 'upload', description: 'Upload a modpack and get a server pack' },
    de: { name: 'hochladen', description: 'Ein Modpack hochladen und ein Serverpack bekommen' },
  },
  import: {
    en: { name: 'import', description: 'Fetch a modpack by its page or link and get a server pack' },
    de: {
      name: 'importieren',
      description: 'Ein Modpack von seiner Seite holen und ein Serverpack bekommen',
    },
  },
  generate: {
    en: {
      name: 'generate',
      description: 'Build another server pack from a modpack that was uploaded before',
    },
    de: { name: 'bauen', description: 'Aus einem Modpack, das schon da ist, ein weiteres Serverpack bauen' },
  },
  preview: {
    en: { name: 'preview', description: 'See what would be dropped from a modpack, before you generate' },
    de: { name: 'vorschau', description: 'Vor dem Bauen sehen, was aus einem Modpack wegfiele' },
  },
  download: {
    en: { name: 'download', description: 'Get the download link of a server pack' },
    de: { name: 'herunterladen', description: 'Den Link zu einem Serverpack bekommen' },
  },
  vote: {
    en: { name: 'vote', description: 'Say whether a server pack works; you can change your mind' },
    de: {
      name: 'abstimmen',
      description: 'Sagen, ob ein Serverpack läuft; du kannst es dir anders überlegen',
    },
  },
  status: {
    en: { name: 'status', description: 'See where a modpack stands and which server packs it has' },
    de: { name: 'status', description: 'Sehen, wie weit ein Modpack ist und welche Serverpacks es hat' },
  },
  crash: {
    en: { name: 'crash', description: 'Find out from its log why a server does not start' },
    de: { name: 'absturz', description: 'Aus dem Log erfahren, warum ein Server nicht startet' },
  },
  settings: {
    en: {
      name: 'settings',
      description: 'How this bot works on this server; without an option it shows that',
    },
    de: {
      name: 'einstellungen',
      description: 'Wie der Bot auf diesem Server arbeitet; ohne Angabe wird es gezeigt',
    },
  },
  file: {
    en: {
      name: 'file',
      description: 'The modpack as a zip or .mrpack; without it you get a link for files of any size',
    },
    de: {
      name: 'datei',
      description: 'Das Modpack als zip oder .mrpack; ohne bekommst du einen Link für jede Größe',
    },
  },
  logFile: {
    en: { name: 'file', description: 'The log, such as logs/latest.log or a crash report, up to 50 MiB' },
    de: { name: 'datei', description: 'Das Log, etwa logs/latest.log oder ein Crash-Report, bis 50 MiB' },
  },
  logText: {
    en: {
      name: 'text',
      description: 'Or the part of it that tells of the error, or a link to it on mclo.gs',
    },
    de: {
      name: 'text',
      description: 'Oder der Teil davon, der von dem Fehler spricht, oder ein Link zu mclo.gs',
    },
  },
  serverPackOfLog: {
    en: { name: 'server-pack', description: 'The server pack that it runs, to learn which jar is at fault' },
    de: {
      name: 'serverpack',
      description: 'Das Serverpack, das er ausführt, um das schuldige Jar zu finden',
    },
  },
  link: {
    en: {
      name: 'link',
      description: 'Its page on Modrinth or CurseForge, or an https link to a zip or .mrpack',
    },
    de: {
      name: 'link',
      description: 'Seine Seite bei Modrinth oder CurseForge, oder ein https-Link zu zip oder .mrpack',
    },
  },
  gameVersion: {
    en: {
      name: 'game-version',
      description: 'Version of the game, such as 1.20.1; may be left out if the pack says it',
    },
    de: {
      name: 'spielversion',
      description: 'Version des Spiels, etwa 1.20.1; kann fehlen, wenn das Pack sie sagt',
    },
  },
  modloader: {
    en: {
      name: 'modloader',
      description: 'Modloader that the server is to run; may be left out if the pack says it',
    },
    de: { name: 'modloader', description: 'Modloader des Servers; kann fehlen, wenn das Pack ihn sagt' },
  },
  modloaderVersion: {
    en: {
      name: 'modloader-version',
      description: 'Version of the modloader, such as 47.2.0; may be left out if the pack says it',
    },
    de: {
      name: 'modloader-version',
      description: 'Version des Modloaders, etwa 47.2.0; kann fehlen, wenn das Pack sie sagt',
    },
  },
  startArgs: {
    en: {
      name: 'start-args',
      description: 'Arguments for Java, separated by spaces, such as -Xmx4G',
    },
    de: {
      name: 'startargumente',
      description: 'Argumente für Java, durch Leerzeichen getrennt, etwa -Xmx4G',
    },
  },
  clientMods: {
    en: { name: 'client-mods', description: 'File name beginnings of mods to drop, separated by commas' },
    de: { name: 'client-mods', description: 'Anfänge der Dateinamen von Mods, die wegbleiben, mit Kommas' },
  },
  whitelistMods: {
    en: {
      name: 'whitelist-mods',
      description: 'File name beginnings of mods to keep whatever happens, separated by commas',
    },
    de: {
      name: 'erlaubte-mods',
      description: 'Anfänge der Dateinamen von Mods, die auf jeden Fall bleiben, mit Kommas',
    },
  },
  includeFiles: {
    en: {
      name: 'include-files',
      description:
        'Patterns of files to have in that would stay out, such as kubejs/assets, separated by commas',
    },
    de: {
      name: 'dateien-aufnehmen',
      description: 'Muster für Dateien, die sonst fehlten und mitkommen, etwa kubejs/assets, mit Kommas',
    },
  },
  excludeFiles: {
    en: {
      name: 'exclude-files',
      description: 'Patterns of files to leave out, such as config/**/*.png, separated by commas',
    },
    de: {
      name: 'dateien-weglassen',
      description: 'Muster für Dateien, die wegbleiben, etwa config/**/*.png, mit Kommas',
    },
  },
  includeWorld: {
    en: {
      name: 'include-world',
      description: 'Whether the world in the pack goes in; without this it stays out',
    },
    de: {
      name: 'welt-aufnehmen',
      description: 'Ob die Welt im Pack mitkommt; ohne Angabe bleibt sie weg',
    },
  },
  automaticSides: {
    en: {
      name: 'automatic-sides',
      description:
        'Whether what is known of mods from elsewhere than the pack counts, too; it does without this',
    },
    de: {
      name: 'automatische-seiten',
      description: 'Ob auch zählt, was anderswo über die Mods bekannt ist; ohne Angabe zählt es',
    },
  },
  serverIcon: {
    en: {
      name: 'server-icon',
      description: 'A PNG of 64 by 64 pixels; without it, that of the pack or a default',
    },
    de: {
      name: 'server-icon',
      description: 'Ein PNG mit 64 mal 64 Pixeln; ohne gilt das des Packs oder ein übliches',
    },
  },
  serverProperties: {
    en: {
      name: 'server-properties',
      description: 'A server.properties, for everybody to read; without it, that of the pack or a default',
    },
    de: {
      name: 'server-properties',
      description: 'Eine server.properties, für alle lesbar; ohne gilt die des Packs oder eine übliche',
    },
  },
  modPack: {
    en: { name: 'modpack', description: 'The modpack, by its name or number' },
    de: { name: 'modpack', description: 'Das Modpack, nach Name oder Nummer' },
  },
  modPackToo: {
    en: {
      name: 'modpack',
      description: 'Or the modpack, by its name or number, together with a run configuration',
    },
    de: { name: 'modpack', description: 'Oder das Modpack, zusammen mit einer Konfiguration' },
  },
  serverPack: {
    en: { name: 'server-pack', description: "The server pack, by its modpack's name or its own number" },
    de: { name: 'serverpack', description: 'Das Serverpack, nach dem Namen des Modpacks oder seiner Nummer' },
  },
  runConfiguration: {
    en: { name: 'run-configuration', description: 'And the run configuration that it was built with' },
    de: { name: 'konfiguration', description: 'Und die Konfiguration, mit der es gebaut wurde' },
  },
  voteWord: {
    en: { name: 'vote', description: 'Whether it works' },
    de: { name: 'stimme', description: 'Ob es läuft' },
  },
  channel: {
    en: { name: 'channel', description: 'The one channel in which people may upload, generate and download' },
    de: { name: 'kanal', description: 'Der eine Kanal, in dem hochgeladen, gebaut und heruntergeladen wird' },
  },
  role: {
    en: { name: 'role', description: 'The role that people need to upload and generate' },
    de: { name: 'rolle', description: 'Die Rolle, die zum Hochladen und Bauen nötig ist' },
  },
  ownPacks: {
    en: {
      name: 'own-packs-only',
      description: 'Whether only packs of this server are shown here, and these nowhere else',
    },
    de: {
      name: 'nur-eigene-packs',
      description: 'Ob hier nur Packs dieses Servers gezeigt werden, und diese nirgends sonst',
    },
  },
  reset: {
    en: { name: 'reset', description: 'Take a setting back' },
    de: { name: 'aufheben', description: 'Eine Einstellung zurücknehmen' },
  },
} as const satisfies Record<string, { en: Text; de: Text }>;

/** Names of the choices of options. */
const choiceTexts = {
  up: { en: 'up', de: 'läuft' },
  down: { en: 'down', de: 'läuft nicht' },
  channel: { en: 'channel', de: 'Kanal' },
  role: { en: 'role', de: 'Rolle' },
} as const satisfies Record<string, { en: string; de: string }>;

/** The name and the description of a command or an option, in every language. */
export function described(key: keyof typeof texts): Text & {
  name_localizations: LocalizationMap;
  description_localizations: LocalizationMap;
} {
  const { en, de } = texts[key];
  return {
    ...en,
    name_localizations: { de: de.name },
    description_localizations: { de: de.description },
  };
}

/** A choice of an option: `value` is what the bot gets, in every language. */
export function choice<Value extends keyof typeof choiceTexts>(
  value: Value,
): { name: string; value: Value; name_localizations: LocalizationMap } {
  const { en, de } = choiceTexts[value];
  return { name: en, value, name_localizations: { de } };
}
