import type { Client } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';
import { keepOwned } from '../packs/owned-packs.ts';
import { changeItem } from './items.ts';
import { refusalOfUpload, sendFile } from './send.ts';
import { redeemTicket } from './ticket.ts';

const modPackId = operation(
  graphql(`
  query ModPackId($number: Int!) {
    modPack(by: { databaseId: $number }) {
      id
      databaseId
    }
  }
`),
);

/** Sends a modpack and hands it over with an upload link. */
export async function submitWithTicket(
  client: Client,
  key: string,
  { ticket, mayFollow }: { ticket: string; mayFollow: boolean },
): Promise<void> {
  try {
    const upload = await sendFile(key, () => ({ 'upload-ticket': ticket }));
    const result = await redeemTicket(ticket, upload);
    if ('refusal' in result) {
      changeItem(key, { state: 'failed', problem: { ...result.refusal, field: null } });
      return;
    }
    keepOwned(result.modPackId, result.ownerSecret);
    const found = mayFollow
      ? await client.query(modPackId, { number: result.modPackId }).toPromise()
      : undefined;
    changeItem(key, { state: 'submitted', modPack: found?.data?.modPack ?? null });
  } catch (error) {
    changeItem(key, { state: 'failed', problem: { ...refusalOfUpload(error), field: null } });
  }
}
