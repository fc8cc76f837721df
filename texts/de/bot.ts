import { countsIn } from '../counts.ts';
import type { Words } from '../en/bot.ts';
import { problems } from './problems.ts';
import { servers } from './servers.ts';

const counted = countsIn('de');

/** By the gateway's codes; options have the names that the commands have in German (commands.ts). */
const told: Readonly<Record<string, string>> = {
  ...problems,
  WORLD_LEFT_OUT: 'Eine gespielte Welt bleibt draußen; „Welten aufnehmen“ auf der Seite nimmt sie mit.',
  RISKY_FILES_INCLUDED:
    'Programme, Listen von Rechten oder Geheimes kommt mit, weil „Dateien aufnehmen“ es nennt; sieh es dir vor dem Start an.',
  WISHES_LEFT_OUT:
    'Was „Dateien aufnehmen“ nur mit einem Platzhalter meint oder gar nicht meinen darf, bleibt draußen.',
};

/** Everything that people read from the bot, in German. */
export const bot: Words = {
  language: 'de',
  statuses: {
    QUEUED: 'In der Warteschlange',
    CHECKING: 'Das Modpack wird geprüft',
    CHECKED: 'Das Modpack hat die Prüfung bestanden',
    GENERATING: 'Das Serverpack wird gebaut',
    GENERATED: 'Fertig',
    ERROR: 'Fehlgeschlagen',
  },
  fetchingMods: 'Die Mods, die es nennt, werden geholt',
  units: ['Bytes', 'KiB', 'MiB', 'GiB', 'TiB'],
  ofBytes: (done, total) => `${done} von ${total}`,
  more: (left) => `… und ${left} weitere`,

  boots: servers.boots,
  changes: servers.changes,
  card: {
    changedSince: (serverPack) => `Geändert seit Serverpack ${serverPack}`,
    boot: 'Startet es?',
    untried: 'Der Dienst probiert das gerade nicht aus.',
    serverPack: 'Serverpack',
    modPack: 'Modpack',
    runConfiguration: 'Konfiguration',
    size: 'Größe',
    mods: 'Mods',
    keptAndDropped: (kept, dropped) => `${kept} behalten, ${dropped} weggelassen`,
    downloads: 'Downloads',
    votes: 'Stimmen',
    beforeStart: 'Vor dem ersten Start',
    toKnow: 'Gut zu wissen',
    leftOut: 'Draußen geblieben',
    moreWarnings: (left) => `und ${left} weitere in server-pack.json`,
    uploaded: 'Hochgeladen',
    stands: (status) => `${status}.`,
    serverPacks: (count) => `Serverpacks: ${count}`,
    serverPackLine: (size, downloads, votes) =>
      `${size}, ${counted(downloads, { one: 'Download', other: 'Downloads' })}. ${votes}`,
    older: (count) => `… und ${count} ältere`,
    none: 'Noch keine',
    modPackFooter: (modPack) => `Modpack ${modPack}`,
    quarantine: 'Quarantäne',
    quarantined:
      'In diesem Modpack wurde Schadsoftware gefunden: Bis ein Betreiber es freigibt, kann nichts davon heruntergeladen werden.',
  },

  buttons: {
    download: 'Herunterladen',
    works: 'Läuft',
    doesNotWork: 'Läuft nicht',
    dropped: 'Was fehlt?',
    hosts: 'Dateien für Hosts',
    upload: 'Hochladen',
    refresh: 'Aktualisieren',
    delete: 'Endgültig löschen',
    build: 'Mit diesen Angaben bauen',
    buildWithout: (jar) => `Ohne ${jar} bauen`,
    again: 'Noch einmal versuchen',
    newLink: 'Neuer Link',
    settings: 'Angaben ändern',
    boot: 'Startet es?',
    page: 'Webseite',
    unfollow: (line) => `${line} nicht mehr folgen`,
    earlier: 'Zurück',
    later: 'Weiter',
  },

  form: {
    title: 'Angaben zum Serverpack',
    gameVersion: 'Etwa 1.20.1; leer gilt die Version, die das Pack sagt',
    modloader: 'Etwa Fabric 0.15.6; leer gilt, was das Pack sagt',
    mods: 'Anfänge der Dateinamen, durch Kommas getrennt',
    startArgs: 'Für Java, durch Leerzeichen getrennt, etwa -Xmx4G',
    authorsStart: (args) => `Die des Autors: ${args}`,
    unknownModloader: (word, names) => `Einen Modloader ${word} gibt es hier nicht. Bekannt sind: ${names}.`,
  },

  underWay: {
    title: 'Ein Modpack ist unterwegs',
    receiving: (size) => `${size} werden empfangen`,
    fetching: 'Das Modpack wird geholt',
    waiting: 'Wartet auf das Hochladen',
    place: (place, waiting) => `Platz ${place} von ${waiting} in der Warteschlange`,
    serviceAway: ' (der Dienst ist weg; es wird auf ihn gewartet)',
    restart: (modPack) =>
      `Dieser Bot wird neu gestartet. Aktualisieren oder /status modpack:${modPack} zeigt, wie es ausgeht`,
    restartLink:
      'Dieser Bot wird neu gestartet; der Link bleibt gültig. Aktualisieren oder /status sagt, wie es ausging',
    silent: (modPack) =>
      `Discord lässt diesen Bot hier nach 15 Minuten nichts mehr sagen. Es geht trotzdem weiter: Aktualisieren oder /status modpack:${modPack} sagt, wie es ausging`,
    silentLink:
      'Discord lässt diesen Bot hier nach 15 Minuten nichts mehr sagen. Der Link bleibt gültig; Aktualisieren oder /status sagt, wie es ausging',
  },

  link: {
    press: 'Drücke den Knopf',
    open: (address) => `Öffne ${address} im Browser`,
    choose: (how) => `${how} und wähle das Modpack, oder schicke es mit curl:`,
    good: (until) =>
      `Der Link gilt für ein Modpack, bis ${until}. Wer ihn hat, kann ihn benutzen: Behalte ihn für dich.`,
    unused: 'Über deinen Link kam rechtzeitig nichts. Mit `/hochladen` bekommst du einen neuen.',
    refused: (reason) => `Was über deinen Link kam, wurde nicht angenommen: ${reason}`,
  },

  waiting: {
    scanner: (next) =>
      `Der Virenscanner des Dienstes ist nicht zu erreichen. Der nächste Versuch ist ${next}.`,
    room: (next) => `Die Festplatte des Dienstes ist voll. Der nächste Versuch ist ${next}.`,
  },

  hosts: {
    title: (name) => `${name} auf einem Host`,
    lead: 'Nimm die Datei für deinen Host. Sie holt dieses Serverpack oder führt das entpackte aus.',
  },

  missing: {
    lead: (until, modPack) =>
      `Die Autoren dieser Dateien erlauben nur das Herunterladen von Hand. Hole sie von ihren Seiten und schicke sie mit \`/dateien-bringen modpack:${modPack}\`; ${until} wird aufgegeben:`,
    taken: (name, path) => `${name} ist angenommen, als ${path}.`,
    notTaken: (refusal) => `Nicht angenommen: ${refusal}`,
    complete: 'Nichts fehlt mehr: Das Serverpack ist unterwegs.',
  },

  dropped: {
    title: (name) => `Weggelassen aus ${name}`,
    preview: (name) => `Was aus ${name} weggelassen würde`,
    none: 'Nichts wurde weggelassen.',
    java: servers.java,
    counts: (kept, dropped) => `${kept} Mods bleiben, ${dropped} fallen weg.`,
    reasons: {
      ADDED: 'auf Wunsch dazu',
      CATALOGUE: 'Server unterstützen ihn nicht, sagt seine Plattform',
      CLIENT_MODS: 'steht auf der Liste der Mods, die wegfallen',
      CLIENT_ONLY: 'sagt, dass er nur für Clients ist',
      EXCLUDED: 'steht bei den Dateien, die auszuschließen sind',
      DROP_LIST: 'steht auf einer gemeinsamen Liste',
      KNOWN_CLIENT_MOD: 'ist als Mod nur für Clients bekannt',
      CLIENT_CODE: 'hat nur Code für Clients',
      CLIENT_ENTRYPOINTS: 'wird nur von Clients gestartet',
      STOPS_SERVER: 'hält den Server beim Laden an',
      PACK_INDEX: 'das Pack sagt, dass Server ihn nicht brauchen',
      REQUIRED: 'bleibt, weil ein anderer Mod ihn braucht',
      SERVER_MOD: 'läuft auf einem Server',
      UNKNOWN_SIDE: 'bleibt, weil nichts sagt, wo er läuft',
      WHITELISTED: 'steht auf der Liste der Mods, die bleiben',
    },
  },

  crash: {
    ...servers.logs,
    title: 'Warum der Server nicht startet',
    nothing:
      'Nichts in diesem Log sagt, warum der Server nicht startete. Sein Ende oder ein Crash-Report sagt vielleicht mehr.',
    suspects: (names) => `Schuld, das Wahrscheinlichste zuerst: ${names}`,
  },

  ended: {
    done: (name, serverPack) => `${name} ist fertig: Serverpack ${serverPack}.`,
    failed: (name) => `Aus ${name} wurde kein Serverpack.`,
  },

  lines: {
    news: (line: string) => `Eine neue Version von \`${line}\` ist fertig:`,
    withdrawn: (line: string, name: string) =>
      `Die Plattform von \`${line}\` bietet diese Version nicht mehr an: ${name}`,
    offeredAgain: (line: string, name: string) =>
      `Die Plattform von \`${line}\` bietet diese Version wieder an: ${name}`,
    quarantined: (line: string, name: string) =>
      `In dieser Version von \`${line}\` wurde Schadsoftware gefunden, sie ist in Quarantäne: ${name}. Nimm sie von deinen Servern.`,
    follows: (line: string) => `Diesem Kanal wird jede neue Version von \`${line}\` gemeldet.`,
    stopped: (line: string) => `Diesem Kanal wird \`${line}\` nicht mehr gemeldet.`,
    here: (lines: string) => `Diesem Kanal werden neue Versionen von ${lines} gemeldet.`,
    none: 'Diesem Kanal werden keine neuen Versionen gemeldet. `/folgen pack:` mit einem Namen oder der Seite eines Modpacks ändert das.',
    unknown: (line: string) =>
      `Es gibt keine Reihe \`${line}\`. Wähle eine der vorgeschlagenen, oder gib die Seite des Modpacks auf Modrinth, CurseForge oder FTB an.`,
    tooMany: (most: number) => `Diesem Kanal werden schon ${most} Modpacks gemeldet, mehr geht nicht.`,
    mayNotWrite:
      'Dieser Bot darf hier nicht von sich aus schreiben. Er muss auf diesem Server sein und Kanäle ansehen, Nachrichten senden und Links einbetten dürfen.',
  },

  votes: {
    counts: ({ upVotes, downVotes }) =>
      upVotes + downVotes === 0 ? 'Noch keine Stimmen' : `Läuft bei ${upVotes}, scheitert bei ${downVotes}`,
    counted: (serverPack, works, counts) =>
      `Du sagst, dass Serverpack ${serverPack} ${works ? 'läuft' : 'nicht läuft'}. ${counts}.`,
    impossible:
      'Stimmen werden noch nicht gezählt: Wer diesen Bot betreibt, muss GATEWAY_TOKEN auf ein Token setzen, das abstimmen darf, damit jeder eine Stimme hat.',
  },

  own: {
    mayDelete: (name, modPack) =>
      `${name} (Modpack ${modPack}) mit allen Serverpacks löschen? Ihre Links gehen dann nicht mehr. Das lässt sich nicht rückgängig machen.`,
    deleted: (name, modPack) => `${name} (Modpack ${modPack}) ist gelöscht, mit seinen Serverpacks.`,
    renamed: (modPack, name) => `Modpack ${modPack} heißt jetzt ${name}.`,
    notYours: (modPack) =>
      `Du hast mit diesem Bot kein Modpack ${modPack} geschickt, oder es ist nicht mehr da. Nur wer ein Modpack geschickt hat, kann es umbenennen und löschen.`,
  },

  problem: (code, sentence) => told[code] ?? sentence,

  refused: {
    noModPack: (modPack) => `Es gibt kein Modpack ${modPack}.`,
    noServerPack: (serverPack) => `Es gibt kein Serverpack ${serverPack}.`,
    noRunConfiguration: (runConfiguration) => `Es gibt keine Konfiguration ${runConfiguration}.`,
    runFailed: (modPack) => `Aus Modpack ${modPack} wurde kein Serverpack:`,
    noReason: 'Kein Grund ist bekannt.',
    noLog:
      'Hänge das Log als `datei` an, oder gib seinen Link zu mclo.gs oder den Teil mit dem Fehler als `text` an.',
    logTooLarge: (name) => `${name} ist größer als 50 MiB. Das Ende eines Logs sagt am meisten: Schicke das.`,
    duplicate: 'Dieser Inhalt ist schon gespeichert.',
    attachmentGone: 'Discord gibt die angehängte Datei nicht heraus. Bitte hänge sie noch einmal an.',
    attachmentBroken: 'Discord brach mitten in der Datei ab. Bitte versuche es noch einmal.',
    tooSlow:
      'Das Modpack kam nicht in fünf Minuten, darum wurde es aufgegeben. Lade es herunter und nimm `/hochladen`, das Dateien jeder Größe annimmt.',
    tooManyOfYou: (most) => `Du hast schon ${most} davon unterwegs. Bitte warte, bis eines fertig ist.`,
    tooManyHere: (most) =>
      `Dieser Server hat schon ${most} davon unterwegs. Bitte warte, bis eines fertig ist.`,
    unknownCommand: 'Diesen Befehl kennt der Bot nicht mehr. Lade Discord neu, um seine Befehle zu sehen.',
    unknownButton: 'Diesen Knopf gibt es nicht mehr. /status und /herunterladen zeigen, was da ist.',
    forgotten: 'Der Bot kennt diese Angaben nicht mehr. Bitte nimm noch einmal den Befehl.',
    elsewhere: (channel) => `Auf diesem Server geht das in ${channel}.`,
    role: (role) => `Auf diesem Server dürfen das nur Leute mit der Rolle ${role}.`,
    notHere: 'Das geht nur auf Servern.',
    notAllowed: 'Das darf nur, wer diesen Server verwaltet.',
  },

  failed: {
    restarting: 'Dieser Bot wird neu gestartet. Bitte versuche es in einer Minute noch einmal.',
    away: 'Der Serverpack-Dienst ist gerade nicht zu erreichen. Bitte versuche es in einigen Minuten noch einmal.',
    busy: 'Der Serverpack-Dienst hat gerade zu viel zu tun. Bitte versuche es in einigen Minuten noch einmal.',
    tokenRefused:
      'Der Serverpack-Dienst weist das Token dieses Bots ab: Es ist falsch, widerrufen oder abgelaufen. Wer den Bot betreibt, muss ein neues in `GATEWAY_TOKEN` eintragen.',
    tokenNeeded:
      'Der Serverpack-Dienst tut das nur für Bots mit einem Token. Wer den Bot betreibt, muss `GATEWAY_TOKEN` setzen.',
    forbidden:
      'Das Token dieses Bots erlaubt das nicht. Wer den Bot betreibt, muss ein anderes in `GATEWAY_TOKEN` eintragen.',
    unexpected: (id) =>
      `Hier ging etwas schief. Wer den Bot betreibt, findet es in seinem Protokoll unter \`${id}\`.`,
  },

  settings: {
    title: 'Einstellungen dieses Bots auf diesem Server',
    channel: 'Kanal',
    anyChannel: 'Jeder',
    role: 'Wer hochladen und bauen darf',
    anyRole: 'Alle',
    ownPacks: 'Gezeigte Packs',
    ownPacksOnly: 'Nur die dieses Servers; andere Server sehen sie nicht',
    allPacks: 'Alle, die der Dienst hat',
    unsaved: 'Der Bot konnte das nicht speichern; nach einem Neustart ist es vergessen.',
  },
};
