import type { FoundInJars, WantedInJars } from '../archive/pack/find-in-jars.ts';
import type { LogFinding, LogTrace } from './log-finding.ts';

/** Names to search for in the jars of a pack, to find the jar of each trace. */
export function wantedOf(findings: readonly LogFinding[]): WantedInJars {
  const traces = findings.flatMap((finding) => finding.traces);
  const some = (names: readonly (string | undefined)[]) =>
    new Set(names.filter((name): name is string => name !== undefined));
  return {
    classes: some(traces.map(({ className }) => className)),
    packages: some(traces.map(({ packageName }) => packageName)),
    modIds: some(traces.map(({ modId }) => modId?.toLowerCase())),
    modNames: some(traces.map(({ modName }) => modName?.toLowerCase())),
    files: some(traces.map(({ mixins }) => mixins)),
    jars: some(traces.map(({ file }) => file)),
  };
}

/** The findings with the jars found for their traces. */
export function nameJars(findings: readonly LogFinding[], found: FoundInJars): LogFinding[] {
  return findings.map((finding) => ({
    ...finding,
    traces: distinct(finding.traces.flatMap((trace) => withFiles(trace, found))),
  }));
}

/**
 * The jars of a trace, from the best evidence: the jar that the log names, if the pack has it; then a class, a mixin
 * configuration, an id and a name, since other jars sometimes claim a mod's id. A jar that the pack lacks is named only
 * without other evidence. A package leads to all jars that contain it.
 */
function withFiles(trace: LogTrace, found: FoundInJars): LogTrace[] {
  const { className, mixins, modId, modName, packageName, file: namedFile } = trace;
  if (packageName !== undefined)
    return [...(found.packages.get(packageName) ?? [])].map((file) => ({ ...trace, file }));
  const of = (files: Map<string, string>, name: string | undefined) =>
    name === undefined ? undefined : files.get(name);
  const file =
    of(found.jars, namedFile) ??
    of(found.classes, className) ??
    of(found.files, mixins) ??
    of(found.modIds, modId?.toLowerCase()) ??
    of(found.modNames, modName?.toLowerCase()) ??
    namedFile;
  return [file === undefined ? trace : { ...trace, file }];
}

/** One trace for each jar, since several traces may lead to the same jar. */
function distinct(traces: readonly LogTrace[]): LogTrace[] {
  const byFile = new Map<string, LogTrace>();
  for (const trace of traces)
    if (trace.file !== undefined && !byFile.has(trace.file)) byFile.set(trace.file, trace);
  return traces.filter((trace) => trace.file === undefined || byFile.get(trace.file) === trace);
}
