import type { HostFileKind } from '../../client/gql/schema.ts';
import type { Words } from '../../texts/bot.ts';
import { colours } from '../../texts/colours.ts';
import { escaped } from '../../texts/text.ts';
import type { FilesForHostsQuery } from '../gql/graphql.ts';
import type { MessageBody } from '../message.ts';
import type { LinkTo } from './links.ts';

/** Proper names, in all languages. */
const hosts: Record<HostFileKind, string> = {
  LINUX_COMMANDS: 'Linux, macOS',
  WINDOWS_COMMANDS: 'Windows',
  COMPOSE: 'Docker Compose',
  PTERODACTYL_EGG: 'Pterodactyl',
  PELICAN_EGG: 'Pelican',
  SYSTEMD_UNIT: 'systemd',
  PACKWIZ: 'packwiz',
};

type Hosted = NonNullable<FilesForHostsQuery['serverPack']>;

/** The files that put a server pack on a host, attached, and for which host each is. */
export function hostFilesMessage(
  { modPack, hostFiles, downloadUrl }: Hosted,
  { words, linkTo }: { words: Words; linkTo: LinkTo },
): MessageBody {
  // Their links are at the host that the bot asks, where the gateway knows no other.
  const given = new URL('/', downloadUrl).href;
  const meant = linkTo(given).href;
  const lines = hostFiles.map(({ kind, name }) => `**${hosts[kind]}**: ${escaped(name, 80)}`);
  return {
    content: '',
    embeds: [
      {
        title: words.hosts.title(escaped(modPack.title, 80)),
        color: colours.done,
        description: [words.hosts.lead, '', ...lines].join('\n'),
      },
    ],
    components: [],
    files: hostFiles.map(({ name, text }) => ({ name, text: text.replaceAll(given, meant) })),
  };
}
