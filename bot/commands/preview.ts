import { described } from '../command-names.ts';
import { showPreview } from '../dropped-mods.ts';
import type { Command } from './command.ts';
import { completeGenerate, generateOptions } from './generate.ts';
import { readRunConfiguration } from './run-configuration.ts';
import { everywhere } from './where.ts';

/** `/preview`: shows which mods a server pack would lack, and why, before anything is built. */
export const preview: Command = {
  definition: { ...described('preview'), ...everywhere, options: generateOptions },
  visibility: 'private',
  governed: 'nowhere',
  starts: false,
  async run(services, interaction, reply) {
    const id = services.remembered.keep({
      modPack: interaction.options.getInteger('modpack', true),
      runConfiguration: await readRunConfiguration(interaction, services.stopping),
    });
    await showPreview(services, id, null, reply);
  },
  complete: completeGenerate,
};
