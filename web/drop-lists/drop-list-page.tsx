import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useViewer } from '../access/viewer.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Failure, Loading, NotFound } from '../ui/states.tsx';
import { DefaultButton, DeleteListButton } from './change-buttons.tsx';
import { changesOf, type DropListFacts, type DropListVersion, useDropList } from './drop-list.ts';
import { EditForm } from './edit-form.tsx';

const versionsAtOnce = 10;

/** A drop list: what it holds, what changed from version to version, and the way to build with it. */
export default function DropListPage({ name }: { name: string }) {
  const { dropList: texts } = useTexts();
  const viewer = useViewer();
  const [shown, setShown] = useState(versionsAtOnce);
  // One more, to tell what the last one has changed.
  const { value: list, error, retry } = useDropList(name, shown + 1);
  if (error) return <Failure error={error} retry={retry} />;
  if (list === undefined) return <Loading rows={10} />;
  if (list === null) {
    const mayCreate = viewer.facts?.role != null && viewer.may('PUBLISH');
    if (!mayCreate) return <NotFound />;
    return (
      <Page title={name} lead={texts.create}>
        <EditForm name={name} onSaved={retry} />
      </Page>
    );
  }
  return (
    <DropList
      list={list}
      shown={shown}
      onMore={() => setShown((count) => count + versionsAtOnce)}
      onChange={retry}
    />
  );
}

function DropList({
  list,
  shown,
  onMore,
  onChange,
}: {
  list: DropListFacts;
  shown: number;
  onMore(): void;
  onChange(): void;
}) {
  const { dropList: texts, word } = useTexts();
  const { name, isDefault, mayChange, versions } = list;
  const [newest] = versions.nodes;
  return (
    <Page
      title={name}
      lead={isDefault ? texts.isDefault : texts.lead}
      actions={
        <Button component={Link} href={`/?list=${name}`}>
          {texts.build}
        </Button>
      }
    >
      {newest !== undefined && (
        <Facts
          facts={[
            [word.clientMods, <Prefixes key="clientOnly" of={newest.clientOnly} />],
            [word.whitelist, newest.keep.length > 0 && <Prefixes key="keep" of={newest.keep} />],
          ]}
        />
      )}
      <Section title={texts.versions}>
        <ul className="rows" aria-label={texts.versions}>
          {versions.nodes.slice(0, shown).map((version, index) => (
            <Version key={version.number} version={version} before={versions.nodes[index + 1]} />
          ))}
        </ul>
        {versions.nodes.length > shown && (
          <Button size="xs" variant="default" onClick={onMore} w="fit-content">
            {word.more}
          </Button>
        )}
      </Section>
      <Group gap="xs">
        <DefaultButton list={list} onChange={onChange} />
        {mayChange && <DeleteListButton name={name} />}
      </Group>
      {mayChange && newest !== undefined && (
        <details>
          <summary>{texts.edit}</summary>
          <EditForm key={newest.number} name={name} before={newest} onSaved={onChange} />
        </details>
      )}
    </Page>
  );
}

function Prefixes({ of }: { of: readonly string[] }) {
  const { word } = useTexts();
  return <span className="mono">{of.length === 0 ? word.none : of.join(', ')}</span>;
}

function Version({ version, before }: { version: DropListVersion; before: DropListVersion | undefined }) {
  const { dropList: texts, word } = useTexts();
  const format = useFormat();
  const { number, createdAt, savedBy } = version;
  const changes = before === undefined ? [] : changesOf(version, before);
  return (
    <li>
      <Stack gap={0} className="grow">
        <Text>
          {texts.version(number)}{' '}
          <time className="dim" dateTime={createdAt} title={format.dateTime(createdAt)}>
            {format.ago(createdAt)}
          </time>{' '}
          {savedBy != null && (
            <Text span c="dimmed" size="sm">
              {savedBy}
            </Text>
          )}
        </Text>
        {changes.map(({ list, added, removed }) => (
          <Text key={list} size="sm" className="mono">
            {added.length + removed.length > 0 &&
              `${list === 'keep' ? `${word.whitelist}: ` : ''}${[
                ...added.map((prefix) => `+ ${prefix}`),
                ...removed.map((prefix) => `− ${prefix}`),
              ].join('  ')}`}
          </Text>
        ))}
      </Stack>
    </li>
  );
}
