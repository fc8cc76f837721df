import { eq, type SQL, sql } from 'drizzle-orm';
import { modDecisions } from '../../../drizzle/schema.ts';
import { readPieces } from '../../archive/pieces.ts';
import type { ModDecision } from '../../archive/report.ts';
import type { Queries } from '../../database/database.ts';
import {
  orderByPosition,
  type Page,
  type PageRequest,
  pageOrder,
  placesOfPages,
  toPages,
} from '../lists/pages.ts';

/** Which decisions are meant; an absent field means all. */
export interface DecisionFilter {
  kept?: boolean | undefined;
}

/** A decision as lists answer it. */
export interface DecisionRow extends ModDecision {
  serverPackId: number;
  /** Its position. */
  id: number;
}

/** Stores the decisions of a server pack from a file of pieces (see `writePieces`), each with its position. */
export async function saveDecisions(
  db: Queries,
  serverPackId: number,
  { path, pieces }: { path: string; pieces: readonly number[] },
): Promise<void> {
  // Reading gives the event loop its turn between two pieces, which the embedded database would not.
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

/** The same page of the decisions of each server pack that fit the filter, in the order of the server packs. */
export async function listDecisionsOf(
  { db }: { db: Queries },
  serverPackIds: readonly number[],
  { request, filter }: { request: PageRequest; filter: DecisionFilter },
): Promise<Page<DecisionRow>[]> {
  const conditions = filterConditions(filter);
  const rows = await db
    .select({ serverPackId, id: position, file, kept, reason, certainty, evidence })
    .from(modDecisions)
    .where(placesOfPages({ parent: serverPackId, order, conditions }, serverPackIds, request))
    .orderBy(...pageOrder(order, request));
  return toPages(rows, order, {
    parentIds: serverPackIds,
    parentOf: (decision) => decision.serverPackId,
    request,
  });
}

function filterConditions(filter: DecisionFilter): SQL[] {
  // Written as the index on dropped mods has it.
  if (filter.kept === undefined) return [];
  return filter.kept ? [eq(kept, true)] : [sql`not ${kept}`];
}
