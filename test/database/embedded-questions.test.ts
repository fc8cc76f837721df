/** What is told between the thread of the embedded database and those who ask it. */
import { expect, it } from 'vitest';
import { handOver, takeOver } from '../../src/database/embedded-questions.ts';

it('long texts are handed over, all else is copied, and whoever takes them has the rows that were given', () => {
  const [long, short] = ['ä€😀'.repeat(2 ** 12), 'x'.repeat(2 ** 14 - 1)];
  const given = [
    [1, long, null, short, new Uint8Array([1]), [long]],
    [true, 'word'],
    [2n, long],
  ];
  const [piece, ...others] = handOver(given.map((row) => [...row]));
  expect(others).toEqual([]);
  const { rows, bytes } = structuredClone(piece, { transfer: piece?.bytes ?? [] }) ?? expect.fail('no piece');
  // What is handed over is gone from where it was.
  expect(piece?.bytes.map(({ byteLength }) => byteLength)).toEqual([0, 0]);
  expect(bytes.map(({ byteLength }) => byteLength)).toEqual([9 * 2 ** 12, 9 * 2 ** 12]);
  expect(rows.flat()).not.toContain(long);
  takeOver(rows);
  expect(rows).toEqual(given);
});

it('rows with long texts come in pieces of a few million characters', () => {
  const given = [1, 2, 3, 4, 5].map((number) => [number, 'x'.repeat(2 ** 20)]);
  const pieces = [...handOver(given)];
  expect(pieces.map(({ rows }) => rows.map(([number]) => number))).toEqual([[1, 2], [3, 4], [5]]);
  expect(pieces.map(({ bytes }) => bytes.length)).toEqual([2, 2, 1]);
});

it('rows without long texts, and none at all, are one piece', () => {
  const words = Array.from({ length: 1000 }, (_, index) => [`word ${index}`]);
  expect([...handOver(words)]).toEqual([{ rows: words, bytes: [] }]);
  expect([...handOver([])]).toEqual([{ rows: [], bytes: [] }]);
});
