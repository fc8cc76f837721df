import { useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql, type WholeRunConfigurationFragment } from '../gql/graphql.ts';
import type { BegunFrom } from './preview-form.tsx';

graphql(`
  fragment WholeRunConfiguration on RunConfiguration {
    gameVersion
    modloader
    modloaderVersion
    startArgs
    clientMods
    whitelistedMods
    dropLists
    addedMods
    automaticSides
    includeFiles
    excludeFiles
    includeWorld
    nameEncoding
    format
    serverIcon {
      content
    }
    serverProperties {
      content
    }
  }
`);
const modPackToPreview = operation(
  graphql(`
  query ModPackToPreview($number: Int!, $run: Int!, $hasRun: Boolean!) {
    modPack(by: { databaseId: $number }) {
      id
      databaseId
      name
      status
      title
      startArgs
      manifest {
        gameVersion
        modloader
        modloaderVersion
      }
      mods(first: 0) {
        totalCount
      }
      runs(last: 1) {
        nodes {
          databaseId
          configuration {
            ...WholeRunConfiguration
          }
        }
      }
    }
    run(by: { databaseId: $run }) @include(if: $hasRun) {
      databaseId
      configuration {
        ...WholeRunConfiguration
      }
    }
  }
`),
);

/** A modpack and the first run configuration of its preview: the named one, else its newest. */
export function useModPackToPreview(number: number, run: number | null) {
  const isNumber = Number.isInteger(number) && number > 0 && number < 2 ** 31;
  const [{ data, error }, again] = useQuery({
    query: modPackToPreview,
    variables: { number, run: run ?? 0, hasRun: run !== null },
    pause: !isNumber,
    requestPolicy: 'cache-and-network',
  });
  return {
    modPack: isNumber ? data?.modPack : null,
    begunFrom: toBegunFrom(data?.run ?? data?.modPack?.runs.nodes[0] ?? null),
    error: data === undefined ? error : undefined,
    retry: () => again({ requestPolicy: 'network-only' }),
  };
}

function toBegunFrom(
  run: { databaseId: number; configuration: WholeRunConfigurationFragment } | null,
): BegunFrom | null {
  if (run === null) return null;
  const { databaseId, configuration } = run;
  return {
    ...configuration,
    databaseId,
    serverIcon: configuration.serverIcon?.content ?? null,
    serverProperties: configuration.serverProperties?.content ?? null,
  };
}
