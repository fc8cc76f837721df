import { ApplicationCommandOptionType } from 'discord.js';
import { besides } from '../../client/gateway/multipart.ts';
import { bytes } from '../../texts/text.ts';
import { described } from '../command-names.ts';
import { followRun } from '../follow-run.ts';
import { underWayMessage } from '../format/under-way.ts';
import { graphql } from '../gql/graphql.ts';
import { openAttachment } from '../open-attachment.ts';
import { Refusal } from '../refusal.ts';
import { startedRun } from '../start-run.ts';
import { uploadByLink } from '../upload-by-link.ts';
import type { Command } from './command.ts';
import { overrideOptions, readRunConfiguration, versionOptions } from './run-configuration.ts';
import { completeVersions } from './version-choices.ts';
import { everywhere } from './where.ts';

const uploadModPack = graphql(`
  mutation UploadModPack($input: UploadModPackInput!) {
    uploadModPack(input: $input) {
      ...RunStart
    }
  }
`);

/** `/upload`: brings a modpack to the gateway, attached or by a link, and shows how it becomes a server pack. */
export const upload: Command = {
  definition: {
    ...described('upload'),
    ...everywhere,
    options: [
      { type: ApplicationCommandOptionType.Attachment, ...described('file') },
      ...versionOptions,
      ...overrideOptions,
    ],
  },
  visibility: 'public',
  governed: 'channel and role',
  starts: true,
  async run(services, interaction, reply) {
    const runConfiguration = await readRunConfiguration(interaction, services.stopping);
    const file = interaction.options.getAttachment('file');
    if (file === null) return uploadByLink(services, runConfiguration, reply);
    const { words } = reply;
    const receiving = words.underWay.receiving(bytes(file.size, words));
    reply.show(underWayMessage(file.name, receiving, { words }));
    const source = await openAttachment(file, services.stopping);
    const { uploadModPack: result } = await services.gateway
      .upload(
        uploadModPack,
        { input: { runConfiguration, archive: { file: besides } } },
        { name: file.name, contentType: 'application/zip', stream: source.stream },
        { at: 'input.archive.file', signal: services.stopping },
      )
      .catch((error: unknown) => {
        throw source.broken() ? new Refusal(({ refused }) => refused.attachmentBroken) : error;
      });
    const { guildId, user } = interaction;
    const asked = { runConfiguration, guildId, sender: user.id };
    await followRun(services, startedRun(services, result, asked), reply);
  },
  complete: completeVersions,
};
