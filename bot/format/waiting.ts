import type { Words } from '../../texts/bot.ts';
import { escaped, linesWithin } from '../../texts/text.ts';
import { graphql, type RunWaitingFragment } from '../gql/graphql.ts';

graphql(`
  fragment RunWaiting on Waiting {
    for
    nextTry
    until
    files {
      name
      page
    }
  }
`);

/** In UTF-16 units: an embed's description has room for what stands above it. */
const longestList = 3000;

/**
 * What a run waits for beside its turn, ready to send; of files that people have to download, their pages. Empty where
 * it waits for nothing.
 */
export function waitingText(
  runs: { nodes: readonly { waiting: RunWaitingFragment | null }[] } | undefined,
  modPack: number,
  words: Words,
): string {
  const waiting = runs?.nodes.find((run) => run.waiting !== null)?.waiting;
  if (!waiting) return '';
  if (waiting.for === 'SCANNER') return words.waiting.scanner(relative(waiting.nextTry));
  if (waiting.for === 'ROOM') return words.waiting.room(relative(waiting.nextTry));
  if (waiting.files.length === 0) return '';
  const { missing, more } = words;
  const lines = waiting.files.map(({ name, page }) => `• ${linked(escaped(name, 80), page)}`);
  return `${missing.lead(relative(waiting.until), modPack)}\n${linesWithin(lines, longestList, more)}`;
}

/** A time as Discord counts it for each reader: "in 5 minutes". */
function relative(time: string): string {
  return `<t:${Math.floor(Date.parse(time) / 1000)}:R>`;
}

/** A masked link; only the text where Discord would not take the address for one. */
function linked(text: string, address: string): string {
  if (!URL.canParse(address)) return text;
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' || href.length > 500) return text;
  return `[${text}](<${href.replaceAll(/[()<>\\]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}>)`;
}
