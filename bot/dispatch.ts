import {
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type Interaction,
  type ModalSubmitInteraction,
  RESTJSONErrorCodes,
} from 'discord.js';
import { wordsFor } from '../texts/bot.ts';
import { refuseUnlessAllowed } from './allowed.ts';
import { parseButtonId, wordsIn } from './buttons/ids.ts';
import { buttons } from './buttons/index.ts';
import { goalIn } from './buttons/settings.ts';
import { find } from './buttons/start.ts';
import { commands } from './commands/index.ts';
import { showPreview } from './dropped-mods.ts';
import { logged, whatOf } from './interaction-log.ts';
import { inPlainWords } from './plain-words.ts';
import { Refusal } from './refusal.ts';
import { type Answerable, deferReply, deferUpdate, type Reply } from './reply.ts';
import type { Services } from './services.ts';
import { type Form, filledIn, settingsForm } from './settings-form.ts';
import { startRun } from './start-run.ts';

/** Discord's codes for an interaction that it gave up on, or that another process of this bot has answered. */
const tooLate: readonly unknown[] = [
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged,
];

/** Answers an interaction, whatever happens; never rejects. */
export async function dispatch(services: Services, interaction: Interaction): Promise<void> {
  const { within } = services.tracing;
  try {
    if (interaction.isChatInputCommand())
      await within(whatOf(interaction), () => runCommand(services, interaction));
    else if (interaction.isAutocomplete())
      await within(`proposals /${interaction.commandName}`, () => complete(services, interaction));
    else if (interaction.isButton()) await within(whatOf(interaction), () => click(services, interaction));
    else if (interaction.isModalSubmit())
      await within(whatOf(interaction), () => submit(services, interaction));
  } catch (error) {
    if (error instanceof DiscordAPIError && tooLate.includes(error.code))
      services.log.warn({ code: error.code }, 'An interaction was over before it could be answered');
    else if (!services.ended.aborted)
      services.log.error({ err: error }, 'An interaction could not be answered');
  }
}

async function runCommand(services: Services, interaction: ChatInputCommandInteraction): Promise<void> {
  const command = commands.find(({ definition }) => definition.name === interaction.commandName);
  if (command && 'form' in command)
    return openForm(services, interaction, () => {
      refuseUnlessAllowed(services, interaction, command.governed);
      return command.form(services, interaction);
    });
  const reply = await deferReply(services, interaction, command?.visibility ?? 'private');
  await answering(services, interaction, reply, async () => {
    if (command === undefined) throw new Refusal(({ refused }) => refused.unknownCommand);
    refuseUnlessAllowed(services, interaction, command.governed);
    using _counted = command.starts ? services.quota.enter(reply.place) : null;
    await command.run(services, interaction, reply);
  });
}

async function click(services: Services, interaction: ButtonInteraction): Promise<void> {
  const { kind, values } = parseButtonId(interaction.customId);
  const button = buttons.find((one) => one.kind === kind);
  if (button && 'form' in button)
    return openForm(services, interaction, () => button.form(services, interaction, values));
  const answer = button?.answer ?? 'private';
  const reply =
    answer === 'update'
      ? await deferUpdate(services, interaction, wordsIn(values.at(-1)))
      : await deferReply(services, interaction, answer);
  await answering(services, interaction, reply, async () => {
    if (button === undefined) throw new Refusal(({ refused }) => refused.unknownButton);
    if (button.starts) refuseUnlessAllowed(services, interaction, 'channel and role');
    using _counted = button.starts ? services.quota.enter(reply.place) : null;
    await button.run(services, interaction, reply, values);
  });
}

/** Answers with a form, which has to be the first answer; when there is none, the caller alone is told why. */
async function openForm(
  services: Services,
  interaction: ChatInputCommandInteraction | ButtonInteraction,
  look: () => Promise<Form>,
): Promise<void> {
  const words = wordsFor(interaction.locale);
  const form = await look().catch((error: unknown) => ({ error }));
  if (!('error' in form))
    return logged(services, interaction, async () => {
      await interaction.showModal(settingsForm(form, services, words));
      return null;
    });
  const reply = await deferReply(services, interaction, 'private');
  await answering(services, interaction, reply, () => Promise.reject(form.error));
}

/** A form of settings that somebody filled in. */
async function submit(services: Services, interaction: ModalSubmitInteraction): Promise<void> {
  const { values } = parseButtonId(interaction.customId);
  const isBuild = goalIn(values[0]) === 'build';
  const reply = await deferReply(services, interaction, isBuild ? 'public' : 'private');
  await answering(services, interaction, reply, async () => {
    const asked = filledIn(find(services, values[1]), interaction.fields);
    if (!isBuild) return showPreview(services, services.remembered.keep(asked), null, reply);
    refuseUnlessAllowed(services, interaction, 'channel and role');
    using _counted = services.quota.enter(reply.place);
    await startRun(services, asked, reply);
  });
}

async function answering(
  services: Services,
  interaction: Answerable,
  reply: Reply,
  work: () => Promise<void>,
): Promise<void> {
  await logged(services, interaction, async () => {
    try {
      await work();
      return null;
    } catch (error) {
      const text = inPlainWords(error, services, reply.words);
      await reply.refuse(text, error instanceof Refusal ? error.buttons(reply.words) : []);
      return error;
    }
  });
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
