import { modloaderServers } from '../modloaders/servers/index.ts';
import { linuxCommands, packwizCommands, windowsCommands } from './commands.ts';
import { composeFile } from './compose.ts';
import { pelicanEgg, pterodactylEgg } from './eggs.ts';
import type { HostedPack } from './hosted-pack.ts';
import { systemdUnit } from './systemd-unit.ts';

/** The kinds of host files, by their names for people and as files. */
export const hostFileKinds = {
  LINUX_COMMANDS: { file: 'fetch-and-start.sh', what: 'Lines for a shell that fetch, check and start it.' },
  WINDOWS_COMMANDS: { file: 'fetch-and-start.ps1', what: 'The same for PowerShell.' },
  COMPOSE: {
    file: 'compose.yaml',
    what: 'For Docker Compose, with the image itzg/minecraft-server; not for LegacyFabric, which that image does not know.',
  },
  PTERODACTYL_EGG: { file: 'egg-pterodactyl.json', what: 'An egg for the panel Pterodactyl.' },
  PELICAN_EGG: { file: 'egg-pelican.json', what: 'An egg for the panel Pelican.' },
  SYSTEMD_UNIT: { file: 'minecraft.service', what: 'A unit for systemd that runs the unpacked server pack.' },
  PACKWIZ: {
    file: 'packwiz.sh',
    what: 'Lines for a shell that install it by packwiz-installer; run again, they fetch what has changed.',
  },
} as const;

export type HostFileKind = keyof typeof hostFileKinds;

/** A text that puts a server pack to work somewhere. */
export interface HostFile {
  kind: HostFileKind;
  /** The file's name. */
  name: string;
  text: string;
  /** The number of the server pack. */
  serverPackId: number;
}

/** Every text there is for a server pack, in the order in which pages show them. */
export function hostFilesOf(pack: HostedPack): HostFile[] {
  const file = (kind: HostFileKind, text: string): HostFile => ({
    kind,
    name: hostFileKinds[kind].file,
    text,
    serverPackId: pack.id,
  });
  const text = composeFile(pack, modloaderServers[pack.modloader](pack.gameVersion));
  const compose = text === null ? [] : [file('COMPOSE', text)];
  const packwiz = file('PACKWIZ', packwizCommands(pack));
  // The other texts unpack a zip and start what is in it.
  if (pack.format !== 'ZIP') return [...compose, packwiz];
  return [
    file('LINUX_COMMANDS', linuxCommands(pack)),
    file('WINDOWS_COMMANDS', windowsCommands(pack)),
    ...compose,
    file('PTERODACTYL_EGG', pterodactylEgg(pack)),
    file('PELICAN_EGG', pelicanEgg(pack)),
    file('SYSTEMD_UNIT', systemdUnit(pack)),
    packwiz,
  ];
}
