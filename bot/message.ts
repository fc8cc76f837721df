import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIEmbed,
  ButtonStyle,
  ComponentType,
} from 'discord.js';

/** All that a message of ours shows; an edit with it leaves nothing of what was there before. */
export interface MessageBody {
  content: string;
  embeds: APIEmbed[];
  components: APIActionRowComponent<APIButtonComponent>[];
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

/** A button that the bot is told of when it is clicked. */
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

/** Nobody can be pinged by anything that we send. */
export const noMentions = { parse: [], replied_user: false };
