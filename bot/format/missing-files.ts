import { escaped, linesWithin } from '../../texts/text.ts';
import { graphql } from '../gql/gql.ts';
import type { WaitingFilesFragment } from '../gql/graphql.ts';
import type { Words } from '../words/index.ts';

graphql(`
  fragment WaitingFiles on Waiting {
    for
    until
    files {
      name
      page
    }
  }
`);

/** In UTF-16 units: an embed's description has room for what stands above it. */
const longestList = 3000;

/** Which files a run waits for that people have to download, with their pages, ready to send; empty where it waits for none. */
export function missingFilesText(
  waiting: WaitingFilesFragment | null | undefined,
  modPack: number,
  words: Words,
): string {
  if (waiting?.for !== 'FILES' || waiting.files.length === 0) return '';
  const { missing, more } = words;
  const until = `<t:${Math.floor(Date.parse(waiting.until) / 1000)}:R>`;
  const lines = waiting.files.map(({ name, page }) => `• ${linked(escaped(name, 80), page)}`);
  return `${missing.lead(until, modPack)}\n${linesWithin(lines, longestList, more)}`;
}

/** A masked link; only the text where Discord would not take the address for one. */
function linked(text: string, address: string): string {
  if (!URL.canParse(address)) return text;
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' || href.length > 500) return text;
  return `[${text}](<${href.replaceAll(/[()<>\\]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}>)`;
}
