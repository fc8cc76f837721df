import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIEmbedField,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import { voteButtonId } from '../buttons/vote-id.ts';
import { graphql } from '../gql/gql.ts';
import type {
  ModPackCardFragment,
  ProblemLineFragment,
  RunConfigurationLineFragment,
  ServerPackCardFragment,
  Status,
} from '../gql/graphql.ts';
import type { MessageBody } from '../message.ts';
import { modloaderNames } from '../modloaders.ts';
import type { Link, LinkTo } from './links.ts';
import { bytes, escaped } from './text.ts';

graphql(`
  fragment RunConfigurationLine on RunConfiguration {
    databaseId
    gameVersion
    modloader
    modloaderVersion
  }
`);
graphql(`
  fragment ServerPackCard on ServerPack {
    databaseId
    size
    downloads
    confirmedWorking
    dateCreated
    downloadUrl
    keptCount
    droppedCount
    modPack {
      databaseId
      name
    }
    runConfiguration {
      ...RunConfigurationLine
    }
  }
`);
graphql(`
  fragment ModPackCard on ModPack {
    databaseId
    name
    size
    status
    dateCreated
    serverPacks(last: 10) {
      totalCount
      nodes {
        databaseId
        size
        downloads
        confirmedWorking
        runConfiguration {
          ...RunConfigurationLine
        }
      }
    }
  }
`);
graphql(`
  fragment ProblemLine on Problem {
    error
    entry
  }
`);

const colours = { underWay: 0x58_65_f2, done: 0x3b_a5_5d, failed: 0xed_42_45 };

const statusWords: Record<Status, string> = {
  QUEUED: 'Waiting for its turn',
  CHECKING: 'Checking the modpack',
  CHECKED: 'The modpack passed its checks',
  GENERATING: 'Building the server pack',
  GENERATED: 'The server pack is built',
  ERROR: 'Failed',
};

/** `Forge 47.2.0, Minecraft 1.20.1`, ready to send. */
export function runConfigurationText(configuration: {
  gameVersion: string;
  modloader: RunConfigurationLineFragment['modloader'];
  modloaderVersion: string;
}): string {
  const { gameVersion, modloader, modloaderVersion } = configuration;
  return `${modloaderNames[modloader]} ${escaped(modloaderVersion, 40)}, Minecraft ${escaped(gameVersion, 40)}`;
}

/** A server pack that is built: what it is, where to get it, and how to vote for it. */
export function serverPackMessage(pack: ServerPackCardFragment, linkTo: LinkTo): MessageBody {
  const link = linkTo(pack.downloadUrl);
  const fields: APIEmbedField[] = [
    { name: 'Server pack', value: `${pack.databaseId}`, inline: true },
    { name: 'Modpack', value: `${pack.modPack.databaseId}`, inline: true },
    { name: 'Run configuration', value: `${pack.runConfiguration.databaseId}`, inline: true },
    { name: 'Size', value: bytes(pack.size), inline: true },
    { name: 'Mods', value: `${pack.keptCount} kept, ${pack.droppedCount} dropped`, inline: true },
    { name: 'Downloads', value: `${pack.downloads}`, inline: true },
    { name: 'Confirmed working', value: `${pack.confirmedWorking}`, inline: true },
    ...(link.url === null ? [{ name: 'Download', value: link.text }] : []),
  ];
  return {
    content: '',
    embeds: [
      {
        title: escaped(pack.modPack.name, 120),
        description: runConfigurationText(pack.runConfiguration),
        color: colours.done,
        fields,
        timestamp: pack.dateCreated,
        footer: { text: 'Server pack' },
      },
    ],
    components: [buttons(pack.databaseId, link)],
  };
}

