/** MiB for a game without mods, mods for one GiB more, and the most MiB; where this is from is in docs/start-scripts.md. */
const scale = { least: 2048, modsPerGiB: 60, most: 8192 };

/** Least and most MiB of an author that are believed; with more than 32 GiB, Java's references take twice the room. */
const believed = { least: 1024, most: 32768 };

/** How much memory Java should have for a server, and what for, as the end of "... are recommended". */
export interface RecommendedMemory {
  mebibytes: number;
  purpose: string;
}

/** What the pack's author recommends, else what packs with as many mods are run with. */
export function recommendedMemory(mods: number, byAuthor: number | null): RecommendedMemory {
  if (byAuthor !== null && byAuthor >= believed.least && byAuthor <= believed.most)
    return { mebibytes: byAuthor, purpose: 'for this pack by its author' };
  const wanted = scale.least + Math.round(mods / scale.modsPerGiB) * 1024;
  return { mebibytes: Math.min(wanted, scale.most), purpose: mods === 1 ? 'for 1 mod' : `for ${mods} mods` };
}
