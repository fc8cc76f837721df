/** The votes that a server pack works, and that it does not. */
export interface VoteCounts {
  up: number;
  down: number;
}

export function voteCounts(pack: { confirmedWorking: number; votesDown: number }): VoteCounts {
  const up = pack.confirmedWorking + pack.votesDown;
  return { up: Math.min(2_147_483_647, Math.max(0, up)), down: pack.votesDown };
}
