import type { ChoiceTexts, CommandTexts } from '../en/commands.ts';

export const commands: CommandTexts = {
  upload: { name: 'hochladen', description: 'Ein Modpack hochladen und ein Serverpack bekommen' },
  import: {
    name: 'importieren',
    description: 'Ein Modpack von seiner Seite holen und ein Serverpack bekommen',
  },
  addFiles: {
    name: 'dateien-bringen',
    description: 'Dateien schicken, auf die ein Modpack wartet und die man selbst herunterladen muss',
  },
  generate: {
    name: 'bauen',
    description: 'Aus einem Modpack, das schon da ist, ein weiteres Serverpack bauen',
  },
  preview: { name: 'vorschau', description: 'Vor dem Bauen sehen, was aus einem Modpack wegfiele' },
  download: { name: 'herunterladen', description: 'Den Link zu einem Serverpack bekommen' },
  vote: {
    name: 'abstimmen',
    description: 'Sagen, ob ein Serverpack läuft; du kannst es dir anders überlegen',
  },
  status: { name: 'status', description: 'Sehen, wie weit ein Modpack ist und welche Serverpacks es hat' },
  rename: {
    name: 'umbenennen',
    description: 'Einem Modpack, das du geschickt hast, einen anderen Namen geben',
  },
  delete: {
    name: 'löschen',
    description: 'Ein Modpack, das du geschickt hast, mit seinen Serverpacks löschen',
  },
  ownModPack: { name: 'modpack', description: 'Ein Modpack, das du geschickt hast, nach Name oder Nummer' },
  newName: { name: 'name', description: 'Sein neuer Name' },
  follow: {
    name: 'folgen',
    description: 'Diesem Kanal neue Versionen melden; ohne Angabe wird gezeigt, welche',
  },
  followed: {
    name: 'pack',
    description: 'Ein Modpack nach seinem Namen hier oder seiner Seite auf einer Plattform',
  },
  unfollow: { name: 'aufhören', description: 'Ob davon nichts mehr gemeldet wird' },
  crash: { name: 'absturz', description: 'Aus dem Log erfahren, warum ein Server nicht startet' },
  settings: {
    name: 'einstellungen',
    description: 'Einstellungen des Bots auf diesem Server; ohne Angabe werden sie gezeigt',
  },
  file: {
    name: 'datei',
    description: 'Das Modpack als zip oder .mrpack; ohne bekommst du einen Link für jede Größe',
  },
  missingFile: { name: 'datei', description: 'Eine der Dateien, wie ihre Seite sie gibt; der Name ist egal' },
  missingFile2: { name: 'datei-2', description: 'Eine weitere davon' },
  missingFile3: { name: 'datei-3', description: 'Eine weitere davon' },
  missingFile4: { name: 'datei-4', description: 'Eine weitere davon' },
  missingFile5: { name: 'datei-5', description: 'Eine weitere davon' },
  logFile: { name: 'datei', description: 'Das Log, etwa logs/latest.log oder ein Crash-Report, bis 50 MiB' },
  logText: {
    name: 'text',
    description: 'Oder der Teil davon, der von dem Fehler spricht, oder ein Link zu mclo.gs',
  },
  serverPackOfLog: {
    name: 'serverpack',
    description: 'Das Serverpack, das er ausführt, um das schuldige Jar zu finden',
  },
  link: {
    name: 'link',
    description:
      'Seine Seite bei Modrinth, CurseForge oder FTB, sein Repository, oder ein Link zu zip oder .mrpack',
  },
  gameVersion: {
    name: 'spielversion',
    description: 'Version des Spiels, etwa 1.20.1; kann fehlen, wenn das Pack sie sagt',
  },
  modloader: { name: 'modloader', description: 'Modloader des Servers; kann fehlen, wenn das Pack ihn sagt' },
  modloaderVersion: {
    name: 'modloader-version',
    description: 'Version des Modloaders, etwa 47.2.0; kann fehlen, wenn das Pack sie sagt',
  },
  startArgs: {
    name: 'startargumente',
    description: 'Argumente für Java, durch Leerzeichen getrennt, etwa -Xmx4G',
  },
  clientMods: {
    name: 'client-mods',
    description: 'Mods, die wegfallen: Anfänge ihrer Dateinamen, durch Kommas getrennt',
  },
  whitelistMods: {
    name: 'erlaubte-mods',
    description: 'Mods, die auf jeden Fall bleiben: Anfänge ihrer Dateinamen, durch Kommas getrennt',
  },
  includeFiles: {
    name: 'dateien-aufnehmen',
    description: 'Muster für Dateien, die sonst draußen blieben, etwa kubejs/assets, durch Kommas getrennt',
  },
  excludeFiles: {
    name: 'dateien-weglassen',
    description: 'Muster für Dateien, die draußen bleiben, etwa config/**/*.png, durch Kommas getrennt',
  },
  includeWorld: {
    name: 'welt-aufnehmen',
    description: 'Ob die Welt im Pack mitkommt; ohne Angabe bleibt sie weg',
  },
  format: {
    name: 'format',
    description: 'Was gebaut wird: ein Zip mit Startskripten oder ein .mrpack, das Programme installieren',
  },
  boot: {
    name: 'ausprobieren',
    description: 'Ob der Start ausprobiert wird, wo der Dienst das tut; die Karte sagt es dann',
  },
  automaticSides: {
    name: 'automatische-seiten',
    description: 'Ob Mods auch in bekannten Listen nachgeschlagen werden; ohne Angabe ja',
  },
  serverIcon: {
    name: 'server-icon',
    description: 'Ein PNG mit 64 mal 64 Pixeln; ohne gilt das des Packs oder ein übliches',
  },
  serverProperties: {
    name: 'server-properties',
    description: 'Eine server.properties, für alle lesbar; ohne gilt die des Packs oder eine übliche',
  },
  modPack: { name: 'modpack', description: 'Das Modpack, nach Name oder Nummer' },
  modPackToo: { name: 'modpack', description: 'Oder das Modpack, zusammen mit einer Konfiguration' },
  serverPack: {
    name: 'serverpack',
    description: 'Das Serverpack, nach dem Namen des Modpacks oder seiner Nummer',
  },
  runConfiguration: { name: 'konfiguration', description: 'Und die Konfiguration, mit der es gebaut wurde' },
  voteWord: { name: 'stimme', description: 'Ob es läuft' },
  channel: {
    name: 'kanal',
    description: 'Der eine Kanal, in dem hochgeladen, gebaut und heruntergeladen wird',
  },
  role: { name: 'rolle', description: 'Die Rolle, die zum Hochladen und Bauen nötig ist' },
  ownPacks: {
    name: 'nur-eigene-packs',
    description: 'Ob hier nur Packs dieses Servers gezeigt werden, und diese nirgends sonst',
  },
  reset: { name: 'aufheben', description: 'Eine Einstellung zurücknehmen' },
};

export const choices: ChoiceTexts = {
  up: 'läuft',
  down: 'läuft nicht',
  channel: 'Kanal',
  role: 'Rolle',
};
