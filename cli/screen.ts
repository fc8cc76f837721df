import { Presets, SingleBar } from 'cli-progress';
import { escaped } from '../src/logging/escaped.ts';
import { bytes, plain } from '../texts/text.ts';

/** Longest line of foreign text that is shown, in UTF-16 units. */
const longestLine = 2_000;

/** Results go to standard output, everything else to standard error. */
export interface Screen {
  /** Results are JSON, for programs. */
  readonly json: boolean;
  /** Lines of a result for people; nothing where results are JSON. */
  print(...lines: string[]): void;
  /** A JSON line for programs; nothing for people. */
  data(value: unknown): void;
  /** A line on what is under way or was noticed. */
  note(line: string): void;
  /** A progress bar on terminals. Text above it, and its disposal, clear it. */
  bar(): Bar;
}

export interface Bar extends Disposable {
  show(progress: { label: string; done: number; total: number }): void;
}

/** The streams of a screen. */
export interface Streams {
  out: { write(text: string): unknown };
  error: NodeJS.WritableStream & { isTTY?: boolean };
}

export function openScreen({ json, quiet }: { json: boolean; quiet: boolean }, streams: Streams): Screen {
  const { out, error } = streams;
  const bars = new Set<Bar>();
  /** A line takes the place of a bar, which is drawn anew below it. */
  const clear = () => {
    for (const bar of bars) bar[Symbol.dispose]();
  };
  return {
    json,
    print(...lines) {
      if (json) return;
      clear();
      for (const line of lines) out.write(`${line}\n`);
    },
    data(value) {
      if (!json) return;
      clear();
      out.write(`${escaped(JSON.stringify(value))}\n`);
    },
    note(line) {
      if (quiet) return;
      clear();
      error.write(`${line}\n`);
    },
    bar() {
      if (quiet || error.isTTY !== true) return noBar;
      const bar = terminalBar(error);
      bars.add(bar);
      return bar;
    },
  };
}

const noBar: Bar = { show() {}, [Symbol.dispose]() {} };

function terminalBar(stream: NodeJS.WritableStream): Bar {
  const bar = new SingleBar(
    {
      stream,
      format: '{label} [{bar}] {percentage} % of {all}',
      clearOnComplete: true,
      hideCursor: true,
      fps: 5,
      // The code that opens a bar stops it, also at a signal.
      gracefulExit: false,
    },
    Presets.legacy,
  );
  let shown = '';
  return {
    show({ label, done, total }) {
      const payload = { label: label.padEnd(10), all: sized(total) };
      if (label !== shown) {
        bar.stop();
        bar.start(total, done, payload);
        shown = label;
        return;
      }
      bar.setTotal(total);
      bar.update(done, payload);
    },
    [Symbol.dispose]() {
      bar.stop();
      shown = '';
    },
  };
}

/** Foreign text as one line, without characters that a terminal would obey. */
export function shown(text: string, most = longestLine): string {
  return plain(text, most);
}

/** A count of bytes for people: `1.5 MiB`. */
export function sized(count: number): string {
  return bytes(count, { units: ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'], language: 'en' });
}

/** Rows below headings, in columns as wide as their content. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ''))));
  return all.map((row) =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)),
      )
      .join('  ')
      .trimEnd(),
  );
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Letters of twice the width. */
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}\uff01-\uff60]/u;

function widthOf(text: string): number {
  return Array.from(segments.segment(text), ({ segment }) => (wide.test(segment) ? 2 : 1)).reduce(
    (sum, width) => sum + width,
    0,
  );
}

/** Says that only part of a list is shown. */
export function partOfList(
  shownCount: number,
  { totalCount, totalCountIsEstimated }: { totalCount: number; totalCountIsEstimated: boolean },
): string {
  return `${shownCount} of ${totalCountIsEstimated ? 'about ' : ''}${totalCount}; --first shows more.`;
}
