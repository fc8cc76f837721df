import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { useViewer } from '../access/viewer.ts';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { useAddress } from '../ui/address-state.ts';
import { Filters } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { Paging } from '../ui/paging.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { QuarantineBadge, StatusBadge } from '../ui/status-badge.tsx';
import { modloaders, statuses, useModPacks } from './mod-packs.ts';
import { PackCard } from './pack-card.tsx';

/** All packs as cards: searched, sorted and paged; the address says how. */
export default function ModPacksPage() {
  const { modPacks } = useTexts();
  const list = useModPacks();
  return (
    <Page title={modPacks.title} lead={<Extent total={list.total} />}>
      <PackFilters />
      {list.error ? (
        <Failure error={list.error} retry={list.retry} />
      ) : list.rows === null ? (
        <Loading rows={10} />
      ) : list.rows.length === 0 ? (
        <Nothing />
      ) : (
        <Cards rows={list.rows} />
      )}
      <Paging previous={list.previous} next={list.next} />
    </Page>
  );
}

/** How many modpacks there are. */
function Extent({ total }: Pick<ReturnType<typeof useModPacks>, 'total'>) {
  const { modPacks } = useTexts();
  const format = useFormat();
  if (total === null) return '\u00a0';
  return total.isEstimated ? modPacks.about(format.roughly(total.count)) : modPacks.count(total.count);
}

const knownGameVersions = operation(
  graphql(`
  query KnownGameVersions {
    gameVersions
  }
`),
);

const orders = ['CREATED_AT-DESC', 'TITLE-ASC', 'SIZE-DESC', 'DOWNLOADS-DESC', 'VOTES-DESC'] as const;
/** What begins anew where the list is another one. */
const fromTheStart = { after: '', before: '' };

function PackFilters() {
  const texts = useTexts();
  const { get, change } = useAddress();
  const viewer = useViewer();
  const isQuarantine = get('quarantined') === 'yes';
  const [{ data }] = useQuery({ query: knownGameVersions, requestPolicy: 'cache-first' });
  // That of the address is among them from the start.
  const gameVersions = new Set([get('gameVersion'), ...(data?.gameVersions ?? [])]);
  gameVersions.delete('');
  const [text, setText] = useState(get('search'));
  const search = useDebouncedCallback(
    (value: string) => change({ search: value, ...fromTheStart }, { replace: true }),
    250,
  );
  const select = (name: string, label: string, data: readonly { value: string; label: string }[]) => (
    <NativeSelect
      label={label}
      value={get(name)}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value, ...fromTheStart })}
      data={[...data]}
    />
  );
  return (
    <Filters
      isOn={narrowing.some((name) => name !== 'search' && get(name) !== '')}
      search={
        <TextInput
          type="search"
          aria-label={texts.modPacks.search}
          placeholder={texts.modPacks.search}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            search(currentTarget.value);
          }}
        />
      }
    >
      {select('status', texts.word.status, [
        { value: '', label: texts.modPacks.anyStatus },
        ...statuses.map((value) => ({ value, label: texts.status[value] })),
      ])}
      {select('modloader', texts.word.modloader, [
        { value: '', label: texts.modPacks.anyModloader },
        ...modloaders.map((value) => ({ value, label: texts.modloader[value] })),
      ])}
      {select('gameVersion', texts.word.gameVersion, [
        { value: '', label: texts.modPacks.anyGameVersion },
        ...[...gameVersions].map((value) => ({ value, label: value })),
      ])}
      {select(
        'sort',
        texts.modPacks.sort,
        orders.map((order, place) => ({
          value: place === 0 ? '' : order,
          label: texts.modPacks.orders[order],
        })),
      )}
      {(isQuarantine || viewer.may('OPERATE')) && (
        <Checkbox
          label={texts.modPacks.quarantined}
          checked={isQuarantine}
          onChange={({ currentTarget }) =>
            change({ quarantined: currentTarget.checked ? 'yes' : '', ...fromTheStart })
          }
        />
      )}
    </Filters>
  );
}

type Row = NonNullable<ReturnType<typeof useModPacks>['rows']>[number];

function Cards({ rows }: { rows: readonly Row[] }) {
  const { modPacks } = useTexts();
  return (
    <ul className="packs" aria-label={modPacks.title}>
      {rows.map((row) => {
        const run = row.serverPacks.nodes[0]?.run.configuration;
        const isQuarantined = row.scan?.quarantined === true;
        return (
          <PackCard
            key={row.id}
            href={`/modpacks/${row.databaseId}`}
            name={row.title}
            icon={
              isQuarantined
                ? { url: null }
                : { content: row.iconUrl ? null : run?.serverIcon?.content, url: row.iconUrl }
            }
            builtFor={run ?? row.manifest}
            size={row.size}
            time={row.createdAt}
          >
            {isQuarantined ? (
              <QuarantineBadge />
            ) : (
              row.status !== 'GENERATED' && <StatusBadge status={row.status} />
            )}
          </PackCard>
        );
      })}
    </ul>
  );
}

const narrowing = ['search', 'status', 'modloader', 'gameVersion', 'quarantined'];

function Nothing() {
  const { modPacks, nav } = useTexts();
  const { get, change } = useAddress();
  if (narrowing.some((name) => get(name) !== '')) {
    return (
      <Empty
        title={modPacks.noMatch}
        {...(get('search') === '' ? {} : { hint: modPacks.noMatchHint })}
        action={
          <Button
            variant="default"
            onClick={() =>
              change({
                ...Object.fromEntries(narrowing.map((name) => [name, ''])),
                ...fromTheStart,
              })
            }
          >
            {modPacks.clear}
          </Button>
        }
      />
    );
  }
  return (
    <Empty
      title={modPacks.empty}
      hint={modPacks.emptyHint}
      action={
        <Button component={Link} href="/">
          {nav.build}
        </Button>
      }
    />
  );
}
