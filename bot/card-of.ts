import type { Words } from '../texts/bot.ts';
import { type CardOptions, type ShownServerPack, serverPackMessage } from './format/cards.ts';
import type { MessageBody } from './message.ts';
import type { Services } from './services.ts';

/** The card of a server pack, with what the bot may do at the gateway. */
export function cardOf(
  { linkTo, mayVote, offers }: Pick<Services, 'linkTo' | 'mayVote' | 'offers'>,
  pack: ShownServerPack,
  words: Words,
  more: Pick<CardOptions, 'isUntried' | 'buttons'> = {},
): MessageBody {
  const { boots, pages } = offers();
  return serverPackMessage(pack, {
    words,
    linkTo,
    mayVote: mayVote(),
    mayTry: boots,
    hasPage: pages,
    ...more,
  });
}
