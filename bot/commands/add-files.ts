import { ApplicationCommandOptionType, type Attachment } from 'discord.js';
import { GatewayRefusal } from '../../client/gateway/gateway-errors.ts';
import { besides } from '../../client/gateway/multipart.ts';
import type { Words } from '../../texts/bot.ts';
import { colours } from '../../texts/colours.ts';
import { bytes, escaped } from '../../texts/text.ts';
import { described } from '../command-names.ts';
import { underWayMessage } from '../format/under-way.ts';
import { waitingText } from '../format/waiting.ts';
import { type AddMissingFileMutation, graphql } from '../gql/graphql.ts';
import { openAttachment } from '../open-attachment.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { modPackChoices, modPackOption } from './choices.ts';
import type { Command } from './command.ts';
import { everywhere } from './where.ts';

const modPackThatWaits = graphql(`
  query ModPackThatWaits($databaseId: Int!) {
    modPack(by: { databaseId: $databaseId }) {
      id
    }
  }
`);

const addMissingFile = graphql(`
  mutation AddMissingFile($input: AddMissingFilesInput!) {
    addMissingFiles(input: $input) {
      __typename
      ... on MissingFilesAdded {
        files {
          name
          path
          refusal
        }
        modPack {
          runs(last: 5) {
            nodes {
              waiting {
                ...RunWaiting
              }
            }
          }
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);

type Added = Extract<AddMissingFileMutation['addMissingFiles'], { __typename: 'MissingFilesAdded' }>;

const fileOptions = ['missingFile', 'missingFile2', 'missingFile3', 'missingFile4', 'missingFile5'] as const;

/** `/add-files`: hands over files that a run waits for, since their authors let only people download them. */
export const addFiles: Command = {
  definition: {
    ...described('addFiles'),
    ...everywhere,
    options: [
      modPackOption,
      ...fileOptions.map((option, place) => ({
        type: ApplicationCommandOptionType.Attachment as const,
        ...described(option),
        required: place === 0,
      })),
    ],
  },
  visibility: 'private',
  governed: 'channel and role',
  // It starts nothing, and has to be possible for those who have as many runs under way as they may.
  starts: false,
  async run(services, { options }, reply) {
    const databaseId = options.getInteger('modpack', true);
    const id = await findModPack(services, databaseId, reply.place.guildId);
    const files = fileOptions.flatMap((option) => options.getAttachment(described(option).name) ?? []);
    const { words } = reply;
    const told: string[] = [];
    let left: Added['modPack'] = null;
    for (const file of files) {
      const receiving = words.underWay.receiving(bytes(file.size, words));
      reply.show(underWayMessage(file.name, receiving, { words }));
      const added = await addOne(services, id, file);
      left = added.modPack ?? null;
      told.push(...added.files.map((one) => outcome(one, words)));
    }
    const lacking = waitingText(left?.runs, databaseId, words);
    const description = [...told, lacking || words.missing.complete].join('\n');
    reply.show({ content: '', embeds: [{ color: colours.underWay, description }], components: [] });
  },
  complete: (services, { guildId, options }) =>
    modPackChoices(services, { guildId, text: options.getFocused() }),
};

async function findModPack(
  { gateway, store, stopping }: Services,
  databaseId: number,
  guildId: string | null,
): Promise<string> {
  const { modPack } = await gateway.ask(modPackThatWaits, { databaseId }, stopping);
  if (modPack === null || !store.maySee(guildId, databaseId))
    throw new Refusal(({ refused }) => refused.noModPack(databaseId));
  return modPack.id;
}

/** Sends one file on; a form for each, as the gateway counts them. */
async function addOne({ gateway, stopping }: Services, modPack: string, file: Attachment): Promise<Added> {
  const source = await openAttachment(file, stopping);
  const { addMissingFiles: result } = await gateway
    .upload(
      addMissingFile,
      { input: { modPack, files: [besides] } },
      { name: file.name, contentType: 'application/java-archive', stream: source.stream },
      { at: 'input.files.0', signal: stopping },
    )
    .catch((error: unknown) => {
      throw source.broken() ? new Refusal(({ refused }) => refused.attachmentBroken) : error;
    });
  if (result.__typename !== 'MissingFilesAdded') throw new GatewayRefusal(result.code, result.message);
  return result;
}

function outcome({ name, path, refusal }: Added['files'][number], { missing }: Words): string {
  return refusal == null
    ? `• ${missing.taken(escaped(name, 80), escaped(path ?? '', 120))}`
    : `• ${missing.notTaken(escaped(refusal, 300))}`;
}
