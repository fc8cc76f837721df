/** How many say that a server pack works, and how many that it does not. */
export interface VoteCounts {
  up: number;
  down: number;
}

/** The votes on a server pack. Votes down that a node of the release before has counted show in the difference alone. */
export function voteCounts(pack: { confirmedWorking: number; votesDown: number }): VoteCounts {
  const down = Math.max(pack.votesDown, -pack.confirmedWorking);
  return { up: Math.min(2_147_483_647, pack.confirmedWorking + down), down: Math.min(2_147_483_647, down) };
}
