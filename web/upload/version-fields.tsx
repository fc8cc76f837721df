import { Autocomplete, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useQuery } from 'urql';
import type { Modloader } from '../../client/gql/schema.ts';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';
import { inPageWords } from '../language/field-names.ts';
import { useTexts } from '../language/speech.ts';
import { mayBeGameVersion, mayBeLoaderVersion, type Versions } from './versions.ts';

const versionSuggestions = operation(
  graphql(`
  query VersionSuggestions {
    gameVersions
    modloaders
    runs(first: 100) {
      nodes {
        configuration {
          gameVersion
          modloader
          modloaderVersion
        }
      }
    }
  }
`),
);

const listedVersions = operation(
  graphql(`
  query ListedVersions($modloader: Modloader!, $gameVersion: String) {
    all: listedVersions(modloader: $modloader) {
      gameVersions
    }
    fitting: listedVersions(modloader: $modloader, gameVersion: $gameVersion) {
      modloaderVersions
    }
  }
`),
);

/** Milliseconds of typing before the versions are looked up. */
const settle = 300;

/** The fields for a server pack's versions, with suggestions from earlier requests and the modloader's lists. */
export function VersionFields({
  value,
  onChange,
  problem,
  isNeeded = false,
  isAsked = false,
}: {
  value: Versions;
  onChange(value: Versions): void;
  /** The service's refusal, and its field. */
  problem?: { field: string | null; message: string } | null;
  /** Neither the pack nor its manifest fills an empty field. */
  isNeeded?: boolean;
  /** Set after an attempt to continue with empty fields, which are then marked. */
  isAsked?: boolean;
}) {
  const texts = useTexts();
  const { word, upload, modloader: names } = texts;
  const { gameVersions, modloaders, loaderVersions } = useSuggestions(value);
  const refused = (field: keyof Versions) => {
    if (isNeeded && isAsked && value[field].trim() === '') return upload.needed;
    return problem?.field?.endsWith(field) ? inPageWords(problem.message, texts) : null;
  };
  return (
    <div className="fields">
      <Autocomplete
        label={word.gameVersion}
        value={value.gameVersion}
        onChange={(gameVersion) => onChange({ ...value, gameVersion })}
        data={gameVersions}
        limit={20}
        openOnFocus={false}
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
        openOnFocus={false}
        required={isNeeded}
        error={mayBeLoaderVersion(value.modloaderVersion) ? refused('modloaderVersion') : upload.versionForm}
      />
    </div>
  );
}

const allModloaders: Modloader[] = ['FABRIC', 'FORGE', 'LEGACYFABRIC', 'NEOFORGE', 'QUILT'];

function useSuggestions({ gameVersion, modloader }: Versions) {
  const [{ data }] = useQuery({ query: versionSuggestions, requestPolicy: 'cache-first' });
  const [typed] = useDebouncedValue(gameVersion.trim(), settle);
  const [{ data: listed }] = useQuery({
    query: listedVersions,
    // A paused query asks for no versions.
    variables: {
      modloader: modloader || 'FABRIC',
      gameVersion: typed !== '' && mayBeGameVersion(typed) ? typed : null,
    },
    pause: modloader === '',
    requestPolicy: 'cache-first',
  });
  return useMemo(() => {
    const asked = (data?.runs.nodes ?? []).map(({ configuration }) => configuration);
    const fitting = asked.filter(
      (one) =>
        (modloader === '' || one.modloader === modloader) &&
        (gameVersion === '' || one.gameVersion === gameVersion),
    );
    return {
      gameVersions: [...new Set([...(data?.gameVersions ?? []), ...(listed?.all.gameVersions ?? [])])],
      modloaders: data?.modloaders ?? allModloaders,
      loaderVersions: [
        ...new Set([
          ...fitting.map((one) => one.modloaderVersion),
          ...(modloader === '' ? [] : (listed?.fitting.modloaderVersions ?? [])),
        ]),
      ],
    };
  }, [data, listed, gameVersion, modloader]);
}
