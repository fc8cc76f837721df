import { countsIn } from '../counts.ts';
import { servers } from './servers.ts';

/** Replaces the gateway's sentences whose figures are about the bot's token and mean nothing to people. */
const englishProblems: Readonly<Record<string, string>> = {
  STORAGE_FULL: 'The server pack service has no room left for this.',
  TOO_LARGE: 'This is larger than the server pack service accepts.',
};

const counted = countsIn('en');

/** Everything that people read from the bot, in English. Names and texts of others come in escaped already. */
export const bot = {
  language: 'en',
  statuses: {
    QUEUED: 'Queued',
    CHECKING: 'Checking the modpack',
    CHECKED: 'The modpack passed its checks',
    GENERATING: 'Building the server pack',
    GENERATED: 'Ready',
    ERROR: 'Failed',
  },
  fetchingMods: 'Fetching the mods that it names',
  units: ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'],
  ofBytes: (done: string, total: string) => `${done} of ${total}`,
  more: (left: number) => `… and ${left} more`,

  boots: servers.boots,
  changes: servers.changes,
  card: {
    changedSince: (serverPack: number) => `Changed since server pack ${serverPack}`,
    boot: 'Does it start?',
    untried: 'The service does not try this now.',
    serverPack: 'Server pack',
    modPack: 'Modpack',
    runConfiguration: 'Run configuration',
    size: 'Size',
    mods: 'Mods',
    keptAndDropped: (kept: number, dropped: number) => `${kept} kept, ${dropped} dropped`,
    downloads: 'Downloads',
    votes: 'Votes',
    beforeStart: 'Before the first start',
    toKnow: 'Good to know',
    leftOut: 'Left out',
    moreWarnings: (left: number) => `and ${left} more in server-pack.json`,
    uploaded: 'Uploaded',
    stands: (status: string) => `${status}.`,
    serverPacks: (count: number) => `Server packs: ${count}`,
    serverPackLine: (size: string, downloads: number, votes: string) =>
      `${size}, ${counted(downloads, { one: 'download', other: 'downloads' })}. ${votes}`,
    older: (count: number) => `… and ${count} older`,
    none: 'None yet',
    modPackFooter: (modPack: number) => `Modpack ${modPack}`,
    quarantine: 'Quarantine',
    quarantined:
      'Malware was found in this modpack: nothing of it can be downloaded until an operator releases it.',
  },

  buttons: {
    download: 'Download',
    works: 'Works',
    doesNotWork: 'Does not work',
    dropped: 'What was dropped?',
    hosts: 'Host files',
    upload: 'Upload',
    refresh: 'Refresh',
    delete: 'Delete for good',
    build: 'Build with these settings',
    buildWithout: (jar: string) => `Build without ${jar}`,
    again: 'Try again',
    newLink: 'New link',
    settings: 'Change settings',
    boot: 'Does it start?',
    page: 'Web page',
    unfollow: (line: string) => `Stop following ${line}`,
    earlier: 'Back',
    later: 'Next',
  },

  form: {
    title: 'Settings of the server pack',
    gameVersion: 'Such as 1.20.1; left empty, the version that the pack says',
    modloader: 'Such as Fabric 0.15.6; left empty, what the pack says',
    mods: 'Beginnings of file names, separated by commas',
    startArgs: 'For Java, separated by spaces, such as -Xmx4G',
    authorsStart: (args: string) => `The author's: ${args}`,
    unknownModloader: (word: string, names: string) =>
      `There is no modloader ${word} here. These are known: ${names}.`,
  },

  underWay: {
    title: 'A modpack on its way',
    receiving: (size: string) => `Receiving ${size}`,
    fetching: 'Fetching the modpack',
    waiting: 'Waiting for the upload',
    place: (place: number, waiting: number) => `Place ${place} of ${waiting} in the queue`,
    serviceAway: ' (the service is away; waiting for it)',
    restart: (modPack: number) =>
      `This bot is being restarted. Refresh or /status modpack:${modPack} shows how it ends`,
    restartLink: 'This bot is being restarted; the link stays valid. Refresh or /status shows how it ends',
    silent: (modPack: number) =>
      `Discord does not let this bot go on here after 15 minutes. It goes on elsewhere: Refresh or /status modpack:${modPack} tells the rest`,
    silentLink:
      'Discord does not let this bot go on here after 15 minutes. The link stays valid; Refresh or /status shows how it ends',
  },

  link: {
    press: 'Press the button',
    open: (address: string) => `Open ${address} in your browser`,
    choose: (how: string) => `${how} and choose the modpack, or send it with curl:`,
    good: (until: string) =>
      `The link is valid for one modpack, until ${until}. Everybody who has it can use it, so keep it to yourself.`,
    unused: 'Nothing was uploaded by your link in time. Use `/upload` again for a new one.',
    refused: (reason: string) => `The file sent by your link was not accepted: ${reason}`,
  },

  waiting: {
    scanner: (next: string) => `The malware scanner of the service is away. Next retry ${next}.`,
    room: (next: string) => `The disk of the service is full. Next retry ${next}.`,
  },

  hosts: {
    title: (name: string) => `${name} on a host`,
    lead: 'Take the file for your host. It fetches this server pack, or runs it once it is unpacked.',
  },

  missing: {
    lead: (until: string, modPack: number) =>
      `The authors of these files allow downloads by hand only. Get them from their pages and send them with \`/add-files modpack:${modPack}\`; this gives up ${until}:`,
    taken: (name: string, path: string) => `${name} is accepted, as ${path}.`,
    notTaken: (refusal: string) => `Not accepted: ${refusal}`,
    complete: 'Nothing is missing any more: the server pack is on its way.',
  },

  dropped: {
    title: (name: string) => `Dropped from ${name}`,
    preview: (name: string) => `What would be dropped from ${name}`,
    none: 'Nothing was dropped.',
    java: servers.java,
    counts: (kept: number, dropped: number) => `${kept} mods are kept, ${dropped} dropped.`,
    reasons: {
      ADDED: 'added by request',
      CATALOGUE: 'servers do not support it according to its platform',
      CLIENT_MODS: 'on the list of mods to drop',
      CLIENT_ONLY: 'says that it is for clients only',
      EXCLUDED: 'named by a pattern of files to leave out',
      DROP_LIST: 'on a drop list',
      KNOWN_CLIENT_MOD: 'known to be for clients only',
      CLIENT_CODE: 'has code for clients only',
      CLIENT_ENTRYPOINTS: 'is started by clients only',
      STOPS_SERVER: 'stops the server as it is loaded',
      PACK_INDEX: 'the pack says that servers do not need it',
      REQUIRED: 'kept, since another mod needs it',
      SERVER_MOD: 'works on a server',
      UNKNOWN_SIDE: 'kept, since nothing says where it works',
      WHITELISTED: 'on the list of mods to keep',
    },
  },

  crash: {
    ...servers.logs,
    title: 'Why the server does not start',
    nothing:
      'Nothing in this log says why the server did not start. Its end, or a crash report, may tell more.',
    suspects: (names: string) => `At fault, most likely first: ${names}`,
  },

  ended: {
    done: (name: string, serverPack: number) => `${name} is ready: server pack ${serverPack}.`,
    failed: (name: string) => `${name} could not be turned into a server pack.`,
  },

  lines: {
    news: (line: string) => `A new version of \`${line}\` is ready:`,
    withdrawn: (line: string, name: string) =>
      `The platform of \`${line}\` offers this version no more: ${name}`,
    offeredAgain: (line: string, name: string) =>
      `The platform of \`${line}\` offers this version again: ${name}`,
    quarantined: (line: string, name: string) =>
      `Malware was found in this version of \`${line}\`, which is in quarantine: ${name}. Take it off your servers.`,
    follows: (line: string) => `This channel is told of each new version of \`${line}\`.`,
    stopped: (line: string) => `This channel is told no more of \`${line}\`.`,
    here: (lines: string) => `This channel is told of new versions of ${lines}.`,
    none: 'This channel is told of no new versions. `/follow pack:` with a name or the page of a modpack changes that.',
    unknown: (line: string) =>
      `There is no line \`${line}\`. Choose one of those proposed, or give the page of the modpack on Modrinth, CurseForge or FTB.`,
    tooMany: (most: number) => `This channel is told of ${most} modpacks already, which is the most.`,
    mayNotWrite:
      'This bot may not write here by itself. It needs to be on this server, with View Channel, Send Messages and Embed Links.',
  },

  votes: {
    counts: ({ upVotes, downVotes }: { upVotes: number; downVotes: number }) =>
      upVotes + downVotes === 0 ? 'No votes yet' : `Works for ${upVotes}, fails for ${downVotes}`,
    counted: (serverPack: number, works: boolean, counts: string) =>
      `You say that server pack ${serverPack} ${works ? 'works' : 'does not work'}. ${counts}.`,
    impossible:
      'Votes cannot be counted yet: the operator of this bot has to set GATEWAY_TOKEN to a token that may vote, so that each person votes once.',
  },

  own: {
    mayDelete: (name: string, modPack: number) =>
      `Delete ${name} (modpack ${modPack}) with all its server packs? Their links will no longer work. This cannot be undone.`,
    deleted: (name: string, modPack: number) =>
      `${name} (modpack ${modPack}) is deleted, with its server packs.`,
    renamed: (modPack: number, name: string) => `Modpack ${modPack} is called ${name} now.`,
    notYours: (modPack: number) =>
      `You have sent no modpack ${modPack} by this bot, or it is gone. Only whoever sent a modpack can rename and delete it.`,
  },

  /** The gateway says problems in English, with a code. */
  problem: (code: string, sentence: string): string => englishProblems[code] ?? sentence,

  refused: {
    noModPack: (modPack: number) => `There is no modpack ${modPack}.`,
    noServerPack: (serverPack: number) => `There is no server pack ${serverPack}.`,
    noRunConfiguration: (runConfiguration: number) => `There is no run configuration ${runConfiguration}.`,
    runFailed: (modPack: number) => `Modpack ${modPack} could not be turned into a server pack:`,
    noReason: 'No reason was recorded.',
    noLog:
      'Attach the log as a `file`, or give its link on mclo.gs or the part that tells of the error as `text`.',
    logTooLarge: (name: string) => `${name} is larger than 50 MiB. The end of a log says most: send that.`,
    duplicate: 'This content is stored already.',
    attachmentGone: 'Discord does not hand out the attached file. Please attach it again.',
    attachmentBroken: 'Discord broke off in the middle of the file. Please try again.',
    tooSlow:
      'The modpack has not come within five minutes, so this was given up. Download it and use `/upload`, which takes files of any size.',
    tooManyOfYou: (most: number) =>
      `You have ${most} of these under way already. Please wait until one has ended.`,
    tooManyHere: (most: number) =>
      `This server has ${most} of these under way already. Please wait until one has ended.`,
    unknownCommand: 'This bot does not know this command any more. Reload Discord to see its commands.',
    unknownButton: 'This button is no longer in use. /status and /download show what there is.',
    forgotten: 'This bot no longer knows these settings. Please use the command again.',
    elsewhere: (channel: string) => `On this server, this is done in ${channel}.`,
    role: (role: string) => `On this server, only people with the role ${role} may do this.`,
    notHere: 'This works on servers only.',
    notAllowed: 'Only those who may manage this server may do this.',
  },

  failed: {
    restarting: 'This bot is being restarted. Please try again in a minute.',
    away: 'The server pack service cannot be reached right now. Please try again in a few minutes.',
    busy: 'The server pack service has too much to do right now. Please try again in a few minutes.',
    tokenRefused:
      "The server pack service refuses this bot's token: it is wrong, revoked or expired. The operator of this bot has to put a new one into `GATEWAY_TOKEN`.",
    tokenNeeded:
      'The server pack service does this only for bots with a token. The operator of this bot has to set `GATEWAY_TOKEN`.',
    forbidden:
      "This bot's token does not allow this. The operator of this bot has to put another one into `GATEWAY_TOKEN`.",
    unexpected: (id: string) =>
      `Something went wrong here. The operator of this bot finds it in the log under \`${id}\`.`,
  },

  settings: {
    title: 'Settings of this bot on this server',
    channel: 'Channel',
    anyChannel: 'Any',
    role: 'Who may upload and build',
    anyRole: 'Everybody',
    ownPacks: 'Packs shown',
    ownPacksOnly: 'Those of this server only; other servers do not see them',
    allPacks: 'All that the service has',
    unsaved: 'This bot could not store that; it is forgotten when the bot is restarted.',
  },
};

/** The texts that each language must have. */
export type Words = typeof bot;
