import { castVote } from '../cast-vote.ts';
import { textMessage } from '../message.ts';
import type { Button } from './button.ts';
import { voteOfButtonId } from './vote-id.ts';

/** The buttons below a server pack that say whether it works. */
export const voteButton: Button = {
  owns: (customId) => voteOfButtonId(customId) !== null,
  async run(services, { customId, user }, reply) {
    const vote = voteOfButtonId(customId);
    if (vote !== null) reply.show(textMessage(await castVote(services, { userId: user.id, ...vote })));
  },
};
