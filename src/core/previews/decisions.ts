import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { modDecisions } from '../../../drizzle/schema.ts';
import type { DecisionReason, ModDecision } from '../../archive/report.ts';
import type { RunConfiguration } from '../../archive/run-configuration.ts';
import { readPieces } from '../../archive/zip/pieces.ts';
import type { Queries } from '../../database/database.ts';
import type { Certainty } from '../../modloaders/modloader.ts';
import { isStorable } from '../lists/filters.ts';
import {
  isOneOf,
  orderByPosition,
  type Page,
  type PageRequest,
  pageOrder,
  positionsOfPages,
  toPages,
} from '../lists/pages.ts';

/** Which decisions to include; an absent field means all. */
export interface DecisionFilter {
  kept?: boolean | undefined;
  reason?: readonly DecisionReason[] | undefined;
  certainty?: readonly Certainty[] | undefined;
  /** A part of the path below `mods/`, in any case. */
  fileContains?: string | undefined;
}

/** Whether the stored counts of kept and dropped mods give the number of matching decisions. */
export function isCounted({ kept: _kept, ...others }: DecisionFilter): boolean {
  return Object.values(others).every((field) => field === undefined);
}

/** The number of decisions that match a filter for which `isCounted` is true. */
export function countByKept(
  { keptCount, droppedCount }: { keptCount: number; droppedCount: number },
  { kept: wanted }: DecisionFilter,
): number {
  if (wanted === undefined) return keptCount + droppedCount;
  return wanted ? keptCount : droppedCount;
}

/** Whether a decision in memory matches the filter, like `filterConditions` in the database. */
export function fitsFilter(decision: ModDecision, filter: DecisionFilter): boolean {
  const { kept: wanted, reason: reasons, certainty: certainties, fileContains } = filter;
  return (
    (wanted === undefined || decision.kept === wanted) &&
    (reasons === undefined || reasons.includes(decision.reason)) &&
    (certainties === undefined || certainties.includes(decision.certainty)) &&
    (fileContains === undefined || decision.file.toLowerCase().includes(fileContains.toLowerCase()))
  );
}

/** A decision in lists. */
export interface DecisionRow extends ModDecision {
  serverPackId: number;
  /** The position of the jar in the inventory. */
  id: number;
}

/** A decision with the keys of its jar. */
export interface DecidedMod extends ModDecision {
  /** The position of the jar in the inventory. */
  id: number;
  modPackId: number;
  /** The run that may have added the jar; null for a preview, which adds none. */
  runConfigurationId: number | null;
  /** The run configuration, whose modloader decides how the jar is read. */
  run: Pick<RunConfiguration, 'modloader' | 'modloaderVersion' | 'gameVersion'>;
}

/** A page of decisions about the mods of a modpack for this run configuration. */
export function decidedFor<Decision extends ModDecision & { id: number }>(
  { rows, ...page }: Page<Decision>,
  about: Pick<DecidedMod, 'modPackId' | 'run' | 'runConfigurationId'>,
): Page<DecidedMod> {
  return { ...page, rows: rows.map((decision) => ({ ...decision, ...about })) };
}

/** Stores the decisions of a server pack from a file of pieces (see `writePieces`), each with its position. */
export async function saveDecisions(
  db: Queries,
  serverPackId: number,
  { path, pieces }: { path: string; pieces: readonly number[] },
): Promise<void> {
  // Reading a file lets the event loop run between two pieces, which the embedded database would not.
  for await (const piece of readPieces(path, pieces)) await savePiece(db, serverPackId, piece);
}

async function savePiece(db: Queries, serverPackId: number, piece: string): Promise<void> {
  await db.execute(sql`
    insert into ${modDecisions} (server_pack_id, position, file, kept, reason, certainty, evidence)
    select ${serverPackId}::int, (decision->>'position')::int, decision->>'file', (decision->>'kept')::boolean,
      decision->>'reason', decision->>'certainty', decision->>'evidence'
    from jsonb_array_elements(${piece}::text::jsonb) as given (decision)`);
}

const { serverPackId, position, file, kept, reason, certainty, evidence } = modDecisions;
const order = orderByPosition<DecisionRow>(position);

/** A page of each server pack's matching decisions, in the order of the server packs. */
export async function listDecisionsOf(
  { db }: { db: Queries },
  serverPackIds: readonly number[],
  { request, filter }: { request: PageRequest; filter: DecisionFilter },
): Promise<Page<DecisionRow>[]> {
  const conditions = filterConditions(filter);
  const rows = await db
    .select({ serverPackId, id: position, file, kept, reason, certainty, evidence })
    .from(modDecisions)
    .where(positionsOfPages({ parent: serverPackId, order, conditions }, serverPackIds, request))
    .orderBy(...pageOrder(order, request));
  return toPages(rows, order, {
    parentIds: serverPackIds,
    parentOf: (decision) => decision.serverPackId,
    request,
  });
}

/** The number of matching decisions of each server pack, in the order of the server packs. */
export async function countDecisionsOf(
  { db }: { db: Queries },
  serverPackIds: readonly number[],
  filter: DecisionFilter,
): Promise<number[]> {
  const found = await db
    .select({ serverPackId, count: count() })
    .from(modDecisions)
    .where(and(isOneOf(serverPackId, serverPackIds), ...filterConditions(filter)))
    .groupBy(serverPackId);
  const counts = new Map(found.map((row) => [row.serverPackId, row.count]));
  return serverPackIds.map((id) => counts.get(id) ?? 0);
}

function filterConditions(filter: DecisionFilter): SQL[] {
  const { fileContains } = filter;
  return [
    // `not kept` is the condition of the index on dropped mods.
    ...(filter.kept === undefined ? [] : filter.kept ? [eq(kept, true)] : [sql`not ${kept}`]),
    ...(filter.reason === undefined ? [] : [inArray(reason, [...filter.reason])]),
    ...(filter.certainty === undefined ? [] : [inArray(certainty, [...filter.certainty])]),
    ...(fileContains === undefined ? [] : [containsText(fileContains)]),
  ];
}

function containsText(part: string): SQL {
  return isStorable(part) ? sql`strpos(lower(${file}), lower(${part})) > 0` : sql`false`;
}
