import { type InnerFile, type InnerTask, unpackInner } from '../src/archive/inner-archive.ts';

/** Thread function: writes the archive that is all there is in another one to a file. */
export function unpack(task: InnerTask): Promise<InnerFile | null> {
  return unpackInner(task);
}
