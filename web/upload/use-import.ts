import { useState } from 'react';
import { useClient } from 'urql';
import { useLocation } from 'wouter';
import { operation } from '../data/operation.ts';
import { refusalOf } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { keepOwned } from '../packs/owned-packs.ts';
import { noFileOverrides } from './file-overrides.ts';
import type { Refused } from './link-refused.tsx';
import { useListOfAddress } from './list-of-address.ts';
import { noLists } from './lists.ts';
import { pageOf } from './to-own-page.tsx';
import { toInput, type Versions } from './versions.ts';
import '../packs/stored-mod-pack.ts';

const importByLink = operation(
  graphql(`
  mutation ImportByLink($url: String!, $runConfiguration: RunConfigurationInput!) {
    importModPack(input: { pack: { url: $url }, runConfiguration: $runConfiguration }) {
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
        existing {
          ...StoredModPack
        }
      }
    }
  }
`),
);

/** Has the service fetch a modpack, and leads to its page; else tells why not. */
export function useImport() {
  const client = useClient();
  const [, go] = useLocation();
  const dropLists = useListOfAddress();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const start = async (url: string, versions: Versions) => {
    setBusy(true);
    setRefused(null);
    const runConfiguration = toInput(versions, {
      lists: { ...noLists, dropLists },
      files: noFileOverrides,
    });
    const { data, error } = await client.mutation(importByLink, { url, runConfiguration }).toPromise();
    setBusy(false);
    const result = data?.importModPack;
    if (result?.__typename === 'RunStarted') {
      const { databaseId } = result.modPack;
      keepOwned(databaseId, result.ownerSecret);
      go(pageOf({ databaseId, run: result.run.databaseId }));
    } else setRefused(result ?? { ...refusalOf(error), field: null, existing: null });
  };
  return { start, isBusy, refused };
}
