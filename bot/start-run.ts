import { GatewayAway } from '../client/gateway/gateway-errors.ts';
import { besides } from '../client/gateway/multipart.ts';
import type { RunConfigurationInput } from '../client/gql/schema.ts';
import { bytes } from '../texts/text.ts';
import { followRun } from './follow-run.ts';
import { underWayMessage } from './format/under-way.ts';
import { graphql, type RunStartFragment } from './gql/graphql.ts';
import { openAttachment } from './open-attachment.ts';
import { Refusal } from './refusal.ts';
import type { Asked, Attached } from './remembered.ts';
import type { Reply } from './reply.ts';
import type { Services } from './services.ts';
import { startedRun } from './started-run.ts';
import { uploadByLink } from './upload-by-link.ts';

const modPackId = graphql(`
  query ModPackId($databaseId: Int!) {
    modPack(by: { databaseId: $databaseId }) {
      id
    }
  }
`);

const generateServerPack = graphql(`
  mutation GenerateServerPack($input: GenerateServerPackInput!) {
    generateServerPack(input: $input) {
      ...RunStart
    }
  }
`);

const uploadModPack = graphql(`
  mutation UploadModPack($input: UploadModPackInput!) {
    uploadModPack(input: $input) {
      ...RunStart
    }
  }
`);

const importModPack = graphql(`
  mutation ImportModPack($input: ImportModPackInput!) {
    importModPack(input: $input) {
      ...RunStart
    }
  }
`);

/** In milliseconds: how long the gateway may take to fetch a modpack. Node waits no longer for an answer. */
const patience = 290_000;

/** Starts what somebody asked for, and shows in `reply` how it becomes a server pack. */
export async function startRun(services: Services, asked: Asked, reply: Reply): Promise<void> {
  const { source, runConfiguration } = asked;
  if (source === null) return uploadByLink(services, runConfiguration, reply);
  const { guildId, userId } = reply.place;
  const isStored = 'modPack' in source;
  const result = isStored
    ? await generate(services, source.modPack, runConfiguration, reply)
    : 'link' in source
      ? await importFrom(services, source.link, runConfiguration, reply)
      : await upload(services, source.file, runConfiguration, reply);
  const run = startedRun(services, result, { asked, guildId, sender: isStored ? null : userId });
  await followRun(services, run, reply);
}

async function generate(
  { gateway, stopping, store }: Services,
  databaseId: number,
  runConfiguration: RunConfigurationInput,
  { place }: Reply,
): Promise<RunStartFragment> {
  const unknown = new Refusal(({ refused }) => refused.noModPack(databaseId));
  if (!store.maySee(place.guildId, databaseId)) throw unknown;
  const { modPack } = await gateway.ask(modPackId, { databaseId }, stopping);
  if (modPack === null) throw unknown;
  const input = { modPack: modPack.id, runConfiguration };
  return (await gateway.ask(generateServerPack, { input }, stopping)).generateServerPack;
}

async function importFrom(
  { gateway, stopping }: Services,
  url: string,
  runConfiguration: RunConfigurationInput,
  { show, words }: Reply,
): Promise<RunStartFragment> {
  const input = { pack: { url }, runConfiguration };
  show(underWayMessage(nameIn(url), words.underWay.fetching, { words }));
  const started = Date.now();
  const { importModPack: result } = await gateway
    .ask(importModPack, { input }, stopping, patience)
    .catch((error: unknown) => {
      throw error instanceof GatewayAway && Date.now() - started >= patience
        ? new Refusal(({ refused }) => refused.tooSlow)
        : error;
    });
  return result;
}

/** The link without its query and hash, which may be secret. */
function nameIn(link: string): string {
  const url = URL.parse(link);
  return url ? url.host + url.pathname : 'A modpack';
}

async function upload(
  { gateway, stopping }: Services,
  file: Attached,
  runConfiguration: RunConfigurationInput,
  { show, words }: Reply,
): Promise<RunStartFragment> {
  const receiving = words.underWay.receiving(bytes(file.size, words));
  show(underWayMessage(file.name, receiving, { words }));
  const source = await openAttachment(file, stopping);
  const { uploadModPack: result } = await gateway
    .upload(
      uploadModPack,
      { input: { runConfiguration, archive: { file: besides } } },
      { name: file.name, contentType: 'application/zip', stream: source.stream },
      { at: 'input.archive.file', signal: stopping },
    )
    .catch((error: unknown) => {
      throw source.broken() ? new Refusal(({ refused }) => refused.attachmentBroken) : error;
    });
  return result;
}
