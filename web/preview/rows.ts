import { useCallback, useMemo, useRef } from 'react';
import type { Certainty, DecisionReason, Side } from '../gql/graphql.ts';
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
  /** Whether one of the lists decides. */
  isChanged: boolean;
  /** What the search looks in. */
  text: string;
}

/** Which rows are wanted; empty texts mean all. */
export interface RowFilter {
  search: string;
  show: '' | 'kept' | 'dropped' | 'changed';
  reason: string;
  side: string;
}

/**
 * The rows as the lists now have them: what was just ticked shows at once, and what follows from it as soon as the
 * service has decided anew. `automatic` tells what is decided without the lists, as far as that has been seen.
 */
export function usePreviewRows(decisions: readonly Decision[], mods: readonly Mod[], lists: Lists) {
  const automatic = useRef(new Map<string, Decision>());
  const modOf = useMemo(() => new Map(mods.map((mod) => [mod.file, mod])), [mods]);
  const rows = useMemo(() => {
    for (const decision of decisions) {
      if (decision.reason !== 'WHITELISTED' && decision.reason !== 'CLIENT_MODS')
        automatic.current.set(decision.file, decision);
    }
    return decisions.map((decision) => toRow(decision, modOf.get(decision.file), lists, automatic.current));
  }, [decisions, modOf, lists]);
  const isKeptAutomatically = useCallback((file: string) => automatic.current.get(file)?.kept, []);
  return { rows, isKeptAutomatically };
}

function toRow(
  decision: Decision,
  mod: Mod | undefined,
  lists: Lists,
  automatic: ReadonlyMap<string, Decision>,
): PreviewRow {
  const { file } = decision;
  const said = saidByLists(file, lists);
  const wasSaid = decision.reason === 'WHITELISTED' || decision.reason === 'CLIENT_MODS';
  const decided =
    said === null
      ? wasSaid
        ? (automatic.get(file) ?? decision)
        : decision
      : said === decision.reason
        ? decision
        : { ...decision, kept: said === 'WHITELISTED', reason: said, evidence: '' };
  const name = mod?.name ?? file.replace(/\.jar$/i, '');
  return {
    file,
    name,
    version: mod?.version ?? '',
    side: mod?.side ?? null,
    size: mod?.size ?? 0,
    kept: decided.kept,
    reason: decided.reason,
    evidence: decided.evidence,
    certainty: decided.certainty,
    isChanged: said !== null,
    text: `${name}\n${file}\n${decided.evidence}`.toLowerCase(),
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
      (wanted === '' || row.text.includes(wanted)) &&
      (show === '' || (show === 'changed' ? row.isChanged : row.kept === (show === 'kept'))) &&
      (reason === '' || row.reason === reason) &&
      (side === '' || row.side === side),
  );
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
