import { Autocomplete, NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/gql.ts';
import type { Modloader } from '../gql/graphql.ts';
import { useTexts } from '../texts/language.ts';
import { mayBeGameVersion, mayBeLoaderVersion, type Versions } from './versions.ts';

const versionSuggestions = operation(
  graphql(`
  query VersionSuggestions {
    gameVersions
    modloaders
    runConfigurations(first: 100) {
      nodes {
        gameVersion
        modloader
        modloaderVersion
      }
    }
  }
`),
);

/** The fields for what a server pack is built for, with what was asked for before as suggestions. */
export function VersionFields({
  value,
  onChange,
  problem,
  isNeeded = false,
}: {
  value: Versions;
  onChange(value: Versions): void;
  /** What the service refused, and at which field. */
  problem?: { field: string | null; message: string } | null;
  /** Whether nothing else says what is left empty. */
  isNeeded?: boolean;
}) {
  const { word, upload, modloader: names } = useTexts();
  const { gameVersions, modloaders, loaderVersions } = useSuggestions(value);
  const refused = (field: string) => (problem?.field?.endsWith(field) ? problem.message : null);
  return (
    <div className="fields">
      <Autocomplete
        label={word.gameVersion}
        value={value.gameVersion}
        onChange={(gameVersion) => onChange({ ...value, gameVersion })}
        data={gameVersions}
        limit={20}
        required={isNeeded}
        error={mayBeGameVersion(value.gameVersion) ? refused('gameVersion') : upload.gameVersionForm}
      />
      <NativeSelect
        label={word.modloader}
        value={value.modloader}
        onChange={({ currentTarget }) =>
          onChange({ ...value, modloader: modloaders.find((one) => one === currentTarget.value) ?? '' })
        }
        data={[{ value: '', label: '–' }, ...modloaders.map((one) => ({ value: one, label: names[one] }))]}
        required={isNeeded}
        error={refused('modloader')}
      />
      <Autocomplete
        label={word.modloaderVersion}
        value={value.modloaderVersion}
        onChange={(modloaderVersion) => onChange({ ...value, modloaderVersion })}
        data={loaderVersions}
        limit={20}
        required={isNeeded}
        error={mayBeLoaderVersion(value.modloaderVersion) ? refused('modloaderVersion') : upload.versionForm}
      />
    </div>
  );
}

const allModloaders: Modloader[] = ['FABRIC', 'FORGE', 'LEGACYFABRIC', 'NEOFORGE', 'QUILT'];

function useSuggestions({ gameVersion, modloader }: Versions) {
  const [{ data }] = useQuery({ query: versionSuggestions, requestPolicy: 'cache-first' });
  return useMemo(() => {
    const asked = data?.runConfigurations.nodes ?? [];
    const fitting = asked.filter(
      (one) =>
        (modloader === '' || one.modloader === modloader) &&
        (gameVersion === '' || one.gameVersion === gameVersion),
    );
    return {
      gameVersions: data?.gameVersions ?? [],
      modloaders: data?.modloaders ?? allModloaders,
      loaderVersions: [...new Set(fitting.map((one) => one.modloaderVersion))],
    };
  }, [data, gameVersion, modloader]);
}
