import type { ModFile } from '../src/archive/report.ts';
import type { Caller } from './caller.ts';

/** The request for the mods from this position on. */
export interface ModsRequest {
  from: number;
}

/** The answer: JSON of some `ModFile`s, and the position of the next one; null after the last. */
export interface ModsAnswer {
  piece: string;
  next: number | null;
}

/** Requests the inventory from the caller, piece by piece. */
export async function requestMods(caller: Caller): Promise<ModFile[]> {
  const mods: ModFile[] = [];
  let from: number | null = 0;
  while (from !== null) {
    const request: ModsRequest = { from };
    const { piece, next }: ModsAnswer = await caller.request(request);
    // The database holds only rows of the service's own check, so their form is trusted.
    const some: ModFile[] = JSON.parse(piece);
    for (const mod of some) mods.push(mod);
    from = next;
  }
  return mods;
}
