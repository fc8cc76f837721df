import type { MessagePort } from 'node:worker_threads';
import { type GeneratedServerPack, type GenerateTask, generateServerPack } from '../src/archive/generate.ts';

/** Thread function: builds one server pack; `progress` gets an `ArchiveProgress` at each percent. */
export default function generate(
  task: GenerateTask & { progress?: MessagePort },
): Promise<GeneratedServerPack> {
  const { progress, ...input } = task;
  return generateServerPack(input, { onProgress: (done) => progress?.postMessage(done) });
}
