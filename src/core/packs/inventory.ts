import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { mods, warnings } from '../../../drizzle/schema.ts';
import type { Problem } from '../../archive/report.ts';
import { pieceLength, pieceRows } from '../../archive/zip/pieces.ts';
import { type Queries, rows } from '../../database/database.ts';
import type { ModDescriptor } from '../../modloaders/modloader.ts';
import {
  orderByPosition,
  type Page,
  type PageRequest,
  pageOrder,
  positionsOfPages,
  toPages,
} from '../lists/pages.ts';

/** One jar of an inventory in lists; `findDescriptors` returns its descriptors. */
export interface ModRow {
  modPackId: number;
  /** The position in the inventory. */
  id: number;
  file: string;
  /** The size in bytes. */
  size: number;
  note: string | null;
  /** Characters of the descriptors as JSON. */
  descriptorLength: number;
  /** Absent where `findDescriptors` returns them. */
  descriptors?: ModDescriptor[];
}

/** A warning of a check in lists. */
export interface WarningRow extends Problem {
  modPackId: number;
  /** The position in the list. */
  id: number;
}

const counted = z.tuple([z.object({ count: z.int() })]);

/** Removes the rows of a modpack's inventory in batches, which leave the event loop free in between. */
export async function forgetMods(db: Queries, modPackId: number): Promise<void> {
  let gone: number;
  do {
    const query = sql`with gone as (
      delete from ${mods} where mod_pack_id = ${modPackId} and position in (
        select position from ${mods} where mod_pack_id = ${modPackId} limit ${pieceRows})
      returning 1)
      select count(*)::int as count from gone`;
    const [{ count }] = counted.parse(await rows(db, query));
    gone = count;
    await yieldToEventLoop();
  } while (gone > 0);
}

/** Adds a piece (see `inPieces`) of a modpack's mods from this position on; returns the number of mods. */
export async function saveMods(
  db: Queries,
  modPackId: number,
  { from, piece }: { from: number; piece: string },
): Promise<number> {
  // PostgreSQL parses the piece; parsing it here would block this thread.
  const query = sql`with saved as (
    insert into ${mods} (mod_pack_id, position, file, size, note, descriptors, descriptor_length, sha512, claims)
    select ${modPackId}::int, ${from}::int + place::int - 1, mod->>'file', (mod->>'size')::bigint, mod->>'note',
      mod->'descriptors', char_length(mod->>'descriptors'), mod->>'sha512', mod->'claims'
    from jsonb_array_elements(${piece}::text::jsonb) with ordinality as given (mod, place)
    returning 1)
    select count(*)::int as count from saved`;
  const [{ count }] = counted.parse(await rows(db, query));
  return count;
}

/** Stores the warnings of a modpack's check. */
export async function saveWarnings(db: Queries, modPackId: number, found: readonly Problem[]): Promise<void> {
  if (found.length === 0) return;
  await db
    .insert(warnings)
    .values(found.map(({ code, error, entry }, position) => ({ modPackId, position, code, error, entry })));
}

const readPiece = z.tuple([z.object({ piece: z.string().nullable(), next: z.int().nullable() })]);

/** Some saved mods, and the position of the next mod; null at the end. */
export interface InventoryPiece {
  piece: string;
  next: number | null;
}

/** Returns the next piece of an inventory, from a position on. */
export type ReadMods = (from: number) => Promise<InventoryPiece>;

/** The next piece of a modpack's inventory, from a position on: JSON of `ModFile`s. */
export async function readMods(
  { db }: { db: Queries },
  modPackId: number,
  from: number,
): Promise<InventoryPiece> {
  const query = sql`select string_agg(
      json_build_object('file', file, 'size', size, 'descriptors', descriptors, 'note', note, 'sha512', sha512,
        'claims', claims)::text, ','
      order by position) as piece,
      case when max(position) < (select max(position) from ${mods} where mod_pack_id = ${modPackId})
        then max(position) + 1 end as next
    from (
      select *, sum(char_length(file) + descriptor_length) over (order by position) as length
      from ${mods} where mod_pack_id = ${modPackId} and position >= ${from}
      order by position limit ${pieceRows}) as page
    where length <= ${pieceLength} or position = ${from}`;
  const [{ piece, next }] = readPiece.parse(await rows(db, query));
  return { piece: `[${piece ?? ''}]`, next };
}

const { modPackId, position, file, size, note, descriptorLength } = mods;
const order = orderByPosition<ModRow>(position);

/** A page of the inventory of each modpack, in the order of the ids. */
export async function listModsOf(
  { db }: { db: Queries },
  modPackIds: readonly number[],
  request: PageRequest,
): Promise<Page<ModRow>[]> {
  const found = await db
    .select({ modPackId, id: position, file, size, note, descriptorLength })
    .from(mods)
    .where(positionsOfPages({ parent: modPackId, order, conditions: [] }, modPackIds, request))
    .orderBy(...pageOrder(order, request));
  return toPages(found, order, { parentIds: modPackIds, parentOf: (mod) => mod.modPackId, request });
}

/** A position in an inventory. */
export type ModPosition = Pick<ModRow, 'modPackId' | 'id'>;

/** The jars at these positions, in order; null for a deleted one. */
export async function findMods(
  { db }: { db: Queries },
  wanted: readonly ModPosition[],
): Promise<(ModRow | null)[]> {
  const found = await db
    .select({ modPackId, id: position, file, size, note, descriptorLength })
    .from(mods)
    .where(isAt(wanted));
  const byKey = new Map(found.map((mod) => [positionKey(mod), mod]));
  return wanted.map((mod) => byKey.get(positionKey(mod)) ?? null);
}

function isAt(wanted: readonly ModPosition[]): SQL {
  const positions = wanted.map((mod) => sql`(${mod.modPackId}::int, ${mod.id}::int)`);
  return sql`(${modPackId}, ${position}) in (${sql.join(positions, sql`, `)})`;
}

/** The descriptors of these mods, in order; empty for a deleted mod. */
export async function findDescriptors(
  { db }: { db: Queries },
  wanted: readonly ModPosition[],
): Promise<ModDescriptor[][]> {
  const found = await db
    .select({ modPackId, id: position, descriptors: mods.descriptors })
    .from(mods)
    .where(isAt(wanted));
  const byKey = new Map(found.map((mod) => [positionKey(mod), mod.descriptors]));
  return wanted.map((mod) => byKey.get(positionKey(mod)) ?? []);
}

export function positionKey(mod: ModPosition): string {
  return `${mod.modPackId}/${mod.id}`;
}

const warningOrder = orderByPosition<WarningRow>(warnings.position);

/** A page of the check's warnings of each modpack, in the order of the ids. */
export async function listWarningsOf(
  { db }: { db: Queries },
  modPackIds: readonly number[],
  request: PageRequest,
): Promise<Page<WarningRow>[]> {
  const { modPackId: parent, position: id, code, error, entry } = warnings;
  const found = await db
    .select({ modPackId: parent, id, code, error, entry })
    .from(warnings)
    .where(positionsOfPages({ parent, order: warningOrder, conditions: [] }, modPackIds, request))
    .orderBy(...pageOrder(warningOrder, request));
  const parentOf = (warning: WarningRow) => warning.modPackId;
  return toPages(found, warningOrder, { parentIds: modPackIds, parentOf, request });
}
