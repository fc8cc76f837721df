import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql, type PickablePackFragment } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';

graphql(`
  fragment PickablePack on ServerPack {
    id
    databaseId
    createdAt
    modPack {
      id
      title
    }
    run {
      id
      configuration {
        gameVersion
        modloader
      }
    }
  }
`);
const foundServerPacks = operation(
  graphql(`
  query FoundServerPacks($name: String, $chosen: Int!, $isChosen: Boolean!) {
    serverPacks(first: 20, filter: { nameContains: $name }) {
      nodes {
        ...PickablePack
      }
    }
    serverPack(by: { databaseId: $chosen }) @include(if: $isChosen) {
      ...PickablePack
    }
  }
`),
);

/** Finds a server pack by the name of its modpack. */
export function PackPicker({
  label,
  description,
  placeholder,
  value,
  onChange,
}: {
  label: string;
  description?: string;
  placeholder?: string;
  /** Its number as text; empty without one. */
  value: string;
  onChange(number: string): void;
}) {
  const { compare, modloader } = useTexts();
  const format = useFormat();
  const [text, setText] = useState('');
  const isChosen = /^[1-9]\d{0,8}$/.test(value);
  const write = ({ modPack, createdAt, run: { configuration } }: PickablePackFragment) =>
    `${modPack.title} · ${configuration.gameVersion} ${modloader[configuration.modloader]} · ${format.dateTime(createdAt)}`;
  const [searched] = useDebouncedValue(text, 250);
  const [{ data }] = useQuery({
    query: foundServerPacks,
    variables: { name: searched.split(' · ')[0]?.trim() || null, chosen: Number(value) || 0, isChosen },
  });
  const chosen = data?.serverPack;
  const found = data?.serverPacks.nodes.filter(({ id }) => id !== chosen?.id) ?? [];
  return (
    <Select
      className="grow"
      label={label}
      {...(description !== undefined && { description })}
      placeholder={placeholder ?? compare.pick}
      searchable
      clearable
      value={chosen ? value : null}
      data={[...(chosen ? [chosen] : []), ...found].map((pack) => ({
        value: String(pack.databaseId),
        label: write(pack),
      }))}
      filter={({ options }) => options}
      onSearchChange={setText}
      onChange={(number) => onChange(number ?? '')}
    />
  );
}
