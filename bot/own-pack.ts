import { GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import type { NamedPack } from '../texts/pack-names.ts';
import { graphql } from './gql/graphql.ts';
import { Refusal } from './refusal.ts';
import type { SentPack } from './senders.ts';
import type { Services } from './services.ts';

const sentModPack = graphql(`
  query SentModPack($databaseId: Int!) {
    modPack(by: { databaseId: $databaseId }) {
      id
      title
      name
      renamed
      createdAt
    }
  }
`);

const deleteModPack = graphql(`
  mutation DeleteModPack($input: DeleteModPackInput!) {
    deleteModPack(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);

const renameModPack = graphql(`
  mutation RenameModPack($input: UpdateModPackInput!) {
    updateModPack(input: $input) {
      __typename
      ... on ModPack {
        title
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);

type Needs = Pick<Services, 'gateway' | 'store' | 'stopping'>;

/** A modpack that this person sent by the bot, called as the gateway has it. Throws a `Refusal` for any other. */
export async function ownPack(
  { gateway, store, stopping }: Needs,
  userId: string,
  databaseId: number,
): Promise<SentPack & NamedPack> {
  const notTheirs = new Refusal(({ own }) => own.notYours(databaseId));
  const sent = store.senders.packOf(userId, databaseId);
  if (sent === null) throw notTheirs;
  const { modPack } = await gateway.ask(sentModPack, { databaseId }, stopping);
  if (modPack === null || modPack.createdAt !== sent.createdAt) throw notTheirs;
  const { title, name, renamed } = modPack;
  return { ...sent, title, name, renamed };
}

/** Deletes it, with its server packs. */
export async function deletePack(
  { gateway, store, stopping }: Needs,
  { id, databaseId, ownerSecret }: SentPack,
): Promise<void> {
  const input = { modPack: id, ownerSecret };
  const { deleteModPack: result } = await gateway.ask(deleteModPack, { input }, stopping);
  if ('code' in result) throw new GatewayRefusal(result.code, result.message);
  store.noteSender({ gone: databaseId });
}

/** Renames it; answers what it is called now. */
export async function renamePack(
  { gateway, stopping }: Pick<Needs, 'gateway' | 'stopping'>,
  pack: SentPack,
  name: string,
): Promise<string> {
  const input = { modPack: pack.id, ownerSecret: pack.ownerSecret, name };
  const { updateModPack: result } = await gateway.ask(renameModPack, { input }, stopping);
  if (result.__typename !== 'ModPack') throw new GatewayRefusal(result.code, result.message);
  return result.title;
}
