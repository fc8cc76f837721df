import {
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type Interaction,
} from 'discord.js';
import { buttons } from './buttons/index.ts';
import { commands } from './commands/index.ts';
import { inPlainWords } from './plain-words.ts';
import { deferReply, type Reply } from './reply.ts';
import type { Services } from './services.ts';

/** Discord's codes for an interaction that it gave up on, or that another process of this bot has answered. */
const tooLate = [10062, 40060];

/** Answers an interaction, whatever happens; never rejects. */
export async function dispatch(services: Services, interaction: Interaction): Promise<void> {
  try {
    if (interaction.isChatInputCommand()) await runCommand(services, interaction);
    else if (interaction.isAutocomplete()) await complete(services, interaction);
    else if (interaction.isButton()) await click(services, interaction);
  } catch (error) {
    if (error instanceof DiscordAPIError && tooLate.includes(Number(error.code)))
      services.log.warn({ code: error.code }, 'An interaction was over before it could be answered');
    else if (!services.ended.aborted)
      services.log.error({ err: error }, 'An interaction could not be answered');
  }
}

async function runCommand(services: Services, interaction: ChatInputCommandInteraction): Promise<void> {
  const command = commands.find(({ definition }) => definition.name === interaction.commandName);
  if (command === undefined) return;
  const reply = await deferReply(services, interaction, command.visibility);
  await answering(services, reply, () => command.run(services, interaction, reply));
}

async function click(services: Services, interaction: ButtonInteraction): Promise<void> {
  const button = buttons.find(({ owns }) => owns(interaction.customId));
  if (button === undefined) return;
  const reply = await deferReply(services, interaction, 'private');
  await answering(services, reply, () => button.run(services, interaction, reply));
}

async function answering(services: Services, reply: Reply, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await reply.refuse(inPlainWords(error, services));
  }
  await reply.settled();
}

async function complete(services: Services, interaction: AutocompleteInteraction): Promise<void> {
  const command = commands.find(({ definition }) => definition.name === interaction.commandName);
  const choices = await command?.complete?.(services, interaction).catch((error: unknown) => {
    services.log.warn({ err: error }, 'No proposals for an option');
    return [];
  });
  await interaction.respond(choices ?? []);
}
