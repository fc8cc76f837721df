import { type PreviewAnswer, type PreviewTask, previewServerPack } from '../src/archive/preview.ts';
import type { Caller } from './caller.ts';
import { askForMods } from './inventory.ts';

/** Thread function: what would become of the mods of a modpack. */
export async function preview(task: PreviewTask, caller: Caller): Promise<PreviewAnswer> {
  return previewServerPack(await askForMods(caller), task);
}
