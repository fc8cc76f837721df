import { useThrottledCallback } from '@mantine/hooks';
import { useEffect } from 'react';
import { useQuery, useSubscription } from 'urql';
import { operation } from '../data/operation.ts';
import { atMostEvery } from '../events/refresh-on-events.ts';
import { graphql, type ModPackFactsQuery } from '../gql/graphql.ts';
import { useOwnerSecret } from './owned-packs.ts';
import { followModPack } from './run-state.ts';
import '../ui/problems.tsx';

const modPackFacts = operation(
  graphql(`
  query ModPackFacts($number: Int!, $ownerSecret: String) {
    modPack(by: { databaseId: $number }) {
      ...RunState
      id
      databaseId
      name
      size
      status
      hidden
      mayChange
      source
      sha256
      createdAt
      downloads
      downloadUrl(ownerSecret: $ownerSecret)
      holdsAccounts
      archiveRemovedAt
      scan {
        quarantined
      }
      line {
        id
        name
        latest {
          id
          modPack {
            id
            databaseId
            title
            createdAt
          }
        }
      }
      title
      iconUrl
      renamed
      manifest {
        kind
        name
        version
        gameVersion
        modloader
        modloaderVersion
      }
      mods(first: 0) {
        totalCount
      }
      runs(last: 1) {
        nodes {
          id
          warnings {
            ...Warning
          }
        }
      }
      serverPacks(first: 50, orderBy: CREATED_AT_DESC) {
        nodes {
          id
          databaseId
          createdAt
          run {
            configuration {
              gameVersion
              modloader
              modloaderVersion
            }
          }
        }
      }
      warnings {
        ...Warning
      }
    }
  }
`),
);

export type ModPackFacts = NonNullable<ModPackFactsQuery['modPack']>;

/** A modpack by its number, kept up to date: undefined while it is asked for, null when there is none. */
export function useModPack(number: number) {
  const isNumber = Number.isInteger(number) && number > 0 && number < 2 ** 31;
  const ownerSecret = useOwnerSecret(number);
  const [{ data, error }, refresh] = useQuery({
    query: modPackFacts,
    variables: { number, ownerSecret },
    pause: !isNumber,
  });
  const modPack = isNumber ? data?.modPack : null;
  const [{ data: live }] = useSubscription({
    query: followModPack,
    variables: { number },
    pause: !modPack,
  });
  const again = useThrottledCallback(() => refresh({ requestPolicy: 'network-only' }), atMostEvery);
  // The subscription begins with how things are, so nothing between the two is missed.
  const [asked, told] = [modPack, live?.modPack].map((one) => one?.events.nodes.at(-1)?.id);
  useEffect(() => {
    if (told !== undefined && told !== asked) again();
  }, [told, asked, again]);
  return {
    value: modPack,
    run: live?.modPack ?? modPack,
    error: data === undefined ? error : undefined,
    retry: () => refresh({ requestPolicy: 'network-only' }),
  };
}
