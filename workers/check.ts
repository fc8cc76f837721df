import { type InspectResult, type InspectTask, inspectEntries } from '../src/archive/pack/inspect.ts';
import { type FetchedTask, inspectFetched as inspectJars } from '../src/archive/pack/inspect-fetched.ts';
import { type SurveyResult, type SurveyTask, surveyArchive } from '../src/archive/pack/survey.ts';
import type { Caller } from './caller.ts';

/** Thread function: the first stage of the check. */
export function survey(task: SurveyTask): Promise<SurveyResult> {
  return surveyArchive(task);
}

/** Thread function: the second stage for one slice; reports a `SliceProgress` every few MiB. */
export function inspect(task: InspectTask, caller: Caller): Promise<InspectResult> {
  return inspectEntries(task, caller.report);
}

/** Thread function: the last stage of the check, for some of the fetched jars; reports a `SliceProgress` after each. */
export function inspectFetched(task: FetchedTask, caller: Caller): Promise<InspectResult> {
  return inspectJars(task, caller.report);
}
