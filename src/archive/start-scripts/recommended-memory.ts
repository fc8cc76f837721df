/** MiB for a game without mods, mods for one GiB more, and the most MiB; where this is from is in docs/start-scripts.md. */
const scale = { least: 2048, modsPerGiB: 60, most: 8192 };

/** How much memory Java should have for a server, and what for, as the end of "... are recommended". */
export interface RecommendedMemory {
  mebibytes: number;
  purpose: string;
}

/** What packs with as many mods are run with. */
export function recommendedMemory(mods: number): RecommendedMemory {
  const wanted = scale.least + Math.round(mods / scale.modsPerGiB) * 1024;
  return { mebibytes: Math.min(wanted, scale.most), purpose: mods === 1 ? 'for 1 mod' : `for ${mods} mods` };
}
