import type { APIButtonComponent } from 'discord.js';
import type { Words } from '../../texts/bot.ts';
import { colours } from '../../texts/colours.ts';
import { escaped } from '../../texts/text.ts';
import type { DroppedPageFragment, ProblemLineFragment } from '../gql/graphql.ts';
import { button, type MessageBody, rows } from '../message.ts';
import { warningFields } from './cards.ts';

/** A page of the mods that a server pack lacks, or would lack. */
export interface Dropped {
  /** The modpack's name. */
  name: string;
  keptCount: number;
  droppedCount: number;
  page: DroppedPageFragment;
  warnings: readonly ProblemLineFragment[];
  /** The Java that it needs, and the newest that starts it; null where that is not told. */
  javaVersion: number | null;
  newestJavaVersion: number | null;
}

/** The mods with their reasons and the evidence; buttons whose ids begin with `pageId` turn the pages. */
export function droppedMessage(
  { name, keptCount, droppedCount, page, warnings, javaVersion, newestJavaVersion }: Dropped,
  {
    words,
    title,
    pageId,
    further,
  }: { words: Words; title: (name: string) => string; pageId: string; further: APIButtonComponent[] },
): MessageBody {
  const { dropped } = words;
  const mods = page.nodes.map(
    ({ file, reason, evidence }) =>
      `**${escaped(file, 80)}**: ${dropped.reasons[reason]}\n-# ${escaped(evidence, 120)}`,
  );
  return {
    content: '',
    embeds: [
      {
        title: title(escaped(name, 80)),
        color: colours.done,
        description: [
          dropped.counts(keptCount, droppedCount),
          ...(javaVersion === null ? [] : [dropped.java(javaVersion, newestJavaVersion)]),
          '',
          ...(mods.length > 0 ? mods : [dropped.none]),
        ].join('\n'),
        fields: warningFields(warnings, words),
      },
    ],
    components: rows([...turning(page, pageId, words), ...further]),
  };
}

function turning({ pageInfo }: DroppedPageFragment, pageId: string, words: Words): APIButtonComponent[] {
  const { hasPreviousPage, hasNextPage, startCursor, endCursor } = pageInfo;
  const id = (direction: string, cursor: string) => `${pageId}:${direction}:${cursor}:${words.language}`;
  return [
    ...(hasPreviousPage && startCursor !== null
      ? [button(id('before', startCursor), words.buttons.earlier)]
      : []),
    ...(hasNextPage && endCursor !== null ? [button(id('after', endCursor), words.buttons.later)] : []),
  ];
}
