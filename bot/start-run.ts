import { GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import type { RunConfigurationInput } from '../client/gql/schema.ts';
import { escaped } from '../texts/text.ts';
import { buildButton } from './buttons/ids.ts';
import { followRun, type Run } from './follow-run.ts';
import { graphql, type RunStartFragment } from './gql/graphql.ts';
import { Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';
import { sentBy } from './senders.ts';
import type { Services } from './services.ts';

graphql(`
  fragment RunStart on RunStartedResult {
    __typename
    ... on RunStarted {
      ...StartedRun
    }
    ... on UserError {
      code
      message
      existing {
        databaseId
      }
    }
  }
`);

graphql(`
  fragment StartedRun on RunStarted {
    modPack {
      id
      databaseId
      title
      createdAt
    }
    ownerSecret
    run {
      databaseId
    }
  }
`);

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

/**
 * Returns the started run, whose modpack `sender` has just sent if there is one, or throws the refusal; for content that is stored already, with a button that builds from
 * its modpack.
 */
export function startedRun(
  { remembered, store }: Pick<Services, 'remembered' | 'store'>,
  result: RunStartFragment,
  {
    runConfiguration,
    guildId,
    sender = null,
  }: { runConfiguration: RunConfigurationInput; guildId: string | null; sender?: string | null },
): Run {
  if (result.__typename === 'RunStarted') {
    if (sender !== null) store.noteSender(sentBy(sender, result.modPack, result.ownerSecret));
    return result;
  }
  const { code, message, existing } = result;
  if (code !== 'DUPLICATE_MOD_PACK') throw new GatewayRefusal(code, message);
  throw duplicate(
    { remembered, store },
    { message, modPack: existing?.databaseId ?? null, runConfiguration, guildId },
  );
}

/** Refuses content that is stored as `modPack`, which its server may keep to itself. */
export function duplicate(
  { remembered, store }: Pick<Services, 'remembered' | 'store'>,
  {
    message,
    modPack,
    runConfiguration,
    guildId,
  }: {
    message: string;
    modPack: number | null;
    runConfiguration: RunConfigurationInput;
    guildId: string | null;
  },
): Refusal {
  if (modPack === null || !store.maySee(guildId, modPack))
    return new Refusal(({ refused }) => refused.duplicate);
  const asked = remembered.keep({ modPack, runConfiguration });
  return new Refusal(() => escaped(message, 900), { buttons: (words) => [buildButton(asked, words)] });
}

/** Starts a further server pack of a modpack, and follows its run; with `boot`, has the gateway try whether that starts. */
export async function generate(
  services: Services,
  {
    modPack: databaseId,
    runConfiguration,
    boot = false,
  }: { modPack: number; runConfiguration: RunConfigurationInput; boot?: boolean },
  reply: Reply,
): Promise<void> {
  const { gateway, stopping, store } = services;
  const unknown = new Refusal(({ refused }) => refused.noModPack(databaseId));
  if (!store.maySee(reply.place.guildId, databaseId)) throw unknown;
  const { modPack } = await gateway.ask(modPackId, { databaseId }, stopping);
  if (modPack === null) throw unknown;
  const input = { modPack: modPack.id, runConfiguration };
  const { generateServerPack: result } = await gateway.ask(generateServerPack, { input }, stopping);
  await followRun(
    services,
    { ...startedRun(services, result, { runConfiguration, guildId: reply.place.guildId }), boot },
    reply,
  );
}
