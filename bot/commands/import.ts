import { ApplicationCommandOptionType } from 'discord.js';
import { described } from '../command-names.ts';
import { startRun } from '../start-run.ts';
import type { Command } from './command.ts';
import { everywhere } from './where.ts';

/** `/import`: has the gateway fetch a modpack from where it is published, and shows how it becomes a server pack. */
export const importCommand: Command = {
  definition: {
    ...described('import'),
    ...everywhere,
    options: [
      {
        type: ApplicationCommandOptionType.String,
        ...described('link'),
        required: true,
        max_length: 2_000,
      },
    ],
  },
  visibility: 'public',
  governed: 'channel and role',
  starts: true,
  async run(services, { options }, reply) {
    const link = options.getString('link', true).trim();
    await startRun(services, { source: { link }, runConfiguration: {} }, reply);
  },
};
