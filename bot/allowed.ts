import { Refusal } from './refusal.ts';
import type { Answerable } from './reply.ts';
import type { Services } from './services.ts';

/** A server's settings may bind a command to a channel, or to a channel and a role. */
export type Governed = 'nowhere' | 'channel' | 'channel and role';

/** Throws a `Refusal` for what the settings of this server do not allow here, or to this person. */
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
