import { useMemo, useState } from 'react';
import type { Certainty, DecisionReason, Side } from '../../client/gql/schema.ts';
import type { Mod } from '../packs/mods.ts';
import type { Lists } from '../upload/lists.ts';
import type { Decision } from './decisions.ts';
import { saidByLists } from './follow-lists.ts';

/** One mod of the preview: what it is, what becomes of it, and why. */
export interface PreviewRow {
  file: string;
  name: string;
  version: string;
  side: Side | null;
  size: number;
  kept: boolean;
  reason: DecisionReason;
  evidence: string;
  certainty: Certainty;
  /** One of the lists decides. */
  isChanged: boolean;
}

/** Which rows are wanted; empty texts mean all. */
export interface RowFilter {
  search: string;
  show: 'all' | 'kept' | 'dropped' | 'changed';
  reason: string;
  side: string;
}

/**
 * The rows under the current lists: a tick shows at once, and its consequences as soon as the service has decided
 * again. `isKeptAutomatically` tells the decision without the lists, as far as it has been seen.
 */
export function usePreviewRows(decisions: readonly Decision[], mods: readonly Mod[], lists: Lists) {
  const [maker] = useState(createRowMaker);
  const rows = useMemo(() => maker.rows(decisions, mods, lists), [maker, decisions, mods, lists]);
  return { rows, isKeptAutomatically: maker.isKeptAutomatically };
}

/** The input that a row was made from. */
interface Made {
  mod: Mod | undefined;
  said: DecisionReason | null;
  decision: Decision;
  row: PreviewRow;
}

/**
 * Makes rows and reuses unchanged ones: while a long list is read, or one mod is ticked, only changed rows are drawn
 * again.
 */
function createRowMaker() {
  const automatic = new Map<string, Decision>();
  const made = new Map<string, Made>();
  const modOf = new Map<string, Mod>();
  let known: readonly Mod[] = [];
  let decided: readonly Decision[] = [];

  const learn = (decisions: readonly Decision[], mods: readonly Mod[]) => {
    for (const mod of beyond(known, mods)) modOf.set(mod.file, mod);
    for (const decision of beyond(decided, decisions))
      if (!isByLists(decision)) automatic.set(decision.file, decision);
    known = mods;
    decided = decisions;
  };
  const toRow = (decision: Decision, lists: Lists): PreviewRow => {
    const { file } = decision;
    const said = saidByLists(file, lists);
    const base = said === null && isByLists(decision) ? (automatic.get(file) ?? decision) : decision;
    const mod = modOf.get(file);
    const before = made.get(file);
    if (before?.mod === mod && before?.said === said && isAlike(before.decision, base)) return before.row;
    const row = rowOf(base, said, mod);
    made.set(file, { mod, said, decision: base, row });
    return row;
  };
  return {
    rows(decisions: readonly Decision[], mods: readonly Mod[], lists: Lists): PreviewRow[] {
      learn(decisions, mods);
      return decisions.map((decision) => toRow(decision, lists));
    },
    isKeptAutomatically: (file: string) => automatic.get(file)?.kept,
  };
}

/** The added end of a list that has only grown, else the whole list. */
function beyond<Item>(before: readonly Item[], now: readonly Item[]): readonly Item[] {
  const hasGrown = before.length <= now.length && before.at(-1) === now[before.length - 1];
  return hasGrown ? now.slice(before.length) : now;
}

function isByLists({ reason }: Decision): boolean {
  return reason === 'WHITELISTED' || reason === 'CLIENT_MODS';
}

function isAlike(one: Decision, other: Decision): boolean {
  return (
    one === other ||
    (one.kept === other.kept &&
      one.reason === other.reason &&
      one.certainty === other.certainty &&
      one.evidence === other.evidence)
  );
}

function rowOf(decision: Decision, said: DecisionReason | null, mod: Mod | undefined): PreviewRow {
  const decided =
    said === null || said === decision.reason
      ? decision
      : { ...decision, kept: said === 'WHITELISTED', reason: said, evidence: '' };
  const { file, kept, reason, evidence, certainty } = decided;
  return {
    file,
    name: mod?.name ?? file.replace(/\.jar$/i, ''),
    version: mod?.version ?? '',
    side: mod?.side ?? null,
    size: mod?.size ?? 0,
    kept,
    reason,
    evidence,
    certainty,
    isChanged: said !== null,
  };
}

/** The rows that fit. */
export function filterRows(
  rows: readonly PreviewRow[],
  { search, show, reason, side }: RowFilter,
): PreviewRow[] {
  const wanted = search.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (wanted === '' || textOf(row).includes(wanted)) &&
      (show === 'all' || (show === 'changed' ? row.isChanged : row.kept === (show === 'kept'))) &&
      (reason === '' || row.reason === reason) &&
      (side === '' || row.side === side),
  );
}

const texts = new WeakMap<PreviewRow, string>();

/** The searchable text, made at the first search, since few people search. */
function textOf(row: PreviewRow): string {
  const text = texts.get(row) ?? `${row.name}\n${row.file}\n${row.evidence}`.toLowerCase();
  texts.set(row, text);
  return text;
}

/** The figures over the rows. */
export function sumUp(rows: readonly PreviewRow[]) {
  let [kept, keptBytes, changed] = [0, 0, 0];
  for (const row of rows) {
    if (row.kept) kept += 1;
    if (row.kept) keptBytes += row.size;
    if (row.isChanged) changed += 1;
  }
  return { kept, dropped: rows.length - kept, keptBytes, changed };
}
