import { Button, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useCallback, useDeferredValue, useMemo } from 'react';
import type { DecisionReason, Side } from '../../client/gql/schema.ts';
import { inPageWords } from '../language/field-names.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { SideBadge } from '../packs/side-badge.tsx';
import { useAddress } from '../ui/address-state.ts';
import { Filters } from '../ui/filters.tsx';
import { Empty } from '../ui/states.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { filterRows, type PreviewRow, type RowFilter } from './rows.ts';

/** Every mod with what becomes of it and why; without `onToggle` only to be read. */
export function DecisionTable({
  rows,
  isUpdating,
  showFirst = 'all',
  onToggle,
  onReset,
}: {
  rows: readonly PreviewRow[];
  isUpdating: boolean;
  /** The rows that are shown before anything is chosen. */
  showFirst?: RowFilter['show'];
  onToggle?: (row: PreviewRow) => void;
  onReset?: (row: PreviewRow) => void;
}) {
  const texts = useTexts();
  const filter = useRowFilter(showFirst);
  const wanted = useDeferredValue(filter);
  const found = useMemo(() => filterRows(rows, wanted), [rows, wanted]);
  const show = useCallback(
    (row: PreviewRow) => <DecisionRow row={row} onToggle={onToggle} onReset={onReset} />,
    [onToggle, onReset],
  );
  return (
    <Stack gap="xs">
      <DecisionFilters rows={rows} filter={filter} mayChange={onToggle !== undefined} />
      <Text size="sm" c="dimmed" role="status" aria-busy={isUpdating}>
        {texts.word.mods(found.length)}
        {onToggle && (
          // A new element with each count, so that none moves when the count grows.
          <span key={`${found.length} ${isUpdating}`} className={isUpdating ? undefined : 'for-keyboards'}>
            {` · ${isUpdating ? texts.preview.updating : texts.preview.keyboard}`}
          </span>
        )}
      </Text>
      {found.length === 0 ? (
        <Empty title={texts.preview.noMatch} />
      ) : (
        <VirtualList
          items={found}
          keyOf={({ file }) => file}
          label={texts.preview.title}
          rowHeight={60}
          rowClass="decision-row"
          rowAttributes={(row) => ({
            'data-dropped': row.kept ? undefined : true,
            'data-changed': row.isChanged ? true : undefined,
          })}
          {...(onToggle ? { onAct: onToggle } : {})}
        >
          {show}
        </VirtualList>
      )}
    </Stack>
  );
}

function DecisionRow({
  row,
  onToggle,
  onReset,
}: {
  row: PreviewRow;
  onToggle: ((row: PreviewRow) => void) | undefined;
  onReset: ((row: PreviewRow) => void) | undefined;
}) {
  const texts = useTexts();
  const format = useFormat();
  return (
    <>
      {onToggle ? (
        <input
          type="checkbox"
          className="tick"
          checked={row.kept}
          onChange={() => onToggle(row)}
          aria-label={texts.preview.keepMod(row.name)}
          tabIndex={-1}
        />
      ) : (
        <span aria-hidden="true">{row.kept ? '✓' : '✕'}</span>
      )}
      <span>
        <span className="cut">
          {row.name} <span className="dim">{row.version}</span>
        </span>
        <span className="cut dim mono">{row.file}</span>
      </span>
      {row.side === null ? <span /> : <SideBadge side={row.side} />}
      <span>
        <span className="cut">
          <strong>{row.kept ? texts.preview.kept : texts.preview.dropped}</strong> ·{' '}
          {texts.reason[row.reason]}
          {row.isChanged && onReset && (
            <>
              {' '}
              <Button size="compact-xs" variant="default" onClick={() => onReset(row)}>
                {texts.preview.automatic}
              </Button>
            </>
          )}
        </span>
        <span className="dim">
          {inPageWords(row.evidence, texts)} {row.evidence !== '' && `(${texts.certainty[row.certainty]})`}
        </span>
      </span>
      <span className="dim">{row.size > 0 && format.bytes(row.size)}</span>
    </>
  );
}

const shows = ['all', 'kept', 'dropped', 'changed'] as const;
const sides: readonly Side[] = ['CLIENT', 'SERVER', 'BOTH', 'UNKNOWN'];
const reasons: readonly DecisionReason[] = [
  'ADDED',
  'CLIENT_MODS',
  'WHITELISTED',
  'EXCLUDED',
  'DROP_LIST',
  'PACK_INDEX',
  'CLIENT_ONLY',
  'CATALOGUE',
  'KNOWN_CLIENT_MOD',
  'CLIENT_CODE',
  'CLIENT_ENTRYPOINTS',
  'STOPS_SERVER',
  'REQUIRED',
  'SERVER_MOD',
  'UNKNOWN_SIDE',
];

/** The filter that the address stands for. */
function useRowFilter(showFirst: RowFilter['show']): RowFilter {
  const { get } = useAddress();
  const [search, show, reason, side] = [get('search'), get('show'), get('rule'), get('side')];
  return useMemo(
    () => ({ search, show: shows.find((one) => one === show) ?? showFirst, reason, side }),
    [search, show, showFirst, reason, side],
  );
}

function DecisionFilters({
  rows,
  filter,
  mayChange,
}: {
  rows: readonly PreviewRow[];
  filter: RowFilter;
  mayChange: boolean;
}) {
  const texts = useTexts();
  const { change } = useAddress();
  const set = (changes: Record<string, string>) => change(changes, { replace: true });
  const found = useMemo(() => new Set(rows.map(({ reason }) => reason)), [rows]);
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={texts.preview.show}
        value={filter.show}
        onChange={(show) => set({ show })}
        data={[
          { value: 'all', label: texts.preview.showAll },
          { value: 'kept', label: texts.preview.showKept },
          { value: 'dropped', label: texts.preview.showDropped },
          ...(mayChange ? [{ value: 'changed', label: texts.preview.showChanged }] : []),
        ]}
      />
      <Filters
        isOn={filter.reason !== '' || filter.side !== ''}
        search={
          <TextInput
            type="search"
            aria-label={texts.word.search}
            placeholder={texts.preview.search}
            value={filter.search}
            onChange={({ currentTarget }) => set({ search: currentTarget.value })}
          />
        }
      >
        <NativeSelect
          label={texts.preview.rule}
          value={filter.reason}
          onChange={({ currentTarget }) => set({ rule: currentTarget.value })}
          data={[
            { value: '', label: texts.preview.anyRule },
            ...reasons
              .filter((reason) => found.has(reason))
              .map((value) => ({ value, label: texts.reason[value] })),
          ]}
        />
        <NativeSelect
          label={texts.modPack.side}
          value={filter.side}
          onChange={({ currentTarget }) => set({ side: currentTarget.value })}
          data={[
            { value: '', label: texts.preview.anySide },
            ...sides.map((value) => ({ value, label: texts.side[value] })),
          ]}
        />
      </Filters>
    </Stack>
  );
}
