import type { APIButtonComponent } from 'discord.js';
import type { Words } from '../../texts/bot.ts';
import { colours } from '../../texts/colours.ts';
import { bytes, escaped } from '../../texts/text.ts';
import type { ProgressNewsFragment } from '../gql/graphql.ts';
import { type MessageBody, rows } from '../message.ts';

/** Optional parts of the message about something under way. */
export interface UnderWay {
  words: Words;
  /** The modpack's number; null before it has one. */
  modPack?: number | null;
  /** The formatted progress. */
  progress?: string;
  refresh?: APIButtonComponent | null;
}

/** Something that has not ended yet: the modpack's name and what is being done with it; both plain text. */
export function underWayMessage(
  name: string,
  state: string,
  { words, modPack = null, progress = '', refresh = null }: UnderWay,
): MessageBody {
  const lines = [`⏳ ${escaped(state, 400)}`, ...(progress === '' ? [] : [progress])];
  return {
    content: '',
    embeds: [
      {
        title: escaped(name, 120),
        color: colours.underWay,
        description: lines.join('\n'),
        ...(modPack === null ? {} : { footer: { text: words.card.modPackFooter(modPack) } }),
      },
    ],
    components: rows(refresh === null ? [] : [refresh]),
  };
}

/** Parts that a bar has. */
const barParts = 20;

/** `▰▰▰▰▱▱▱▱ 41 % · 210 MiB of 512 MiB`, ready to send; what no status says stands above it. */
export function progressText({ phase, bytesDone, bytesTotal }: ProgressNewsFragment, words: Words): string {
  const part = bytesTotal <= 0 ? 0 : Math.min(1, bytesDone / bytesTotal);
  const filled = Math.floor(part * barParts);
  const bar = '▰'.repeat(filled) + '▱'.repeat(barParts - filled);
  const amount = words.ofBytes(bytes(bytesDone, words), bytes(bytesTotal, words));
  const doing = phase === 'FETCHING' ? `${words.fetchingMods}\n` : '';
  return `${doing}${bar} ${Math.floor(part * 100)} % · ${amount}`;
}
