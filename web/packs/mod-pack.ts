import { useMemo } from 'react';
import { useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { useRefreshOnEvents } from '../events/refresh-on-events.ts';
import { graphql } from '../gql/gql.ts';
import type { ModPackFactsQuery } from '../gql/graphql.ts';

const modPackFacts = operation(
  graphql(`
  query ModPackFacts($number: Int!) {
    modPack(databaseId: $number) {
      id
      databaseId
      name
      size
      status
      source
      sha256
      dateCreated
      downloads
      confirmedWorking
      downloadUrl
      archiveRemoved
      manifest {
        kind
        name
        version
        gameVersion
        modloader
        modloaderVersion
      }
      waiting {
        nextTry
      }
      mods(first: 0) {
        totalCount
      }
      runConfigurations(last: 1) {
        nodes {
          id
          databaseId
        }
      }
      events(last: 24) {
        nodes {
          id
          status
          message
          timestamp
          serverPackDatabaseId
          errors {
            code
            error
            entry
          }
        }
      }
      serverPacks(first: 50, orderBy: { field: DATE_CREATED, direction: DESC }) {
        nodes {
          id
          databaseId
          size
          downloads
          confirmedWorking
          dateCreated
          runConfiguration {
            gameVersion
            modloader
            modloaderVersion
          }
        }
      }
      warnings(first: 50) {
        nodes {
          code
          message
          entry
        }
      }
    }
  }
`),
);

export type ModPackFacts = NonNullable<ModPackFactsQuery['modPack']>;

/** A modpack by its number, kept up to date: undefined while it is asked for, null when there is none. */
export function useModPack(number: number) {
  const isNumber = Number.isInteger(number) && number > 0 && number < 2 ** 31;
  const [{ data, error }, refresh] = useQuery({
    query: modPackFacts,
    variables: { number },
    pause: !isNumber,
  });
  const filter = useMemo(() => (isNumber ? { modPackDatabaseId: number } : null), [isNumber, number]);
  useRefreshOnEvents(refresh, filter);
  return {
    modPack: isNumber ? data?.modPack : null,
    error: data === undefined ? error : undefined,
    retry: () => refresh({ requestPolicy: 'network-only' }),
  };
}
