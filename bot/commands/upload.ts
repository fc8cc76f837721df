import { ApplicationCommandOptionType } from 'discord.js';
import { followRun } from '../follow-run.ts';
import { underWayMessage } from '../format/cards.ts';
import { bytes } from '../format/text.ts';
import { GatewayRefusal } from '../gateway-errors.ts';
import { graphql } from '../gql/gql.ts';
import { openAttachment } from '../open-attachment.ts';
import { Refusal } from '../refusal.ts';
import { uploadByLink } from '../upload-by-link.ts';
import type { Command } from './command.ts';
import { listOptions, readRunConfiguration, versionOptions } from './run-configuration.ts';

const uploadModPack = graphql(`
  mutation UploadModPack($input: UploadModPackInput!) {
    uploadModPack(input: $input) {
      ...RunStart
    }
  }
`);

graphql(`
  fragment RunStart on RunResult {
    __typename
    ... on RunStarted {
      modPack {
        databaseId
        name
      }
      runConfiguration {
        databaseId
      }
    }
    ... on Error {
      code
      message
    }
  }
`);

/** `/upload`: brings a modpack to the gateway, attached or by a link, and shows how it becomes a server pack. */
export const upload: Command = {
  definition: {
    name: 'upload',
    description: 'Upload a modpack and get a server pack',
    options: [
      ...versionOptions,
      {
        type: ApplicationCommandOptionType.Attachment,
        name: 'file',
        description: 'The modpack as a zip; without it you get a link for files of any size',
      },
      ...listOptions,
    ],
  },
  visibility: 'public',
  async run(services, interaction, reply) {
    const runConfiguration = readRunConfiguration(interaction);
    const file = interaction.options.getAttachment('file');
    if (file === null) return uploadByLink(services, runConfiguration, reply);
    reply.show(underWayMessage(file.name, `Receiving ${bytes(file.size)}`, null));
    const source = await openAttachment(file, services.stopping);
    const { uploadModPack: result } = await services.gateway
      .upload(
        uploadModPack,
        { input: { runConfiguration, file: null } },
        { name: file.name, contentType: 'application/zip', stream: source.stream },
        { at: 'input.file', signal: services.stopping },
      )
      .catch((error: unknown) => {
        throw source.broken()
          ? new Refusal('Discord broke off in the middle of the file. Please try again.')
          : error;
      });
    if (result.__typename !== 'RunStarted') throw new GatewayRefusal(result.code, result.message);
    await followRun(services, result, reply);
  },
};
