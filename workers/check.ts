import type { MessagePort } from 'node:worker_threads';
import {
  type InspectResult,
  type InspectTask,
  inspectEntries,
  type SliceProgress,
} from '../src/archive/inspect.ts';
import { type SurveyResult, type SurveyTask, surveyArchive } from '../src/archive/survey.ts';

/** Thread function: the first stage of the check. */
export function survey(task: SurveyTask): Promise<SurveyResult> {
  return surveyArchive(task);
}

/** Thread function: the second stage for one slice; `progress` gets a `SliceProgress` every few MiB. */
export function inspect(task: InspectTask & { progress?: MessagePort }): Promise<InspectResult> {
  const { progress, ...slice } = task;
  return inspectEntries(slice, (done: SliceProgress) => progress?.postMessage(done));
}
