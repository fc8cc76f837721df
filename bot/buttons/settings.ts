import { Refusal } from '../refusal.ts';
import { askedAgain, type Goal } from '../settings-form.ts';
import type { Button } from './button.ts';
import { numberIn } from './ids.ts';
import { find } from './start.ts';

/** Opens the form with the settings of a request that was refused, or is a preview. */
const settingsButton: Button = {
  kind: 'settings',
  starts: true,
  async form(services, _interaction, [goal, id]) {
    return { asked: find(services, id), goal: goalIn(goal) };
  },
};

/** Opens it with the settings of a modpack's last run. */
const changeButton: Button = {
  kind: 'change',
  starts: true,
  async form(services, { guildId }, [number]) {
    const modPack = numberIn(number);
    if (modPack === null) throw new Refusal(({ refused }) => refused.unknownButton);
    return { asked: await askedAgain(services, modPack, guildId), goal: 'build' };
  },
};

export const settingsButtons: readonly Button[] = [settingsButton, changeButton];

export function goalIn(word: string | undefined): Goal {
  return word === 'preview' ? 'preview' : 'build';
}
