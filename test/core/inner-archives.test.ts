import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { withInner } from '../../src/core/previews/inner-archives.ts';
import { anonymousPrefix } from '../../src/limits/shared-limits.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';
import { zipWith } from '../support/zip.ts';

it('an archive in an archive is unpacked where callers with a token have their room, and taken as it came for those without', async () => {
  await using store = await openTemporaryStorage();
  const outer = await store.storage.receive(Readable.from([zipWith({ 'pack.zip': zipWith({ a: 'a' }) })]), {
    maxBytes: 10_000,
  });
  const unpacked: string[] = [];
  const needs = {
    storage: store.storage,
    unpackInner: async (_path: string, _outputPath: string, caller: string) => {
      unpacked.push(caller);
      return null;
    },
    // More than any disk has.
    config: { tokenReserveBytes: Number.MAX_SAFE_INTEGER },
  };
  const stranger = `${anonymousPrefix}192.0.2.1`;
  for (const caller of ['token:1', stranger])
    expect(await withInner(needs, { outer, caller }, async ({ path }) => path)).toBe(outer.path);
  expect(unpacked).toEqual(['token:1']);
});
