import { ApplicationCommandOptionType } from 'discord.js';
import { described } from '../command-names.ts';
import { startRun } from '../start-run.ts';
import type { Command } from './command.ts';
import { everywhere } from './where.ts';

/** `/upload`: brings a modpack to the gateway, attached or by a link, and shows how it becomes a server pack. */
export const upload: Command = {
  definition: {
    ...described('upload'),
    ...everywhere,
    options: [{ type: ApplicationCommandOptionType.Attachment, ...described('file') }],
  },
  visibility: 'public',
  governed: 'channel and role',
  starts: true,
  async run(services, { options }, reply) {
    const file = options.getAttachment('file');
    const source = file && { file: { name: file.name, size: file.size, url: file.url } };
    await startRun(services, { source, runConfiguration: {} }, reply);
  },
};
