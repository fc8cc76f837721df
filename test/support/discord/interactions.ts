import { ApiError, callbackForm, choicesForm, modalForm, parseForm } from './forms.ts';
import { addMessage, addThinking, editMessage, ephemeralFlag, findMessage } from './messages.ts';
import type { Interaction, Message, World } from './world.ts';

/** Ends the time to the first answer: the user sees that the application did not respond. */
export function missDeadline(world: World, interaction: Interaction): void {
  if (interaction.state !== 'open') return;
  interaction.state = 'late';
  world.sights.record({ kind: 'failed', at: Date.now(), interactionId: interaction.id });
}

/**
 * The first answer to an interaction (`POST /interactions/{id}/{token}/callback`): 10062 when it is unknown or late,
 * 40060 when it was answered before, 50035 for an answer that does not fit.
 */
export function respond(
  world: World,
  { id = '', token = '' }: Record<string, string>,
  body: unknown,
): { interaction: Interaction; type: number; message: Message | null } {
  const interaction = world.interactions.get(id);
  if (interaction?.token !== token || interaction.state === 'late' || interaction.tokenExpired)
    throw new ApiError(404, 10062, 'Unknown interaction');
  if (interaction.state === 'answered')
    throw new ApiError(400, 40060, 'Interaction has already been acknowledged.');
  const { type, data } = parseForm(callbackForm(interaction.kind), body);
  const message = give(world, interaction, type, data);
  interaction.state = 'answered';
  return { interaction, type, message };
}

function give(world: World, interaction: Interaction, type: number, data: unknown): Message | null {
  const told = { at: Date.now(), interactionId: interaction.id };
  if (type === 8) {
    const { choices } = parseForm(choicesForm(interaction.integer), data);
    world.sights.record({ kind: 'choices', ...told, choices });
    return null;
  }
  if (type === 9) {
    world.sights.record({ kind: 'modal', ...told, form: parseForm(modalForm, data) });
    return null;
  }
  if (type === 4 || type === 5) {
    const where = placement(interaction, data);
    const message = type === 5 ? addThinking(world, where) : addMessage(world, where, 'interaction', data);
    interaction.originalId = message.id;
    return message;
  }
  const clicked = findMessage(world, interaction.originalId);
  if (type === 7) return editMessage(world, clicked, 'interaction', data);
  world.sights.record({ kind: 'acknowledged', ...told });
  return clicked;
}

function placement({ id, channelId, userId }: Interaction, data: unknown) {
  const flags = typeof data === 'object' && data !== null && 'flags' in data ? Number(data.flags) : 0;
  return { channelId, visibleTo: (flags & ephemeralFlag) === 0 ? null : userId, interactionId: id };
}

/** The interaction that a webhook token stands for: 50027 once the token is dead, 10015 before the first answer. */
export function interactionOf(world: World, { application, token }: Record<string, string>): Interaction {
  const interaction = world.interactions.values().find((one) => one.token === token);
  if (interaction === undefined || interaction.tokenExpired)
    throw new ApiError(401, 50027, 'Invalid Webhook Token');
  if (interaction.state !== 'answered' || application !== world.applicationId)
    throw new ApiError(404, 10015, 'Unknown Webhook');
  return interaction;
}

/**
 * A follow-up. As on Discord, the first one after a deferral fills the "thinking" message instead, whose visibility
 * stays as it was deferred.
 */
export function followUp(world: World, interaction: Interaction, body: unknown): Message {
  const original = world.messages.get(interaction.originalId ?? '');
  if (original?.thinking) return editMessage(world, original, 'interaction', body);
  return addMessage(world, placement(interaction, body), 'interaction', body);
}

/** The message that `@original` or an id names for an interaction; 10008 for one it did not make. */
export function messageOf(world: World, params: Record<string, string>): Message {
  const { id, originalId } = interactionOf(world, params);
  const message = findMessage(world, params.message === '@original' ? originalId : (params.message ?? ''));
  if (message.id !== originalId && message.interactionId !== id)
    throw new ApiError(404, 10008, 'Unknown Message');
  return message;
}
