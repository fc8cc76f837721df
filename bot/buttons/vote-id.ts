import type { Vote } from '../gql/graphql.ts';

/** A vote as a button carries it. */
export interface VoteOfButton {
  /** The server pack's number. */
  serverPack: number;
  vote: Vote;
}

/** The custom id of a button that votes; it is all that the bot knows of the button later. */
export function voteButtonId({ serverPack, vote }: VoteOfButton): string {
  return `vote:${serverPack}:${vote.toLowerCase()}`;
}

/** What a custom id says to vote; null for anything that `voteButtonId` does not make. */
export function voteOfButtonId(customId: string): VoteOfButton | null {
  const [, number, word] = /^vote:([1-9]\d{0,9}):(up|down)$/.exec(customId) ?? [];
  if (number === undefined) return null;
  return { serverPack: Number(number), vote: word === 'up' ? 'UP' : 'DOWN' };
}
