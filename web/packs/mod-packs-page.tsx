import { Button, Checkbox, NativeSelect, Table, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { fileNameBeside } from '../../texts/pack-names.ts';
import { useViewer } from '../access/viewer.ts';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { useAddress } from '../ui/address-state.ts';
import { Page } from '../ui/page.tsx';
import { Paging } from '../ui/paging.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { QuarantineBadge, StatusBadge } from '../ui/status-badge.tsx';
import { modPackOrder, type OrderField, useModPacks } from './mod-packs.ts';
import { PackIcon } from './pack-icon.tsx';
import { PackName } from './pack-name.tsx';

/** All modpacks: searched, sorted and paged; the address says how. */
export default function ModPacksPage() {
  const { modPacks } = useTexts();
  const list = useModPacks();
  return (
    <Page title={modPacks.title} lead={<Extent list={list} />}>
      <Filters />
      {list.error ? (
        <Failure error={list.error} retry={list.retry} />
      ) : list.rows === null ? (
        <Loading rows={10} />
      ) : list.rows.length === 0 ? (
        <Nothing />
      ) : (
        <ModPackTable rows={list.rows} />
      )}
      <Paging previous={list.previous} next={list.next} />
    </Page>
  );
}

/** Which of how many modpacks are shown. */
function Extent({ list }: { list: ReturnType<typeof useModPacks> }) {
  const { modPacks } = useTexts();
  const format = useFormat();
  const { total, from, rows, isWhole } = list;
  if (total === null || rows === null) return '\u00a0';
  const all = total.isEstimated ? modPacks.about(format.roughly(total.count)) : modPacks.count(total.count);
  if (from === null || isWhole || rows.length === 0) return all;
  const [first, last] = [format.number(from), format.number(from + rows.length - 1)];
  return total.isEstimated
    ? modPacks.rangeAbout(first, last, format.roughly(total.count))
    : modPacks.range(first, last, modPacks.count(total.count));
}

const statuses = ['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'GENERATED', 'ERROR'] as const;
const modloaders = ['FABRIC', 'FORGE', 'LEGACYFABRIC', 'NEOFORGE', 'QUILT'] as const;

const knownGameVersions = operation(
  graphql(`
  query KnownGameVersions {
    gameVersions
  }
`),
);

function Filters() {
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
    (value: string) => change({ search: value, after: '', before: '', from: '' }, { replace: true }),
    250,
  );
  return (
    <search className="toolbar">
      <TextInput
        className="grow"
        type="search"
        label={texts.word.search}
        placeholder={texts.modPacks.searchHint}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          search(currentTarget.value);
        }}
      />
      <NativeSelect
        label={texts.word.status}
        value={get('status')}
        onChange={({ currentTarget }) =>
          change({ status: currentTarget.value, after: '', before: '', from: '' })
        }
        data={[
          { value: '', label: texts.modPacks.anyStatus },
          ...statuses.map((value) => ({ value, label: texts.status[value] })),
        ]}
      />
      <NativeSelect
        label={texts.word.modloader}
        value={get('modloader')}
        onChange={({ currentTarget }) =>
          change({ modloader: currentTarget.value, after: '', before: '', from: '' })
        }
        data={[
          { value: '', label: texts.modPacks.anyModloader },
          ...modloaders.map((value) => ({ value, label: texts.modloader[value] })),
        ]}
      />
      <NativeSelect
        label={texts.word.gameVersion}
        value={get('gameVersion')}
        onChange={({ currentTarget }) =>
          change({ gameVersion: currentTarget.value, after: '', before: '', from: '' })
        }
        data={[
          { value: '', label: texts.modPacks.anyGameVersion },
          ...[...gameVersions].map((value) => ({ value, label: value })),
        ]}
      />
      {(isQuarantine || viewer.may('OPERATE')) && (
        <Checkbox
          label={texts.modPacks.quarantined}
          checked={isQuarantine}
          onChange={({ currentTarget }) =>
            change({ quarantined: currentTarget.checked ? 'yes' : '', after: '', before: '', from: '' })
          }
        />
      )}
    </search>
  );
}

