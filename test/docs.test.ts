import { describe, expect, it } from 'vitest';
import { readProject } from '../scripts/check-docs.ts';
import { faultsOfPage } from '../scripts/docs-rules.ts';

/** What is wrong with a page of this text, beside another one. */
function faultsIn(text: string, page = 'docs/page.md') {
  const pages = new Map([
    [page, text],
    ['docs/other.md', '# Other\n\n## Two words, and more\n\n## Same\n\n## Same\n'],
  ]);
  return faultsOfPage(page, { pages, exists: (path) => pages.has(path), code: 'MAX_UPLOAD_BYTES' });
}

describe('a page', () => {
  it('has lines of prose of at most 160 characters; tables and code may be wider', () => {
    const long = 'word '.repeat(33);
    expect(faultsIn(`# Page\n\n${long}`)).toEqual(['docs/page.md:3: a line of 165 characters; at most 160']);
    expect(faultsIn(`| ${long} |\n\n\`\`\`sh\n${long}\n\`\`\`\n\n    ${long}\n`)).toEqual([]);
  });

  it('links to files and headings that are there', () => {
    const links = ['other.md', 'other.md#two-words-and-more', 'other.md#same-1', '../docs/other.md', '#page'];
    expect(faultsIn(`# Page\n\n${links.map((link) => `[x](${link})`).join(' ')}`)).toEqual([]);
    expect(faultsIn('[x](https://example.org/nothing#here)')).toEqual([]);
    expect(faultsIn('[x](gone.md)')).toEqual(['docs/page.md:1: the link gone.md leads to no file']);
    expect(faultsIn('[x](other.md#three)')).toEqual([
      'docs/page.md:1: the link other.md#three leads to no heading',
    ]);
  });

  it('names settings and codes that the code has; the changelog may name those that have gone', () => {
    expect(faultsIn('`MAX_UPLOAD_BYTES`')).toEqual([]);
    expect(faultsIn('| `MAX_BODY_BITES` |')).toEqual([
      'docs/page.md:1: MAX_BODY_BITES is nowhere in the code',
    ]);
    expect(faultsIn('`MAX_BODY_BITES`', 'CHANGELOG.md')).toEqual([]);
  });

  it('names no tests where it is for users', () => {
    const text = 'Shown by `test/cli` and `zip.test.ts`.';
    expect(faultsIn(text)).toEqual(['docs/page.md:1: a test; pages below docs/contributing may name it']);
    expect(faultsIn(text, 'docs/contributing/page.md')).toEqual([]);
  });

  it('has none of the words for which there is a plainer one, across lines too, but in code', () => {
    expect(faultsIn('Then Nobody hears it.')).toEqual([
      'docs/page.md:1: "nobody"; write the subject itself: no caller, no process, unused',
    ]);
    expect(faultsIn('It went\nsince\nthen.')).toEqual([
      'docs/page.md:2: "since then"; write what is true now; the history keeps the rest',
    ]);
    expect(faultsIn('`nobody` and nobody-else.md')).toEqual([]);
  });
});

const project = readProject();
it.each([...project.pages.keys()])('%s keeps these rules', (page) => {
  expect(faultsOfPage(page, project)).toEqual([]);
});
