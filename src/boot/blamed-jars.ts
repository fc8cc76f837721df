import type { LogFinding } from '../logs/log-finding.ts';

/** How often a server is repaired and tried again. */
export const mostRepairs = 3;

const newestLast = new Intl.Collator('en', { numeric: true });

/**
 * The jars, by their names below `mods/`, without which the server may start; none where the log asks for what leaving out a jar does not
 * give, such as another Java.
 */
export function blamedJars({ act, traces: [suspect] }: LogFinding): string[] {
  if (act?.kind === 'DROP_MOD') return suspect?.file === undefined ? [] : [suspect.file];
  // Of several versions, the newest stays.
  if (act?.kind === 'KEEP_ONE_OF') return act.files.toSorted(newestLast.compare).slice(0, -1);
  const [, broken] = act?.kind === 'DELETE_FILE' ? (/^mods\/(.+\.jar)$/i.exec(act.file) ?? []) : [];
  return broken === undefined ? [] : [broken];
}
