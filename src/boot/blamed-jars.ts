import type { LogFinding } from '../logs/log-finding.ts';

/** Most repairs, each followed by another try. */
export const mostRepairs = 3;

const newestLast = new Intl.Collator('en', { numeric: true });

/**
 * The jars, by name below `mods/`, without which the server may start; empty when the log demands another remedy, for
 * example another Java.
 */
export function blamedJars({ act, traces: [suspect] }: LogFinding): string[] {
  if (act?.kind === 'DROP_MOD') return suspect?.file === undefined ? [] : [suspect.file];
  // The newest of several versions stays.
  if (act?.kind === 'KEEP_ONE_OF') return act.files.toSorted(newestLast.compare).slice(0, -1);
  const [, broken] = act?.kind === 'DELETE_FILE' ? (/^mods\/(.+\.jar)$/i.exec(act.file) ?? []) : [];
  return broken === undefined ? [] : [broken];
}
