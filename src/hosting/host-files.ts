import { modloaderServers } from '../modloaders/servers/index.ts';
import { linuxCommands, packwizCommands, windowsCommands } from './commands.ts';
import { composeFile } from './compose.ts';
import { pelicanEgg, pterodactylEgg } from './eggs.ts';
import type { HostedPack } from './hosted-pack.ts';
import { systemdUnit } from './systemd-unit.ts';

/** The kinds of host files, with their titles and file names. */
export const hostFileKinds = {
  LINUX_COMMANDS: {
    file: 'fetch-and-start.sh',
    what: 'Shell commands that fetch and start the server pack.',
  },
  WINDOWS_COMMANDS: {
    file: 'fetch-and-start.ps1',
    what: 'PowerShell commands that fetch and start the server pack.',
  },
  COMPOSE: {
    file: 'compose.yaml',
    what: 'Docker Compose, with the image itzg/minecraft-server; not for LegacyFabric.',
  },
  PTERODACTYL_EGG: { file: 'egg-pterodactyl.json', what: 'An egg for the panel Pterodactyl.' },
  PELICAN_EGG: { file: 'egg-pelican.json', what: 'An egg for the panel Pelican.' },
  SYSTEMD_UNIT: { file: 'minecraft.service', what: 'A unit for systemd that runs the unpacked server pack.' },
  PACKWIZ: {
    file: 'packwiz.sh',
    what: 'Shell commands that install or update the server pack with packwiz-installer.',
  },
} as const;

export type HostFileKind = keyof typeof hostFileKinds;

/** A text that installs or runs a server pack on some host. */
export interface HostFile {
  kind: HostFileKind;
  name: string;
  text: string;
  serverPackId: number;
}

/** All host files of a server pack, in the order in which pages list them. */
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
  // The other texts unpack a zip and start its server.
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
