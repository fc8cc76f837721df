import type { FoundInJars, WantedInJars } from '../archive/find-in-jars.ts';
import type { LogFinding, LogTrace } from './log-finding.ts';

/** Names to look for in the jars of a pack, so that each trace leads to its jar. */
export function wantedOf(findings: readonly LogFinding[]): WantedInJars {
  const traces = findings.flatMap((finding) => finding.traces);
  const some = (names: readonly (string | undefined)[]) =>
    new Set(names.filter((name): name is string => name !== undefined));
  return {
    classes: some(traces.map(({ className }) => className)),
    modIds: some(traces.map(({ modId }) => modId?.toLowerCase())),
    files: some(traces.map(({ mixins }) => mixins)),
    jars: some(traces.map(({ file }) => file)),
  };
}

/** The findings with the jars that their traces were found in. */
export function nameJars(findings: readonly LogFinding[], found: FoundInJars): LogFinding[] {
  return findings.map((finding) => ({
    ...finding,
    traces: finding.traces.map((trace) => withFile(trace, found)),
  }));
}

/**
 * The jar that the log names comes first, where the pack has it; then a class, a mixin configuration and an id, since ids of mods are
 * sometimes claimed by others. A jar that the pack lacks is named only when the trace leads nowhere else.
 */
function withFile(trace: LogTrace, { classes, files, modIds, jars }: FoundInJars): LogTrace {
  const { className, mixins, modId, file: told } = trace;
  const file =
    (told === undefined ? undefined : jars.get(told)) ??
    (className === undefined ? undefined : classes.get(className)) ??
    (mixins === undefined ? undefined : files.get(mixins)) ??
    (modId === undefined ? undefined : modIds.get(modId.toLowerCase())) ??
    told;
  return file === undefined ? trace : { ...trace, file };
}
