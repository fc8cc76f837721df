import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef } from 'react';

/** Rows drawn beyond the visible ones. */
const overscan = 6;

/** A list of any length of which only the seen rows are in the page. Arrow keys, Home and End move through it. */
export function VirtualList<Item extends object>({
  items,
  keyOf,
  label,
  rowHeight,
  rowClass,
  rowAttributes,
  onAct,
  children,
}: {
  items: readonly Item[];
  keyOf(item: Item): string;
  label: string;
  /** About how high a row is, in pixels, before it is measured. */
  rowHeight: number;
  rowClass: string;
  rowAttributes?: (item: Item) => Readonly<Record<`data-${string}`, true | undefined>>;
  /** The action of the space bar on a row. */
  onAct?: (item: Item) => void;
  /** Draws a row; called once for each item, and again when the function changes. */
  children(item: Item): ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const awaited = useRef<number | null>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
  });
  const move = (to: number) => {
    const index = Math.max(0, Math.min(items.length - 1, to));
    rows.scrollToIndex(index);
    const row = frame.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    // A row that was far away takes the focus when it is there.
    awaited.current = row ? null : index;
    row?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.index === undefined) return;
    const index = Number(event.target.dataset.index);
    const item = items[index];
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + 10,
      PageUp: index - 10,
      Home: 0,
      End: items.length - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) move(to);
    else if (event.key === ' ' && onAct && item !== undefined) onAct(item);
    else return;
    event.preventDefault();
  };
  const { measureElement } = rows;
  const take = useCallback(
    (row: HTMLLIElement | null) => {
      measureElement(row);
      if (row === null || awaited.current !== Number(row.dataset.index)) return;
      awaited.current = null;
      row.focus({ preventScroll: true });
    },
    [measureElement],
  );
  // React skips an identical element, so scrolling renders only new rows.
  const show = useMemo(() => {
    const shown = new WeakMap<Item, ReactNode>();
    return (item: Item) => {
      const content = shown.get(item) ?? children(item);
      shown.set(item, content);
      return content;
    };
  }, [children]);
  const seen = rows.getVirtualItems();
  const first = seen[0]?.index ?? 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of its rows.
    <div className="list" ref={frame} onKeyDown={onKeyDown}>
      <ul
        className="list-whole"
        aria-label={label}
        style={{ height: rows.getTotalSize(), margin: 0, padding: 0, listStyle: 'none' }}
      >
        {seen.map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={key}
              ref={take}
              className={`list-row ${rowClass}`}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              tabIndex={index === first ? 0 : -1}
              style={{ transform: `translateY(${start}px)` }}
              {...rowAttributes?.(item)}
            >
              {show(item)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
