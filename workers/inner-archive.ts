import { type InnerFile, type InnerTask, unpackInner } from '../src/archive/pack/inner-archive.ts';

/** Thread function: writes the single archive inside an archive to a file. */
export function unpack(task: InnerTask): Promise<InnerFile | null> {
  return unpackInner(task);
}
