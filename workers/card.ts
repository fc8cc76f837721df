import type { CardTask } from '../src/pictures/card.ts';
import { drawCard as draw } from '../src/pictures/draw-card.ts';

/** Thread function: the picture of a server pack, as PNG. */
export async function drawCard(task: CardTask): Promise<Uint8Array> {
  return draw(task);
}
