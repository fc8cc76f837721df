import { pieceLength } from '../src/archive/pieces.ts';
import { updateLines } from '../src/archive/update-manifest.ts';
import type { Caller } from './caller.ts';

/** A server pack whose files are to be told; plain data, so that it can travel to a thread. */
export interface UpdateManifestTask {
  path: string;
}

/** The question of it to its caller: to take a piece of the text. */
export interface UpdateManifestQuestion {
  text: string;
}

/** Thread function: tells the files of a server pack, handed over in pieces. */
export async function tellUpdate({ path }: UpdateManifestTask, caller: Caller): Promise<void> {
  let text = '';
  for (const line of updateLines(path)) {
    if (text.length + line.length > pieceLength) {
      await caller.ask({ text } satisfies UpdateManifestQuestion);
      text = '';
    }
    text += line;
  }
  await caller.ask({ text } satisfies UpdateManifestQuestion);
}
