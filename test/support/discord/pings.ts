import type { AllowedMentions } from './message-form.ts';

const mention = /@everyone|@here|<@!?\d+>|<@&\d+>/g;
const code = /```[\s\S]*?```|``[^\n]*?``|`[^`\n]*`/g;

/**
 * The mentions in a message's content that would ping someone, as written. Embeds never ping, nor does code; a
 * message whose sender did not restrict mentions pings all of them.
 */
export function pings(message: { content: string; allowedMentions: AllowedMentions }): string[] {
  const found = message.content.replace(code, ' ').match(mention) ?? [];
  return found.filter((text) => isAllowed(text, message.allowedMentions));
}

function isAllowed(text: string, allowed: AllowedMentions): boolean {
  if (allowed === null) return true;
  if (text.startsWith('@')) return allowed.parse?.includes('everyone') ?? false;
  const kind = text.startsWith('<@&') ? 'roles' : 'users';
  const id = text.replaceAll(/\D/g, '');
  return (allowed.parse?.includes(kind) ?? false) || (allowed[kind]?.includes(id) ?? false);
}
