import { ApplicationIntegrationType, InteractionContextType } from 'discord.js';

/** For commands that work on servers and in direct messages, however the bot was added. */
export const everywhere = {
  contexts: [
    InteractionContextType.Guild,
    InteractionContextType.BotDM,
    InteractionContextType.PrivateChannel,
  ],
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
};

/** For commands about a server that the bot is on. */
export const onServers = {
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
};
