import { described } from '../command-names.ts';
import { askedAgain } from '../settings-form.ts';
import { modPackChoices, modPackOption } from './choices.ts';
import type { Command } from './command.ts';
import { everywhere } from './where.ts';

/** `/generate`: asks in a form for the settings of a further server pack, filled with those of the modpack's last run. */
export const generate: Command = {
  definition: { ...described('generate'), ...everywhere, options: [modPackOption] },
  governed: 'channel and role',
  async form(services, { options, guildId }) {
    return {
      asked: await askedAgain(services, options.getInteger('modpack', true), guildId),
      goal: 'build',
    };
  },
  complete: (services, { guildId, options }) =>
    modPackChoices(services, { guildId, text: options.getFocused() }),
};
