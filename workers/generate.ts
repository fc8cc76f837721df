import { type GeneratedAside, type GenerateOrder, generateAside } from '../src/archive/generate.ts';
import type { Caller } from './caller.ts';
import { askForMods } from './inventory.ts';

/** Thread function: builds one server pack; tells an `ArchiveProgress` at each percent. */
export async function generate(order: GenerateOrder, caller: Caller): Promise<GeneratedAside> {
  return generateAside(order, await askForMods(caller), { onProgress: caller.tell });
}
