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

/** Asks whoever waits for a task for the inventory it is about, piece by piece. */
export async function askForMods(caller: Caller): Promise<ModFile[]> {
  const mods: ModFile[] = [];
  let from: number | null = 0;
  while (from !== null) {
    const question: ModsQuestion = { from };
    const { piece, next }: ModsAnswer = await caller.ask(question);
    // What the database holds was made by our own check.
    const some: ModFile[] = JSON.parse(piece);
    for (const mod of some) mods.push(mod);
    from = next;
  }
  return mods;
}
