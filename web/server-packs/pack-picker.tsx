import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';

const foundServerPacks = operation(
  graphql(`
  query FoundServerPacks($name: String) {
    serverPacks(first: 20, filter: { nameContains: $name }) {
      nodes {
        id
        databaseId
        modPack {
          title
        }
        run {
          configuration {
            gameVersion
            modloader
          }
        }
      }
    }
  }
`),
);

/** Finds a server pack by its number or by the name of its modpack. */
export function PackPicker({
  label,
  value,
  onChange,
}: {
  label: string;
  /** The number as text; empty without one. */
  value: string;
  onChange(number: string): void;
}) {
  const { compare, modloader } = useTexts();
  const [text, setText] = useState(value);
  const [seenValue, setSeenValue] = useState(value);
  if (seenValue !== value) {
    setSeenValue(value);
    setText(value);
  }
  const isNumber = /^\d+$/.test(text.trim());
  const isChoice = isNumber || text.trim() === '';
  const [searched] = useDebouncedValue(isNumber ? '' : text.trim(), 250);
  const [{ data }] = useQuery({ query: foundServerPacks, variables: { name: searched || null } });
  const options = useMemo(
    () =>
      (data?.serverPacks.nodes ?? []).map((pack) => ({
        number: String(pack.databaseId),
        label: `${pack.databaseId}: ${pack.modPack.title} (${pack.run.configuration.gameVersion}, ${modloader[pack.run.configuration.modloader]})`,
      })),
    [data, modloader],
  );
  return (
    <Autocomplete
      className="grow"
      label={label}
      placeholder={compare.pick}
      value={text}
      data={options.map((option) => option.label)}
      filter={({ options: all }) => all}
      onChange={setText}
      onOptionSubmit={(chosen) => {
        const option = options.find((one) => one.label === chosen);
        if (option !== undefined) onChange(option.number);
      }}
      onBlur={() => isChoice && text.trim() !== value && onChange(text.trim())}
      onKeyDown={({ key }) => key === 'Enter' && isNumber && onChange(text.trim())}
    />
  );
}
