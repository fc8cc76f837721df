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
  modPack: { name: 'modpack', description: 'Das Modpack, nach Name oder Nummer' },
  serverPack: {
    name: 'serverpack',
    description: 'Das Serverpack, nach dem Namen des Modpacks oder seiner Nummer',
  },
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
