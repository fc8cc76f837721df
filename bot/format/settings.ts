import type { Words } from '../../texts/bot.ts';
import { colours } from '../../texts/colours.ts';
import type { MessageBody } from '../message.ts';
import type { GuildSettings } from '../store.ts';

/** Shows a server's settings. */
export function settingsMessage(
  { channelId, roleId, ownPacksOnly }: GuildSettings,
  { settings }: Words,
): MessageBody {
  return {
    content: '',
    embeds: [
      {
        title: settings.title,
        color: colours.underWay,
        fields: [
          { name: settings.channel, value: channelId === null ? settings.anyChannel : `<#${channelId}>` },
          { name: settings.role, value: roleId === null ? settings.anyRole : `<@&${roleId}>` },
          { name: settings.ownPacks, value: ownPacksOnly ? settings.ownPacksOnly : settings.allPacks },
        ],
      },
    ],
    components: [],
  };
}
