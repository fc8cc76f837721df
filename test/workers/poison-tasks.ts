/**
 * Tasks for a pool in which a pack that holds the word poison ends the process, once as many others as it says are under
 * way in it. Those that hold the word beside wait for that end, unless they are alone.
 */
import { readFile } from 'node:fs/promises';
import type { SurveyTask } from '../../src/archive/pack/survey.ts';
import { check as checkTask, type Surroundings } from '../../workers/tasks.ts';

export { generate } from '../../workers/tasks.ts';

let beside = 0;
let arrived = Promise.withResolvers<void>();

export async function check(task: SurveyTask, surroundings: Surroundings) {
  const text = (await readFile(task.path)).toString('latin1');
  const alone = surroundings.threadCount === 1;
  const poison = /poison-(\d)/.exec(text);
  if (poison) {
    while (!alone && beside < Number(poison[1])) await arrived.promise;
    process.kill(process.pid, 'SIGABRT');
    return new Promise(() => {});
  }
  if (text.includes('beside-') && !alone) {
    beside += 1;
    arrived.resolve();
    arrived = Promise.withResolvers<void>();
    return new Promise(() => {});
  }
  return checkTask(task, surroundings);
}
