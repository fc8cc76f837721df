import type { ModFile } from '../src/archive/report.ts';
import type { Caller } from './caller.ts';

/** The question for the mods from this position on. */
export interface ModsQuestion {
  from: number;
}

/** The answer: JSON of some `ModFile`s, and the position of the first one after them; null when these are the last. */
export interface ModsAnswer {
  piece: string;
  next: number | null;
}

/** Asks the caller for the inventory, piece by piece. */
export async function askForMods(caller: Caller): Promise<ModFile[]> {
  const mods: ModFile[] = [];
  let from: number | null = 0;
  while (from !== null) {
    const question: ModsQuestion = { from };
    const { piece, next }: ModsAnswer = await caller.ask(question);
    // The database holds only rows of our own check, so their form is trusted.
    const some: ModFile[] = JSON.parse(piece);
    for (const mod of some) mods.push(mod);
    from = next;
  }
  return mods;
}
