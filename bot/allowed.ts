import { Refusal } from './refusal.ts';
import type { Answerable } from './reply.ts';
import type { Services } from './services.ts';

/** The settings of a Discord server by which a command is restricted: none, its channel, or its channel and role. */
export type Governed = 'nowhere' | 'channel' | 'channel and role';

/** Throws a `Refusal` when the settings of the Discord server forbid the command in this channel or to this person. */
export function refuseUnlessAllowed(
  { store }: Pick<Services, 'store'>,
  { guildId, channelId, member }: Answerable,
  governed: Governed,
): void {
  if (governed === 'nowhere' || guildId === null) return;
  const settings = store.settingsOf(guildId);
  const { roleId } = settings;
  const channel = settings.channelId;
  if (channel !== null && channel !== channelId)
    throw new Refusal(({ refused }) => refused.elsewhere(`<#${channel}>`));
  if (governed !== 'channel and role' || roleId === null || member === null) return;
  const roles = Array.isArray(member.roles) ? member.roles : [...member.roles.cache.keys()];
  if (!roles.includes(roleId)) throw new Refusal(({ refused }) => refused.role(`<@&${roleId}>`));
}
