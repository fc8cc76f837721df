import { wordsFor } from '../../texts/bot.ts';
import { cardOf } from '../card-of.ts';
import { castVote } from '../cast-vote.ts';
import { textMessage } from '../message.ts';
import type { Button } from './button.ts';
import { numberIn } from './ids.ts';

/** The buttons below a server pack that say whether it works; its card then shows what all say. */
export const voteButton: Button = {
  kind: 'vote',
  answer: 'update',
  starts: false,
  async run(services, { user, locale }, reply, [number, word]) {
    const serverPack = numberIn(number);
    if (serverPack === null) return;
    const vote = word === 'up' ? 'UP' : 'DOWN';
    const pack = await castVote(services, { userId: user.id, serverPack, vote });
    const { words } = reply;
    reply.show(cardOf(services, pack, words));
    const { votes } = wordsFor(locale);
    await reply.aside(textMessage(votes.counted(serverPack, vote === 'UP', votes.counts(pack))));
  },
};
