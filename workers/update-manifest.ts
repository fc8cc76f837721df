import { updateLines } from '../src/archive/build/update-manifest.ts';
import { pieceLength } from '../src/archive/zip/pieces.ts';
import type { Caller } from './caller.ts';

/** A server pack whose files the manifest lists; plain data, so that it can be sent to a thread. */
export interface UpdateManifestTask {
  path: string;
}

/** The request to the caller to take a piece of the text. */
export interface UpdateManifestRequest {
  text: string;
}

/** Thread function: lists the files of a server pack as text, sent in pieces. */
export async function listUpdate({ path }: UpdateManifestTask, caller: Caller): Promise<void> {
  let text = '';
  for (const line of updateLines(path)) {
    if (text.length + line.length > pieceLength) {
      await caller.request({ text } satisfies UpdateManifestRequest);
      text = '';
    }
    text += line;
  }
  await caller.request({ text } satisfies UpdateManifestRequest);
}
