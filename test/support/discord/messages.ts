import { ApiError, invalidForm, parseForm } from './api-error.ts';
import { type MessageForm, messageForm, type ShownFile } from './message-form.ts';
import { snowflake } from './snowflake.ts';
import type { Message, MessageSight, World } from './world.ts';

/** The flag of a message that one user alone sees. */
export const ephemeralFlag = 64;
const loadingFlag = 128;

/** Where a new message goes and who sees it. */
export interface Placement {
  channelId: string;
  visibleTo: string | null;
  interactionId: string | null;
  by: 'interaction' | 'bot';
}

/** Puts an empty message that says "thinking" into the channel. */
export function addThinking(world: World, placement: Placement): Message {
  const message = { ...emptyMessage(placement), thinking: true };
  world.messages.set(message.id, message);
  world.sights.record({
    kind: 'thinking',
    at: message.createdAt,
    interactionId: placement.interactionId,
    message,
    by: placement.by,
  });
  return message;
}

/** Adds a message from a bot's form; refuses an invalid (50035, paths below `at`) or empty one (50006). */
export function addMessage(
  world: World,
  placement: Placement,
  body: unknown,
  at: readonly string[] = [],
): Message {
  const message = withForm(emptyMessage(placement), parseForm(messageForm, body, at), true);
  world.messages.set(message.id, message);
  world.sights.record({
    kind: 'message',
    at: message.createdAt,
    interactionId: placement.interactionId,
    message,
    by: placement.by,
  });
  return message;
}

/** Edits a message by a bot's form, with the same refusals; what a form leaves out stays. */
export function editMessage(
  world: World,
  message: Message,
  by: 'interaction' | 'bot',
  body: unknown,
  at: readonly string[] = [],
): Message {
  const now = Date.now();
  const edited = {
    ...withForm(message, parseForm(messageForm, body, at), false),
    thinking: false,
    editedAt: now,
  };
  world.messages.set(edited.id, edited);
  world.sights.record({ kind: 'edit', at: now, interactionId: edited.interactionId, message: edited, by });
  return edited;
}

/** Takes a message away. */
export function deleteMessage(world: World, message: Message, by: MessageSight<'delete'>['by']): void {
  world.messages.delete(message.id);
  world.sights.record({ kind: 'delete', at: Date.now(), interactionId: message.interactionId, message, by });
}

/** The message of this id, or 10008. */
export function findMessage(world: World, id: string | null): Message {
  const message = id === null ? undefined : world.messages.get(id);
  if (message === undefined) throw new ApiError(404, 10008, 'Unknown Message');
  return message;
}

function emptyMessage({ channelId, visibleTo, interactionId }: Placement): Message {
  return {
    id: snowflake(),
    channelId,
    content: '',
    embeds: [],
    components: [],
    files: [],
    allowedMentions: null,
    visibleTo,
    thinking: false,
    interactionId,
    createdAt: Date.now(),
    editedAt: null,
  };
}

function withForm(message: Message, form: MessageForm, isNew: boolean): Message {
  const filled = {
    ...message,
    content: form.content === undefined ? message.content : (form.content ?? ''),
    embeds: form.embeds === undefined ? message.embeds : (form.embeds ?? []),
    components: form.components === undefined ? message.components : (form.components ?? []),
    files: filesWith(message.files, form, isNew),
    allowedMentions: form.allowed_mentions ?? null,
  };
  if (
    filled.content.trim() === '' &&
    [filled.embeds, filled.components, filled.files].every((part) => part.length === 0)
  )
    throw new ApiError(400, 50006, 'Cannot send an empty message');
  return filled;
}

/** The files of a message after a form: an edit adds and keeps those alone that its `attachments` list, once it has that list or files. */
function filesWith(
  before: readonly ShownFile[],
  { attachments, files: sent = [] }: MessageForm,
  isNew: boolean,
): ShownFile[] {
  const added = sent.map(({ n, name, bytes }) => ({ n, id: snowflake(), name, bytes }));
  if (attachments === undefined) return isNew ? added : sent.length === 0 ? [...before] : [];
  return (attachments ?? []).map(({ id }) => {
    const file = added.find(({ n }) => String(n) === String(id)) ?? before.find((one) => one.id === id);
    if (file) return { id: file.id, name: file.name, bytes: file.bytes };
    throw invalidForm([
      { path: ['attachments'], code: 'BASE_TYPE_BAD', message: `There is no file for ${id}.` },
    ]);
  });
}

/** A message as Discord's HTTP API and socket write it. */
export function messageBody(world: World, message: Message) {
  const interaction =
    message.interactionId === null ? undefined : world.interactions.get(message.interactionId);
  return {
    id: message.id,
    type: interaction === undefined ? 0 : 20,
    channel_id: message.channelId,
    author: accountBody({ id: world.applicationId, name: 'packs' }, true),
    application_id: world.applicationId,
    content: message.content,
    timestamp: new Date(message.createdAt).toISOString(),
    edited_timestamp: message.editedAt === null ? null : new Date(message.editedAt).toISOString(),
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: message.files.map(({ id, name, bytes }) => ({
      id,
      filename: name,
      size: bytes.length,
      url: `https://cdn.discordapp.com/attachments/${message.channelId}/${id}/${name}`,
    })),
    embeds: message.embeds,
    components: message.components,
    pinned: false,
    flags: (message.visibleTo === null ? 0 : ephemeralFlag) | (message.thinking ? loadingFlag : 0),
    ...(interaction === undefined
      ? {}
      : {
          interaction_metadata: {
            id: interaction.id,
            type: interaction.kind === 'button' ? 3 : 2,
            user: accountBody(accountOf(world, interaction.userId), false),
            authorizing_integration_owners: { '0': world.guild.id },
          },
        }),
  };
}

/** A user object. */
export function accountBody(account: { id: string; name: string }, bot: boolean) {
  return {
    id: account.id,
    username: account.name.toLowerCase(),
    global_name: account.name,
    discriminator: '0',
    avatar: null,
    bot,
    public_flags: 0,
  };
}

/** The account of this id; the fake's own fault when there is none. */
export function accountOf(world: World, id: string): { id: string; name: string } {
  const account = world.accounts.get(id);
  if (account === undefined) throw new Error(`No account ${id} on the fake Discord.`);
  return account;
}
