import { Badge, Checkbox, Table, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';
import { type Format, useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Section } from '../ui/page.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';

const settingsInForce = operation(
  graphql(`
  query SettingsInForce {
    administration {
      settings {
        name
        value
        isSet
        isSecret
        source
      }
    }
  }
`),
);

/** A setting's large figure in units that people read, by what its name says it counts. */
function inUnits(name: string, value: string | null | undefined, format: Format): string | null {
  const figure = Number(value ?? '');
  if (/_BYTES(?:_|$)/.test(name)) return figure >= 1_024 ? format.bytes(figure) : null;
  if (/(?:_SECONDS|^ERROR_RETENTION)$/.test(name)) return figure >= 90 ? format.seconds(figure) : null;
  return name.endsWith('_MS') && figure >= 1_000 ? format.seconds(figure / 1_000) : null;
}

/** The settings as they are in force, and where each comes from. */
export function Settings() {
  const { admin, word } = useTexts();
  const format = useFormat();
  const [{ data, error }, again] = useQuery({ query: settingsInForce });
  const [search, setSearch] = useState('');
  const [isOwnOnly, setOwnOnly] = useState(false);
  const settings = data?.administration?.settings;
  const shown = settings?.filter(
    ({ name, source }) => name.includes(search.trim().toUpperCase()) && (!isOwnOnly || source !== 'DEFAULT'),
  );
  return (
    <Section title={admin.inForce}>
      <search className="toolbar">
        <TextInput
          className="grow"
          type="search"
          label={word.search}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Checkbox
          label={admin.ownOnly}
          checked={isOwnOnly}
          onChange={({ currentTarget }) => setOwnOnly(currentTarget.checked)}
        />
      </search>
      {shown === undefined ? (
        error ? (
          <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
        ) : (
          <Loading rows={10} />
        )
      ) : shown.length === 0 ? (
        <Empty title={admin.noSettings} />
      ) : (
        <ScrollX label={admin.inForce}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{admin.setting}</Table.Th>
                <Table.Th>{admin.value}</Table.Th>
                <Table.Th>{admin.from}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map(({ name, value, isSet, isSecret, source }) => (
                <Table.Tr key={name}>
                  <Table.Td className="mono whole">{name}</Table.Td>
                  <Table.Td className="breaks">
                    {isSecret ? (
                      admin.secretSet
                    ) : isSet ? (
                      <>
                        <span className="mono">{value}</span>{' '}
                        <span className="dim">{inUnits(name, value, format)}</span>
                      </>
                    ) : (
                      admin.notSet
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Badge variant="light" color={source === 'DEFAULT' ? 'gray' : 'teal'}>
                      {admin.source[source]}
                    </Badge>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollX>
      )}
    </Section>
  );
}
