import { Stack, Text, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { type Mod, useMods } from './mods.ts';
import { SideBadge } from './side-badge.tsx';

/** Every jar of a modpack with where it works and what says so. */
export function Inventory({ modPack, total }: { modPack: string; total: number }) {
  const texts = useTexts();
  const format = useFormat();
  const { items, isDone, error } = useMods(modPack);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const found = useMemo(
    () => items.filter(({ file, name }) => `${name}\n${file}`.toLowerCase().includes(wanted)),
    [items, wanted],
  );
  if (error && items.length === 0) return <Failure error={error} />;
  if (items.length === 0 && !isDone) return <Loading />;
  return (
    <Stack gap="xs">
      <div className="toolbar">
        <TextInput
          className="grow"
          type="search"
          label={texts.modPack.searchMods}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Text size="sm" c="dimmed" role="status">
          {isDone
            ? texts.word.mods(found.length)
            : texts.modPack.loadedOf(format.number(items.length), format.number(total))}
        </Text>
      </div>
      {found.length === 0 ? (
        <Empty title={texts.preview.noMatch} />
      ) : (
        <VirtualList
          items={found}
          keyOf={({ file }) => file}
          label={texts.modPack.inventory}
          rowHeight={56}
          rowClass="mod-row"
        >
          {showMod}
        </VirtualList>
      )}
    </Stack>
  );
}

const showMod = (mod: Mod) => <ModRow mod={mod} />;

function ModRow({ mod }: { mod: Mod }) {
  const format = useFormat();
  return (
    <>
      <span>
        <span className="cut">
          {mod.name} <span className="dim">{mod.version}</span>
        </span>
        <span className="cut dim mono">
          {mod.file} · {format.bytes(mod.size)}
        </span>
      </span>
      <SideBadge side={mod.side} />
      <span className="dim">{mod.evidence}</span>
    </>
  );
}
