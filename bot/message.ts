import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIEmbed,
  ButtonStyle,
  ComponentType,
} from 'discord.js';

/** A file that a message attaches. */
export interface MessageFile {
  /** ASCII, without spaces. */
  name: string;
  text: string;
}

/** A complete message: an edit with it removes what the message showed before. */
export interface MessageBody {
  content: string;
  embeds: APIEmbed[];
  components: APIActionRowComponent<APIButtonComponent>[];
  /** At most 10. */
  files?: readonly MessageFile[];
}

/** A message of text alone, or of text above buttons. */
export function textMessage(content: string, buttons: APIButtonComponent[] = []): MessageBody {
  return { content, embeds: [], components: rows(buttons) };
}

/** Buttons in rows, as messages have them: five in each at most. */
export function rows(buttons: APIButtonComponent[]): APIActionRowComponent<APIButtonComponent>[] {
  if (buttons.length === 0) return [];
  return [{ type: ComponentType.ActionRow, components: buttons.slice(0, 5) }, ...rows(buttons.slice(5))];
}

/** A button whose clicks reach the bot. */
export function button(
  customId: string,
  label: string,
  style:
    | ButtonStyle.Primary
    | ButtonStyle.Secondary
    | ButtonStyle.Success
    | ButtonStyle.Danger = ButtonStyle.Secondary,
): APIButtonComponent {
  return { type: ComponentType.Button, style, label, custom_id: customId };
}

/** No message of the bot can ping anybody. */
export const noMentions = { parse: [], replied_user: false };
