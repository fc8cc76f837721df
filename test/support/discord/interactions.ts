import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ApiError, invalidForm, parseForm } from './api-error.ts';
import { choicesForm } from './message-form.ts';
import {
  addMessage,
  addThinking,
  deleteMessage,
  editMessage,
  ephemeralFlag,
  findMessage,
} from './messages.ts';
import { snowflake } from './snowflake.ts';
import type { Interaction, Message, World } from './world.ts';

/** Starts an interaction; after `deadlineMs` without an answer it is unknown to whoever answers. */
export function openInteraction(
  world: World,
  about: Pick<Interaction, 'kind' | 'userId' | 'channelId' | 'originalId' | 'integer'>,
  deadlineMs: number,
): Interaction {
  const interaction: Interaction = {
    ...about,
    id: snowflake(),
    token: `interaction-token-${randomBytes(24).toString('base64url')}`,
    acknowledgement: null,
    late: false,
    tokenExpired: false,
    deadline: null,
  };
  interaction.deadline = setTimeout(() => missDeadline(world, interaction), deadlineMs).unref();
  world.interactions.set(interaction.id, interaction);
  return interaction;
}

/** Ends the time to the first answer: the user sees that the application did not respond. */
export function missDeadline(world: World, interaction: Interaction): void {
  if (interaction.late || interaction.acknowledgement !== null) return;
  if (interaction.deadline !== null) clearTimeout(interaction.deadline);
  interaction.late = true;
  world.sights.record({ kind: 'failed', at: Date.now(), interactionId: interaction.id });
}

const callback = z.object({ type: z.int(), data: z.unknown().optional() });
const flags = z.object({ flags: z.int().nullish() }).nullish();

const responses = {
  message: 4,
  thinking: 5,
  'deferred update': 6,
  update: 7,
  choices: 8,
} as const;

const allowedResponses: Record<Interaction['kind'], readonly number[]> = {
  command: [responses.message, responses.thinking],
  button: [responses.message, responses.thinking, responses['deferred update'], responses.update],
  autocomplete: [responses.choices],
};

/**
 * The first answer to an interaction (`POST /interactions/{id}/{token}/callback`): 10062 when it is unknown or late,
 * 40060 when it was answered before, 50035 for an answer that does not fit.
 */
export function respond(
  world: World,
  id: string,
  token: string,
  body: unknown,
): { interaction: Interaction; type: number; message: Message | null } {
  const interaction = world.interactions.get(id);
  if (
    interaction === undefined ||
    interaction.token !== token ||
    interaction.late ||
    interaction.tokenExpired
  )
    throw new ApiError(404, 10062, 'Unknown interaction');
  if (interaction.acknowledgement !== null)
    throw new ApiError(400, 40060, 'Interaction has already been acknowledged.');
  const { type, data } = parseForm(callback, body);
  const allowed = allowedResponses[interaction.kind];
  if (!allowed.includes(type))
    throw invalidForm([
      { path: ['type'], code: 'BASE_TYPE_CHOICES', message: `Value must be one of {${allowed.join(', ')}}.` },
    ]);
  const message = give(world, interaction, type, data);
  if (interaction.deadline !== null) clearTimeout(interaction.deadline);
  return { interaction, type, message };
}

function give(world: World, interaction: Interaction, type: number, data: unknown): Message | null {
  switch (type) {
    case responses.message: {
      const message = addMessage(world, placement(interaction, data, ['data']), data, ['data']);
      interaction.acknowledgement = 'message';
      interaction.originalId = message.id;
      return message;
    }
    case responses.thinking: {
      const where = placement(interaction, data, ['data']);
      interaction.acknowledgement = 'thinking';
      const message = addThinking(world, where);
      interaction.originalId = message.id;
      return message;
    }
    case responses['deferred update']:
      interaction.acknowledgement = 'deferred update';
      world.sights.record({ kind: 'acknowledged', at: Date.now(), interactionId: interaction.id });
      return findMessage(world, interaction.originalId);
    case responses.update: {
      const edited = editMessage(world, findMessage(world, interaction.originalId), 'interaction', data, [
        'data',
      ]);
      interaction.acknowledgement = 'update';
      return edited;
    }
    default: {
      const { choices } = parseForm(choicesForm(interaction.integer), data, ['data']);
      interaction.acknowledgement = 'choices';
      world.sights.record({ kind: 'choices', at: Date.now(), interactionId: interaction.id, choices });
      return null;
    }
  }
}

function placement(interaction: Interaction, data: unknown, at: readonly string[] = []) {
  const ephemeral = ((parseForm(flags, data, at)?.flags ?? 0) & ephemeralFlag) !== 0;
  return {
    channelId: interaction.channelId,
    visibleTo: ephemeral ? interaction.userId : null,
    interactionId: interaction.id,
    by: 'interaction' as const,
  };
}

/** The interaction that a webhook token stands for: 50027 once the token is dead, 10015 before the first answer. */
export function interactionOfToken(world: World, applicationId: string, token: string): Interaction {
  const interaction = world.interactions.values().find((one) => one.token === token);
  if (interaction === undefined || interaction.tokenExpired)
    throw new ApiError(401, 50027, 'Invalid Webhook Token');
  if (interaction.acknowledgement === null || applicationId !== world.applicationId)
    throw new ApiError(404, 10015, 'Unknown Webhook');
  return interaction;
}

/**
 * A follow-up. As on Discord, the first one after a deferral fills the "thinking" message instead, whose visibility
 * stays as it was deferred.
 */
export function followUp(world: World, interaction: Interaction, body: unknown): Message {
  const original = interaction.originalId === null ? undefined : world.messages.get(interaction.originalId);
  if (interaction.acknowledgement === 'thinking' && original?.thinking)
    return editMessage(world, original, 'interaction', body);
  return addMessage(world, placement(interaction, body), body);
}

/** The message that `@original` or an id names for this interaction; 10008 for one it did not make. */
export function messageOf(world: World, interaction: Interaction, id: string): Message {
  const message = findMessage(world, id === '@original' ? interaction.originalId : id);
  if (message.id !== interaction.originalId && message.interactionId !== interaction.id)
    throw new ApiError(404, 10008, 'Unknown Message');
  return message;
}

/** Edits a message of an interaction. */
export function editOf(world: World, interaction: Interaction, id: string, body: unknown): Message {
  return editMessage(world, messageOf(world, interaction, id), 'interaction', body);
}

/** Deletes a message of an interaction. */
export function deleteOf(world: World, interaction: Interaction, id: string): void {
  deleteMessage(world, messageOf(world, interaction, id), 'interaction');
}
