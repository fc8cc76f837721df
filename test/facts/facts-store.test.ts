import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { type Facts, shippedFacts } from '../../src/archive/known-mods/facts-file.ts';
import { type FactsSettings, openFacts } from '../../src/facts/facts-store.ts';
import { readPublicKey } from '../../src/facts/signature.ts';

const own = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');
const publicKey = readPublicKey(own.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'));
const signed = (text: string, { privateKey } = own) =>
  sign(null, Buffer.from(text), privateKey).toString('base64');
const numbered = (number: number, changes: Partial<Facts> = {}) =>
  JSON.stringify({ ...shippedFacts(), number, facts: [], ...changes });
const address = 'https://facts.example/facts.json';

async function folder(): Promise<{ at: string } & AsyncDisposable> {
  const at = await mkdtemp(path.join(os.tmpdir(), 'facts-'));
  return { at, [Symbol.asyncDispose]: () => rm(at, { recursive: true }) };
}

/** A store whose address answers with what `served` has at that moment. */
function open(
  served: { text: string; signature: string },
  keptIn: string,
  changes: Partial<FactsSettings> = {},
) {
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(line) });
  const fetchText = async (url: string) => (url === address ? served.text : served.signature);
  const settings = { source: { address }, publicKey, keptIn, ...changes };
  return openFacts({ log, fetchText, today: () => '2026-12-01' }, settings).then((store) => ({
    store,
    logged,
  }));
}

describe('facts from an address', () => {
  test('are used once they are newer and signed, and stay over a restart', async () => {
    await using kept = await folder();
    const served = { text: numbered(5), signature: signed(numbered(5)) };
    const { store } = await open(served, kept.at);
    await store.refresh();
    expect([store.current().number, store.trouble()]).toEqual([5, null]);
    await store[Symbol.asyncDispose]();
    const { store: again, logged } = await open({ text: 'gone', signature: '' }, kept.at);
    expect(again.current().number).toBe(5);
    await again.refresh();
    expect(again.current().number).toBe(5);
    expect(logged).toHaveLength(1);
    await again[Symbol.asyncDispose]();
  });

  test.each<[string, string, string]>([
    ['of an older number', numbered(4), signed(numbered(4))],
    [
      'of the same number that are others',
      numbered(5, { date: '2030-01-01' }),
      signed(numbered(5, { date: '2030-01-01' })),
    ],
    ['signed by another', numbered(6), signed(numbered(6), other)],
    ['that were changed', numbered(6), signed(numbered(7))],
    ['without a signature', numbered(6), ''],
    ['that are broken', '{', signed('{')],
    ['of another form', '{"format":2}', signed('{"format":2}')],
  ])('leave the last good ones in use, which is told once: %s', async (_, text, signature) => {
    await using kept = await folder();
    const served = { text: numbered(5), signature: signed(numbered(5)) };
    const { store, logged } = await open(served, kept.at);
    await store.refresh();
    Object.assign(served, { text, signature });
    await store.refresh();
    await store.refresh();
    expect(store.current().number).toBe(5);
    expect(store.trouble()).toBe('The facts about mods were not taken; number 5 stays in use.');
    expect(logged).toHaveLength(1);
    Object.assign(served, { text: numbered(8), signature: signed(numbered(8)) });
    await store.refresh();
    expect([store.current().number, store.trouble()]).toEqual([8, null]);
    await store[Symbol.asyncDispose]();
  });

  test('tell when their time is over', async () => {
    await using kept = await folder();
    const text = numbered(5, { until: '2026-12-01' });
    const { store } = await open({ text, signature: signed(text) }, kept.at);
    await store.refresh();
    expect(store.trouble()).toMatch(/number 5, were meant to be replaced by 2026-12-01/);
    await store[Symbol.asyncDispose]();
  });
});

test('facts of a folder need a signature only where there is a key', async () => {
  await using kept = await folder();
  await using source = await folder();
  await writeFile(path.join(source.at, 'facts.json'), numbered(3));
  const nothing = { text: '', signature: '' };
  const { store: strict } = await open(nothing, kept.at, { source: { folder: source.at } });
  await strict.refresh();
  expect(strict.current().number).toBe(shippedFacts().number);
  await strict[Symbol.asyncDispose]();
  const { store } = await open(nothing, kept.at, { source: { folder: source.at }, publicKey: null });
  await store.refresh();
  expect(store.current().number).toBe(3);
  await store[Symbol.asyncDispose]();
});

test('without a source, those of the release are used, however old', async () => {
  await using kept = await folder();
  const { store } = await open({ text: '', signature: '' }, kept.at, { source: null });
  await store.refresh();
  expect([store.current(), store.trouble()]).toEqual([shippedFacts(), null]);
  await store[Symbol.asyncDispose]();
});

test('a key of another kind is none', () => {
  const { publicKey: rsa } = generateKeyPairSync('x25519');
  expect(readPublicKey(rsa.export({ format: 'der', type: 'spki' }).toString('base64'))).toBeNull();
  expect(readPublicKey('no key')).toBeNull();
});
