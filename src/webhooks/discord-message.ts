import type { Status } from '../../drizzle/schema.ts';
import { colours } from '../../texts/colours.ts';
import { escaped } from '../../texts/text.ts';
import type { News, VersionNews } from './message.ts';

const looks: Record<Status, { title: string; color: number }> = {
  QUEUED: { title: 'A server pack was asked for', color: colours.underWay },
  CHECKING: { title: 'A modpack is being checked', color: colours.underWay },
  CHECKED: { title: 'A modpack has passed its check', color: colours.underWay },
  GENERATING: { title: 'A server pack is being built', color: colours.underWay },
  GENERATED: { title: 'A server pack is ready', color: colours.done },
  ERROR: { title: 'A run has failed', color: colours.failed },
};

/** The number of errors shown; Discord accepts 6,000 characters in all. */
const mostErrors = 5;

/** The body for a Discord channel's webhook: one embed. Text from packs cannot format, link or mention anything. */
export function discordBody({ event, modPack, runConfiguration, downloadUrl }: News): string {
  const { title, color } = looks[event.status];
  const shown = event.errors.slice(0, mostErrors).map(({ error }) => `• ${escaped(error, 300)}`);
  const more = event.errors.length - shown.length;
  return message({
    title,
    color,
    description: [modPack && `**${escaped(modPack.name)}**`, ...shown, more > 0 && `and ${more} more`]
      .filter(Boolean)
      .join('\n'),
    ...(event.status === 'GENERATED' && downloadUrl !== null ? { url: downloadUrl } : {}),
    timestamp: event.timestamp.toISOString(),
    fields: runConfiguration
      ? [
          { name: 'Minecraft', value: escaped(runConfiguration.gameVersion), inline: true },
          {
            name: runConfiguration.modloader,
            value: escaped(runConfiguration.modloaderVersion),
            inline: true,
          },
        ]
      : [],
    footer: { text: `Modpack ${event.modPackId}` },
  });
}

/** The body of a message about news of a version. */
export function discordNewsBody({ kind, at, line, modPack }: VersionNews): string {
  const isGone = kind === 'WITHDRAWN';
  return message({
    title: isGone ? 'A platform offers a version no more' : 'A platform offers a version again',
    color: isGone ? colours.failed : colours.done,
    description: `**${escaped(modPack.name)}**`,
    timestamp: at.toISOString(),
    footer: { text: `Modpack ${modPack.id} of ${line}` },
  });
}

/** The body of a test message. */
export function discordTestBody(at: Date): string {
  return message({ title: 'This webhook works', color: colours.done, timestamp: at.toISOString() });
}

function message(embed: object): string {
  return JSON.stringify({ embeds: [embed], allowed_mentions: { parse: [] } });
}
