import { ApiError, type MessageForm, messageForm, parseForm } from './forms.ts';
import { type Message, type Shown, type ShownFile, snowflake, type World } from './world.ts';

/** The flag of a message that one user alone sees. */
export const ephemeralFlag = 64;
const loadingFlag = 128;

/** Where a new message goes and who sees it. */
export type Placement = Pick<Message, 'channelId' | 'visibleTo' | 'interactionId'>;

/** Puts an empty message that says "thinking" into the channel. */
export function addThinking(world: World, placement: Placement): Message {
  return show(world, 'thinking', { ...emptyMessage(placement), thinking: true }, 'interaction');
}

/** Adds a message from a bot's form; refuses an invalid (50035) or empty one (50006). */
export function addMessage(world: World, placement: Placement, by: Shown['by'], body: unknown): Message {
  return show(world, 'message', withForm(emptyMessage(placement), body, true), by);
}

/** Edits a message by a bot's form, with the same refusals; what a form leaves out stays. */
export function editMessage(world: World, message: Message, by: Shown['by'], body: unknown): Message {
  return show(world, 'edit', { ...withForm(message, body, false), thinking: false }, by);
}

/** Takes a message away. */
export function deleteMessage(world: World, message: Message, by: Shown['by']): void {
  show(world, 'delete', message, by);
  world.messages.delete(message.id);
}

function show(world: World, kind: Shown['kind'], message: Message, by: Shown['by']): Message {
  world.messages.set(message.id, message);
  world.sights.record({ kind, at: Date.now(), interactionId: message.interactionId, message, by });
  return message;
}

/** The message of this id, or 10008. */
export function findMessage(world: World, id: string | null): Message {
  const message = world.messages.get(id ?? '');
  if (message === undefined) throw new ApiError(404, 10008, 'Unknown Message');
  return message;
}

function emptyMessage(placement: Placement): Message {
  const parts = { content: '', embeds: [], components: [], files: [], allowedMentions: null };
  return { id: snowflake(), ...placement, ...parts, thinking: false };
}

function withForm(message: Message, body: unknown, isNew: boolean): Message {
  const form = parseForm(messageForm, body);
  const filled = {
    ...message,
    content: form.content === undefined ? message.content : (form.content ?? ''),
    embeds: form.embeds === undefined ? message.embeds : (form.embeds ?? []),
    components: form.components === undefined ? message.components : (form.components ?? []),
    files: filesWith(message.files, form, isNew),
    allowedMentions: form.allowed_mentions ?? null,
  };
  const { content, embeds, components, files } = filled;
  if (content.trim() === '' && [embeds, components, files].every((part) => part.length === 0))
    throw new ApiError(400, 50006, 'Cannot send an empty message');
  return filled;
}

/** The files of a message after a form: an edit adds and keeps those alone that its `attachments` list, once it has that list or files. */
function filesWith(
  before: readonly ShownFile[],
  { attachments, files: sent = [] }: MessageForm,
  isNew: boolean,
): ShownFile[] {
  const added = sent.map((file) => ({ ...file, id: snowflake() }));
  if (attachments === undefined) return isNew ? added : sent.length === 0 ? [...before] : [];
  return (attachments ?? []).map(({ id }) => {
    const file = added.find(({ n }) => String(n) === String(id)) ?? before.find((one) => one.id === id);
    if (file) return file;
    throw new ApiError(400, 50035, 'Invalid Form Body', { attachments: `There is no file for ${id}.` });
  });
}

/** A message as Discord's HTTP API and socket write it. */
export function messageBody(world: World, message: Message) {
  const interaction = world.interactions.get(message.interactionId ?? '');
  return {
    id: message.id,
    type: interaction === undefined ? 0 : 20,
    channel_id: message.channelId,
    author: accountBody({ id: world.applicationId, name: 'packs' }, true),
    application_id: world.applicationId,
    content: message.content,
    timestamp: new Date().toISOString(),
    edited_timestamp: null,
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
  };
}

/** A user object. */
export function accountBody({ id, name }: { id: string; name: string }, bot: boolean) {
  return { id, username: name.toLowerCase(), global_name: name, discriminator: '0', avatar: null, bot };
}
