import type { Client } from 'urql';
import { operation } from '../data/operation.ts';
import { refusalOf } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { keepOwned } from '../packs/owned-packs.ts';
import type { FileOverrides } from './file-overrides.ts';
import { changeItem, findItem } from './items.ts';
import type { Lists } from './lists.ts';
import { refusalOfUpload, sendFile } from './send.ts';
import { toInput } from './versions.ts';
import '../packs/stored-mod-pack.ts';

const submitUpload = operation(
  graphql(`
  mutation SubmitUpload($input: UploadModPackInput!) {
    uploadModPack(input: $input) {
      __typename
      ... on RunStarted {
        modPack {
          databaseId
        }
        run {
          databaseId
        }
        ownerSecret
      }
      ... on UserError {
        code
        message
        field
        link
        existing {
          ...StoredModPack
        }
      }
    }
  }
`),
);

/** Sends a modpack and hands it over, with what its server pack is to be built for. */
export async function submit(
  client: Client,
  key: string,
  overrides: { lists: Lists; files: FileOverrides },
): Promise<void> {
  try {
    const upload = await sendFile(key);
    const versions = findItem(key)?.versions;
    if (versions === undefined) return;
    changeItem(key, { state: 'storing' });
    const input = { archive: { upload }, runConfiguration: toInput(versions, overrides) };
    const { data, error } = await client.mutation(submitUpload, { input }).toPromise();
    const result = data?.uploadModPack;
    if (result === undefined) {
      changeItem(key, { state: 'failed', problem: { ...refusalOf(error), field: null } });
    } else if (result.__typename === 'RunStarted') {
      const { databaseId } = result.modPack;
      keepOwned(databaseId, result.ownerSecret);
      changeItem(key, { state: 'submitted', modPack: { databaseId, run: result.run.databaseId } });
    } else {
      const { code, message, field, link, existing: duplicateOf } = result;
      changeItem(key, { state: 'failed', duplicateOf, problem: { code, message, field, link } });
    }
  } catch (error) {
    changeItem(key, { state: 'failed', problem: { ...refusalOfUpload(error), field: null } });
  }
}
