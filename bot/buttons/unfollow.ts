import { leaveLine } from '../leave-line.ts';
import { textMessage } from '../message.ts';
import type { Button } from './button.ts';
import { unfollowButton } from './ids.ts';

/** Ends what a channel is told of a line; the others keep their buttons. */
export const unfollow: Button = {
  kind: 'unfollow',
  answer: 'update',
  starts: true,
  async run(services, _interaction, reply, [line = '']) {
    const { place, words } = reply;
    await leaveLine(services, place.channelId, line);
    const left = services.store.linesIn(place.channelId);
    const buttons = left.map((one) => unfollowButton(one, words));
    reply.show(textMessage(words.lines.stopped(line), buttons));
  },
};
