import type { FoundInJars, WantedInJars } from '../archive/find-in-jars.ts';
import type { LogFinding, LogTrace } from './log-finding.ts';

/** What has to be looked for in the jars of a pack, so that each trace leads to its jar. */
export function wantedOf(findings: readonly LogFinding[]): WantedInJars {
  const open = findings.flatMap(({ traces }) => traces).filter(({ file }) => file === undefined);
  const some = (names: readonly (string | undefined)[]) =>
    new Set(names.filter((name): name is string => name !== undefined));
  return {
    classes: some(open.map(({ className }) => className)),
    modIds: some(open.map(({ modId }) => modId?.toLowerCase())),
    files: some(open.map(({ mixins }) => mixins)),
  };
}

/** The findings with the jars that their traces were found in. */
export function nameJars(findings: readonly LogFinding[], found: FoundInJars): LogFinding[] {
  return findings.map((finding) => ({
    ...finding,
    traces: finding.traces.map((trace) => withFile(trace, found)),
  }));
}

/** A mixin's configuration says more than its id, and a class more than both: ids of mods are sometimes claimed by others. */
function withFile(trace: LogTrace, { classes, files, modIds }: FoundInJars): LogTrace {
  const { className, mixins, modId, file: told } = trace;
  const file =
    told ??
    (className === undefined ? undefined : classes.get(className)) ??
    (mixins === undefined ? undefined : files.get(mixins)) ??
    (modId === undefined ? undefined : modIds.get(modId.toLowerCase()));
  return file === undefined ? trace : { ...trace, file };
}
