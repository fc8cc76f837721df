/**
 * Tasks for a pool in which the check of a pack that holds the word endless never ends, in a thread of the pool: it loops, or stands
 * still, as the pack says. It tells of progress before.
 */
import { readFile } from 'node:fs/promises';
import type { SurveyTask } from '../../src/archive/pack/survey.ts';
import { check as checkTask, inThread, type Surroundings } from '../../workers/tasks.ts';

export { generate } from '../../workers/tasks.ts';

const filename = new URL('./endless-thread.ts', import.meta.url).href;

export async function check(task: SurveyTask, surroundings: Surroundings) {
  const text = (await readFile(task.path)).toString('latin1');
  const endless = /endless-(hang|standStill)/.exec(text);
  if (!endless) return checkTask(task, surroundings);
  return inThread(surroundings.threads, { filename, name: endless[1] ?? '' }, {}, surroundings);
}
