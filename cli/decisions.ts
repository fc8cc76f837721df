import type { ModDecision } from '../src/archive/report.ts';
import { countsIn } from '../texts/counts.ts';
import { bot as words } from '../texts/en/bot.ts';
import { isNote } from '../texts/notes.ts';
import { inOptionNames } from './option-names.ts';
import { type Screen, shown, table } from './screen.ts';

type Decision = Pick<ModDecision, 'file' | 'kept' | 'evidence'> & { reason: string };

const reasons: Readonly<Record<string, string>> = words.dropped.reasons;
const counted = countsIn('en');

/** Decisions about mods as a table; `all` shows those that are kept, too. */
export function decisionTable(decisions: readonly Decision[], { all }: { all: boolean }): string[] {
  const rows = decisions
    .filter(({ kept }) => all || !kept)
    .map(({ file, kept, reason, evidence }) => [
      ...(all ? [kept ? 'kept' : 'dropped'] : []),
      shown(file, 80),
      reasons[reason] ?? reason,
      shown(inOptionNames(evidence), 300),
    ]);
  if (rows.length === 0) return ['No mod is dropped.'];
  return table([...(all ? ['what'] : []), 'mod', 'why', 'evidence'], rows);
}

/** A line for each warning: first what is wrong, then notes. */
export function warningLines(warnings: readonly { code: string; error: string }[]): string[] {
  const line = (kind: string) => (one: { error: string }) => `${kind}: ${shown(inOptionNames(one.error))}`;
  return [
    ...warnings.filter((one) => !isNote(one)).map(line('Warning')),
    ...warnings.filter(isNote).map(line('Note')),
  ];
}

/** Tells people of warnings; programs have them in the result. */
export function tellWarnings(screen: Screen, warnings: Parameters<typeof warningLines>[0]): void {
  if (!screen.json) for (const line of warningLines(warnings)) screen.note(line);
}

/** How many mods a server pack has, and lacks. */
export function modCounts(kept: number, dropped: number): string {
  return `${counted(kept, { one: 'mod', other: 'mods' })} kept, ${dropped} dropped`;
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