type Row = NonNullable<ReturnType<typeof useModPacks>['rows']>[number];

function ModPackTable({ rows }: { rows: readonly Row[] }) {
  const { word, modPacks } = useTexts();
  return (
    <ScrollX label={modPacks.title}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <SortHeader field="TITLE" label={word.name} />
            <Table.Th>{word.status}</Table.Th>
            <Table.Th>{word.gameVersion}</Table.Th>
            <Table.Th>{word.modloader}</Table.Th>
            <SortHeader field="SIZE" label={word.size} />
            <Table.Th>{modPacks.serverPacks}</Table.Th>
            <SortHeader field="DOWNLOADS" label={word.downloads} />
            <SortHeader field="VOTES" label={word.votes} />
            <SortHeader field="CREATED_AT" label={word.created} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <ModPackRow key={row.id} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollX>
  );
}

function ModPackRow({ row }: { row: Row }) {
  const { word, modloader: names } = useTexts();
  const format = useFormat();
  const run = row.serverPacks.nodes[0]?.run.configuration;
  const { gameVersion = null, modloader = null } = run ?? row.manifest ?? {};
  const name = row.title;
  const iconUrl = row.scan?.quarantined ? null : row.iconUrl;
  return (
    <Table.Tr>
      <Table.Td>
        <div className="pack">
          <PackIcon name={name} content={iconUrl ? null : run?.serverIcon?.content} url={iconUrl} />
          <span>
            <PackName href={`/modpacks/${row.databaseId}`} name={name} />
            <span className="dim two-lines" title={row.name}>
              {[fileNameBeside(row), word.modPackN(row.databaseId)].filter(Boolean).join(' · ')}
            </span>
          </span>
        </div>
      </Table.Td>
      <Table.Td>
        <StatusBadge status={row.status} />
        {row.scan?.quarantined && <QuarantineBadge />}
      </Table.Td>
      <Table.Td>{gameVersion}</Table.Td>
      <Table.Td>{modloader && names[modloader]}</Table.Td>
      <Table.Td>{format.bytes(row.size)}</Table.Td>
      <Table.Td>{format.number(row.serverPacks.totalCount)}</Table.Td>
      <Table.Td>{format.number(row.downloads)}</Table.Td>
      <Table.Td>{format.signed(row.confirmedWorking)}</Table.Td>
      <Table.Td>
        <time dateTime={row.createdAt} title={format.dateTime(row.createdAt)}>
          {format.ago(row.createdAt)}
        </time>
      </Table.Td>
    </Table.Tr>
  );
}

function SortHeader({ field, label }: { field: OrderField; label: string }) {
  const { modPacks } = useTexts();
  const { get, change } = useAddress();
  const order = modPackOrder(get('sort'));
  const isSorted = order.field === field;
  const turned = isSorted && order.direction === 'DESC' ? 'ASC' : 'DESC';
  const sorted = order.direction === 'ASC' ? 'ascending' : 'descending';
  return (
    <Table.Th aria-sort={isSorted ? sorted : 'none'}>
      <button
        type="button"
        className="sort"
        title={modPacks.sortBy(label)}
        onClick={() => change({ sort: `${field}-${turned}`, after: '', before: '', from: '' })}
      >
        {label}
        <span aria-hidden="true">{isSorted ? (order.direction === 'ASC' ? '↑' : '↓') : '↕'}</span>
      </button>
    </Table.Th>
  );
}

function Nothing() {
  const { modPacks, nav } = useTexts();
  const { get, change } = useAddress();
  const isFiltered = ['search', 'status', 'modloader', 'gameVersion', 'quarantined'].some(
    (name) => get(name) !== '',
  );
  if (isFiltered) {
    return (
      <Empty
        title={modPacks.noMatch}
        {...(get('search') === '' ? {} : { hint: modPacks.noMatchHint })}
        action={
          <Button
            variant="default"
            onClick={() =>
              change({
                search: '',
                status: '',
                modloader: '',
                gameVersion: '',
                quarantined: '',
                after: '',
                before: '',
                from: '',
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
          {nav.upload}
        </Button>
      }
    />
  );
}
