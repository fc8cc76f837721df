import type { DocumentNode } from 'graphql';
import { expect, it } from 'vitest';
import { createDocumentCache } from '../../src/graphql/execution/document-cache.ts';

const document: DocumentNode = { kind: 'Document', definitions: [] };

/** A cache for ten characters, and which of these texts it has. */
function openCache() {
  const cache = createDocumentCache(10);
  return {
    keep(...texts: string[]): void {
      for (const text of texts) cache.set(text, { ...document });
    },
    get: cache.get,
    has: (...texts: string[]) => texts.filter((text) => cache.get(text) !== undefined),
  };
}

it('parsed documents are kept until their texts have more characters than are set, and go in the order in which they were asked for', () => {
  const cache = openCache();
  cache.keep('one..', 'two..');
  expect(cache.has('two..', 'one..')).toEqual(['two..', 'one..']);
  cache.keep('three');
  expect(cache.has('one..', 'two..', 'three')).toEqual(['one..', 'three']);
  cache.keep('and another');
  expect(cache.has('one..', 'three', 'and another')).toEqual(['one..', 'three']);
  cache.keep('ten chars.');
  expect(cache.has('one..', 'three', 'ten chars.')).toEqual(['ten chars.']);
});

it('a document that is kept twice counts once, and stays the one that others have', () => {
  const cache = openCache();
  cache.keep('one..');
  const first = cache.get('one..');
  cache.keep('one..', 'one..', 'two..');
  expect(cache.has('one..', 'two..')).toEqual(['one..', 'two..']);
  expect(cache.get('one..')).toBe(first);
});
