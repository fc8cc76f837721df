import {
  ApplicationCommandOptionType,
  ChannelType,
  type ChatInputCommandInteraction,
  PermissionFlagsBits,
} from 'discord.js';
import { choice, described } from '../command-names.ts';
import { settingsMessage } from '../format/settings.ts';
import { textMessage } from '../message.ts';
import { Refusal } from '../refusal.ts';
import type { GuildSettings } from '../store.ts';
import type { Command } from './command.ts';
import { onServers } from './where.ts';

/** `/settings`: how the bot works on a server, for those who may manage it. */
export const settings: Command = {
  definition: {
    ...described('settings'),
    ...onServers,
    default_member_permissions: PermissionFlagsBits.ManageGuild.toString(),
    options: [
      {
        type: ApplicationCommandOptionType.Channel,
        ...described('channel'),
        channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
      },
      { type: ApplicationCommandOptionType.Role, ...described('role') },
      { type: ApplicationCommandOptionType.Boolean, ...described('ownPacks') },
      {
        type: ApplicationCommandOptionType.String,
        ...described('reset'),
        choices: [choice('channel'), choice('role')],
      },
    ],
  },
  visibility: 'private',
  governed: 'nowhere',
  starts: false,
  async run({ store, log }, interaction, reply) {
    const { guildId, memberPermissions } = interaction;
    if (guildId === null) throw new Refusal(({ refused }) => refused.notHere);
    if (!memberPermissions?.has(PermissionFlagsBits.ManageGuild))
      throw new Refusal(({ refused }) => refused.notAllowed);
    const before = store.settingsOf(guildId);
    const after = changed(before, interaction);
    const isChange = JSON.stringify(before) !== JSON.stringify(after);
    const stored = !isChange || (await isDone(store.set(guildId, after)));
    if (isChange) log.info({ server: guildId, ...after, stored }, 'A server has changed its settings');
    reply.show(settingsMessage(after, reply.words));
    if (!stored) await reply.aside(textMessage(reply.words.settings.unsaved));
  },
};

function changed(before: GuildSettings, { options }: ChatInputCommandInteraction): GuildSettings {
  const reset = options.getString('reset');
  return {
    channelId: options.getChannel('channel')?.id ?? (reset === 'channel' ? null : before.channelId),
    roleId: options.getRole('role')?.id ?? (reset === 'role' ? null : before.roleId),
    ownPacksOnly: options.getBoolean('own-packs-only') ?? before.ownPacksOnly,
  };
}

function isDone(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