function buttons(serverPack: number, link: Link): APIActionRowComponent<APIButtonComponent> {
  const download: APIButtonComponent[] =
    link.url === null
      ? []
      : [{ type: ComponentType.Button, style: ButtonStyle.Link, label: 'Download', url: link.url }];
  return {
    type: ComponentType.ActionRow,
    components: [
      ...download,
      {
        type: ComponentType.Button,
        style: ButtonStyle.Success,
        label: 'Works',
        custom_id: voteButtonId({ serverPack, vote: 'UP' }),
      },
      {
        type: ComponentType.Button,
        style: ButtonStyle.Danger,
        label: 'Does not work',
        custom_id: voteButtonId({ serverPack, vote: 'DOWN' }),
      },
    ],
  };
}

/** Something that has not ended yet: the modpack's name and what is being done with it; both plain text. */
export function underWayMessage(name: string, state: string, modPack: number | null): MessageBody {
  return {
    content: '',
    embeds: [
      {
        title: escaped(name, 120),
        color: colours.underWay,
        description: `⏳ ${escaped(state)}`,
        ...(modPack === null ? {} : { footer: { text: `Modpack ${modPack}` } }),
      },
    ],
    components: [],
  };
}

/** Where the caller uploads a modpack, for the caller alone: by browser or by curl. */
export function uploadLinkMessage({ href, url, text }: Link, expires: Date): MessageBody {
  const browser = url === null ? `Open ${text} in your browser` : 'Press the button';
  const button: APIButtonComponent[] =
    url === null ? [] : [{ type: ComponentType.Button, style: ButtonStyle.Link, label: 'Upload', url }];
  return {
    content: [
      `${browser} and choose the modpack, or send it with curl:`,
      `\`\`\`sh\ncurl -F file=@modpack.zip '${href.replaceAll(/['`]/g, encodeURIComponent)}'\n\`\`\``,
      `The link is good for one modpack, until <t:${Math.floor(expires.getTime() / 1000)}:t>. Whoever has it can use it, so keep it to yourself.`,
    ].join('\n'),
    embeds: [],
    components: button.length === 0 ? [] : [{ type: ComponentType.ActionRow, components: button }],
  };
}

/** What a status means, in words. */
export function statusText(status: Status): string {
  return statusWords[status];
}

/** A modpack as it stands, with its newest server packs and, when its last run failed, the reasons. */
export function modPackMessage(
  pack: ModPackCardFragment,
  problems: readonly ProblemLineFragment[],
): MessageBody {
  const { nodes, totalCount } = pack.serverPacks;
  const list = nodes.map(
    ({ databaseId, runConfiguration, size, downloads, confirmedWorking }) =>
      `**${databaseId}** ${runConfigurationText(runConfiguration)}: ${bytes(size)}, ${downloads} downloads, ${confirmedWorking} confirmed`,
  );
  const older = totalCount > nodes.length ? [`… and ${totalCount - nodes.length} older ones`] : [];
  const failed = pack.status === 'ERROR';
  return {
    content: '',
    embeds: [
      {
        title: escaped(pack.name, 120),
        color: failed ? colours.failed : pack.status === 'GENERATED' ? colours.done : colours.underWay,
        description: [`${statusText(pack.status)}.`, ...(failed ? problemLines(problems) : [])].join('\n'),
        fields: [
          { name: 'Modpack', value: `${pack.databaseId}`, inline: true },
          { name: 'Size', value: bytes(pack.size), inline: true },
          {
            name: `Server packs: ${totalCount}`,
            value: [...list, ...older].join('\n').slice(0, 1024) || 'None yet',
          },
        ],
        timestamp: pack.dateCreated,
        footer: { text: 'Uploaded' },
      },
    ],
    components: [],
  };
}

/** At most so many problems are listed. */
const mostProblems = 5;

/** Why a run failed, a line each, ready to send. */
export function problemLines(problems: readonly ProblemLineFragment[]): string[] {
  const lines = problems
    .slice(0, mostProblems)
    .map(({ error, entry }) => `• ${escaped(error, 150)}${entry === null ? '' : ` (${escaped(entry, 60)})`}`);
  const more = problems.length - lines.length;
  return more > 0 ? [...lines, `… and ${more} more`] : lines;
}
