import { described } from '../command-names.ts';
import { showPreview } from '../dropped-mods.ts';
import { askedAgain } from '../settings-form.ts';
import { modPackChoices, modPackOption } from './choices.ts';
import type { Command } from './command.ts';
import { everywhere } from './where.ts';

/** `/preview`: shows which mods a server pack would lack, and why, before anything is built. */
export const preview: Command = {
  definition: { ...described('preview'), ...everywhere, options: [modPackOption] },
  visibility: 'private',
  governed: 'nowhere',
  starts: false,
  async run(services, { options }, reply) {
    const asked = await askedAgain(services, options.getInteger('modpack', true), reply.place.guildId);
    await showPreview(services, services.remembered.keep(asked), null, reply);
  },
  complete: (services, { guildId, options }) =>
    modPackChoices(services, { guildId, text: options.getFocused() }),
};
