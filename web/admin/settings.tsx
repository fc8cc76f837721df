import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql, type SettingsInForceQuery } from '../gql/graphql.ts';
import { type Format, useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Facts } from '../ui/facts.tsx';
import { Section } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';

const settingsInForce = operation(
  graphql(`
  query SettingsInForce {
    administration {
      settings {
        name
        group
        effect
        value
        isSet
        isSecret
        source
      }
    }
  }
`),
);

type Setting = NonNullable<SettingsInForceQuery['administration']>['settings'][number];

/** A setting's large figure in units that people read, by what its name says it counts. */
function inUnits(name: string, value: string | null | undefined, format: Format): string | null {
  const figure = Number(value ?? '');
  if (/_BYTES(?:_|$)/.test(name)) return figure >= 1_024 ? format.bytes(figure) : null;
  if (/(?:_SECONDS|^ERROR_RETENTION)$/.test(name)) return figure >= 90 ? format.seconds(figure) : null;
  return name.endsWith('_MS') && figure >= 1_000 ? format.seconds(figure / 1_000) : null;
}

/** The settings that are set, by group, each with its effect; all of them where that is wanted. */
export function Settings() {
  const { admin, modPacks } = useTexts();
  const [{ data, error }, again] = useQuery({ query: settingsInForce });
  const [search, setSearch] = useState('');
  const [isAll, setAll] = useState(false);
  const groups: Readonly<Record<string, string>> = admin.groups;
  const shown = data?.administration?.settings.filter(
    ({ name, source }) => name.includes(search.trim().toUpperCase()) && (isAll || source !== 'DEFAULT'),
  );
  return (
    <>
      <search className="toolbar">
        <TextInput
          className="grow"
          type="search"
          label={modPacks.search}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Checkbox
          label={admin.defaultsToo}
          checked={isAll}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
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
        [...new Set(shown.map(({ group }) => group))].map((group) => (
          <Section key={group} title={groups[group] ?? group}>
            <Facts
              facts={shown
                .filter((one) => one.group === group)
                .map((one) => [one.name, <Value key={one.name} setting={one} />])}
            />
          </Section>
        ))
      )}
    </>
  );
}

function Value({ setting: { name, value, isSet, isSecret, source, effect } }: { setting: Setting }) {
  const { admin } = useTexts();
  const format = useFormat();
  return (
    <>
      <span className="mono">{isSecret ? admin.secretSet : isSet ? value : admin.notSet}</span>{' '}
      <span className="dim">
        {[inUnits(name, value, format), admin.source[source]].filter(Boolean).join(', ')}
      </span>
      <div className="dim" lang="en">
        {effect}
      </div>
    </>
  );
}
