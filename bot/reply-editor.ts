import { DiscordAPIError, type RawFile, type REST, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { EditOutcome } from './live-message.ts';
import type { Log } from './log.ts';
import { type MessageBody, noMentions } from './message.ts';

/** The bot's message in a channel, with the interaction's token while it lives. */
export interface EditedPlace {
  applicationId: string;
  /** Null when there is none any more. */
  interactionToken: string | null;
  channelId: string;
  /** Null where Discord has not told it: then only the interaction's token can edit the message. */
  messageId: string | null;
  /** A private message exists for the interaction's token alone. */
  visibility: 'public' | 'private';
}

/** Discord's codes for an interaction's token that is dead. */
const deadToken: readonly unknown[] = [
  RESTJSONErrorCodes.UnknownWebhook,
  RESTJSONErrorCodes.InvalidWebhookToken,
];

/** The interaction's token ends 15 minutes after the interaction. */
export function isDeadToken(error: unknown): boolean {
  return error instanceof DiscordAPIError && deadToken.includes(error.code);
}

/** Somebody has deleted the message. */
export function isUnknownMessage(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownMessage;
}

/**
 * Edits a reply for as long as its work takes: by the interaction's token; after its end as the bot's own message;
 * where Discord refuses that, as a new message in the channel. Throws errors that may pass (server errors, lost
 * connections), and returns `gone` for others.
 */
export function replyEditor(
  rest: REST,
  place: EditedPlace,
  log: Log,
): (body: MessageBody) => Promise<EditOutcome> {
  const { applicationId, interactionToken, channelId, visibility } = place;
  let own = place.messageId;
  let way: 'token' | 'own message' | 'new message' = interactionToken === null ? 'own message' : 'token';

  async function byToken(token: string, form: Form): Promise<EditOutcome> {
    try {
      await rest.patch(Routes.webhookMessage(applicationId, token, '@original'), { ...form, auth: false });
      return 'shown';
    } catch (error) {
      if (!isDeadToken(error)) return refused(error);
      if (visibility === 'private') return 'gone';
      way = 'own message';
      return byBot(form);
    }
  }

  async function byBot(form: Form): Promise<EditOutcome> {
    if (own === null) return anew(form);
    try {
      await rest.patch(Routes.channelMessage(channelId, own), { ...form });
      return 'shown';
    } catch (error) {
      const mayPostAnew = error instanceof DiscordAPIError && error.status === 403 && way === 'own message';
      return mayPostAnew ? anew(form) : refused(error);
    }
  }

  async function anew(form: Form): Promise<EditOutcome> {
    try {
      own = idOf(await rest.post(Routes.channelMessages(channelId), { ...form }));
      way = 'new message';
      return 'shown';
    } catch (error) {
      return refused(error);
    }
  }

  function refused(error: unknown): EditOutcome {
    if (!(error instanceof DiscordAPIError)) throw error;
    if (!isUnknownMessage(error))
      log.warn({ err: error }, 'Discord refuses an edit; the message is left as it is');
    return 'gone';
  }

  return (body) => {
    const form = formOf(body);
    return way === 'token' && interactionToken !== null ? byToken(interactionToken, form) : byBot(form);
  };
}

/** A request's body, and the files beside it. */
interface Form {
  body: object;
  files?: RawFile[];
}

/** A message as Discord takes it: an edit keeps no attachment that it does not list, and takes no new one that it does not list. */
function formOf({ files = [], ...shown }: MessageBody): Form {
  const attachments = files.map(({ name }, id) => ({ id, filename: name }));
  return {
    body: { ...shown, attachments, allowed_mentions: noMentions },
    ...(files.length > 0 && {
      files: files.map(({ name, text }) => ({ name, data: text, contentType: 'text/plain; charset=utf-8' })),
    }),
  };
}

function idOf(message: unknown): string {
  if (typeof message === 'object' && message !== null && 'id' in message && typeof message.id === 'string')
    return message.id;
  throw new Error('Discord answered a new message without its id.');
}
