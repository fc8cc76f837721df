import type { ModDecision } from '../src/archive/report.ts';
import { isNote } from '../texts/notes.ts';
import { inOptionNames } from './option-names.ts';
import { shown, table } from './screen.ts';

type Decision = Pick<ModDecision, 'file' | 'kept' | 'evidence'> & { reason: string };

/** Decisions about mods as a table; `all` shows those that are kept, too. */
export function decisionTable(decisions: readonly Decision[], { all }: { all: boolean }): string[] {
  const rows = decisions
    .filter(({ kept }) => all || !kept)
    .map(({ file, kept, reason, evidence }) => [
      ...(all ? [kept ? 'kept' : 'dropped'] : []),
      shown(file, 80),
      reason,
      shown(inOptionNames(evidence), 300),
    ]);
  if (rows.length === 0) return ['No mod is dropped.'];
  return table([...(all ? ['what'] : []), 'mod', 'reason', 'why'], rows);
}

/** Lines about warnings; none without warnings. */
export function warningLines(warnings: readonly { code: string; error: string }[]): string[] {
  const wrong = warnings.filter((one) => !isNote(one));
  const notes = warnings.filter(isNote);
  return [
    ...(wrong.length > 0
      ? ['', 'Warnings:', ...wrong.map(({ code, error }) => `  ${code}: ${shown(inOptionNames(error))}`)]
      : []),
    ...(notes.length > 0 ? ['', ...notes.map(({ error }) => `Note: ${shown(inOptionNames(error))}`)] : []),
  ];
}

/** The run configuration in a few words. */
export function runLine({
  gameVersion,
  modloader,
  modloaderVersion,
}: {
  gameVersion: string;
  modloader: string;
  modloaderVersion: string;
}): string {
  return shown(`Minecraft ${gameVersion} with ${modloader} ${modloaderVersion}`, 200);
}
