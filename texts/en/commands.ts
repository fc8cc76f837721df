/** Names and descriptions of commands and options, in English. */
export const commands = {
  upload: { name: 'upload', description: 'Upload a modpack and get a server pack' },
  import: { name: 'import', description: 'Fetch a modpack by its page or link and get a server pack' },
  addFiles: {
    name: 'add-files',
    description: 'Send files that a modpack waits for, which must be downloaded by hand',
  },
  generate: {
    name: 'generate',
    description: 'Build another server pack from a modpack that was uploaded before',
  },
  preview: { name: 'preview', description: 'See what would be dropped from a modpack, before you build' },
  download: { name: 'download', description: 'Get the download link of a server pack' },
  vote: { name: 'vote', description: 'Say whether a server pack works; you can change your mind' },
  status: { name: 'status', description: 'See where a modpack stands and which server packs it has' },
  rename: { name: 'rename', description: 'Give a modpack that you sent another name' },
  delete: { name: 'delete', description: 'Delete a modpack that you sent, with its server packs' },
  ownModPack: { name: 'modpack', description: 'A modpack that you sent, by its name or number' },
  newName: { name: 'name', description: 'Its new name' },
  follow: {
    name: 'follow',
    description: 'Tell this channel of new versions; without an option it shows of which',
  },
  followed: { name: 'pack', description: 'A modpack by its name here, or by its page on a platform' },
  crash: { name: 'crash', description: 'Find out from its log why a server does not start' },
  settings: {
    name: 'settings',
    description: 'Settings of this bot on this server; without an option it shows them',
  },
  file: {
    name: 'file',
    description: 'The modpack as a zip or .mrpack; without it you get a link for files of any size',
  },
  missingFile: {
    name: 'file',
    description: 'One of the files, as its page gives it; its name does not matter',
  },
  missingFile2: { name: 'file-2', description: 'Another of them' },
  missingFile3: { name: 'file-3', description: 'Another of them' },
  missingFile4: { name: 'file-4', description: 'Another of them' },
  missingFile5: { name: 'file-5', description: 'Another of them' },
  logFile: { name: 'file', description: 'The log, such as logs/latest.log or a crash report, up to 50 MiB' },
  logText: {
    name: 'text',
    description: 'Or the part of it that tells of the error, or a link to it on mclo.gs',
  },
  serverPackOfLog: {
    name: 'server-pack',
    description: 'The server pack that it runs, to learn which jar is at fault',
  },
  link: {
    name: 'link',
    description: 'Its page on Modrinth, CurseForge or FTB, its repository, or a link to a zip or .mrpack',
  },
  modPack: { name: 'modpack', description: 'The modpack, by its name or number' },
  serverPack: {
    name: 'server-pack',
    description: "The server pack, by its modpack's name or its own number",
  },
  voteWord: { name: 'vote', description: 'Whether it works' },
  channel: {
    name: 'channel',
    description: 'The one channel in which people may upload, build and download',
  },
  role: { name: 'role', description: 'The role that people need to upload and build' },
  ownPacks: {
    name: 'own-packs-only',
    description: 'Whether to show only packs of this server here, and to show them nowhere else',
  },
  reset: { name: 'reset', description: 'Reset a setting' },
};

/** Names of the choices of options. */
export const choices = {
  up: 'up',
  down: 'down',
  channel: 'channel',
  role: 'role',
};

export type CommandTexts = typeof commands;
export type ChoiceTexts = typeof choices;
