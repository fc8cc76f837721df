import { setImmediate as turn } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { mods, warnings } from '../../../drizzle/schema.ts';
import { pieceLength, pieceRows } from '../../archive/pieces.ts';
import type { Problem } from '../../archive/report.ts';
import { type Queries, rows } from '../../database/database.ts';
import type { ModDescriptor } from '../../modloaders/modloader.ts';
import {
  orderByPosition,
  type Page,
  type PageRequest,
  pageOrder,
  placesOfPages,
  toPages,
} from '../lists/pages.ts';

/** One jar of an inventory as lists answer it; `findDescriptors` gets what its descriptors say. */
export interface ModRow {
  modPackId: number;
  /** Its position. */
  id: number;
  file: string;
  /** Bytes. */
  size: number;
  note: string | null;
  /** Characters of its descriptors as JSON. */
  descriptorLength: number;
}

/** A warning of a check as lists answer it. */
export interface WarningRow extends Problem {
  modPackId: number;
  /** Its position. */
  id: number;
}

const counted = z.tuple([z.object({ count: z.int() })]);

/** Removes the rows of a modpack's inventory, as many at a time as the event loop can do without. */
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
    await turn();
  } while (gone > 0);
}

/** Adds a piece (see `inPieces`) of a modpack's mods, the first of them at this position; answers how many they were. */
export async function saveMods(
  db: Queries,
  modPackId: number,
  { from, piece }: { from: number; piece: string },
): Promise<number> {
  // The piece goes to the database as it came: reading it here would cost this thread as much again.
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

/** Some mods as they were saved, and the position of the first one after them; null when there is none. */
export interface InventoryPiece {
  piece: string;
  next: number | null;
}

/** Gives the next piece of an inventory, from a position on. */
export type ReadMods = (from: number) => Promise<InventoryPiece>;

/** The next piece of a modpack's inventory, from a position on: JSON of `ModFile`s. */
export async function readMods(
  { db }: { db: Queries },
  modPackId: number,
  from: number,
): Promise<InventoryPiece> {
  const query = sql`select max(position) + 1 as next, string_agg(
      json_build_object('file', file, 'size', size, 'descriptors', descriptors, 'note', note, 'sha512', sha512,
        'claims', claims)::text, ','
      order by position) as piece
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

/** For each of the modpacks, in their order, a page of its inventory. */
export async function listModsOf(
  { db }: { db: Queries },
  modPackIds: readonly number[],
  request: PageRequest,
): Promise<Page<ModRow>[]> {
  const found = await db
    .select({ modPackId, id: position, file, size, note, descriptorLength })
    .from(mods)
    .where(placesOfPages({ parent: modPackId, order, conditions: [] }, modPackIds, request))
    .orderBy(...pageOrder(order, request));
  return toPages(found, order, { parentIds: modPackIds, parentOf: (mod) => mod.modPackId, request });
}

/** A place in an inventory. */
export type ModPlace = Pick<ModRow, 'modPackId' | 'id'>;

/** The jars at these places, in order; null for a deleted one. */
export async function findMods(
  { db }: { db: Queries },
  wanted: readonly ModPlace[],
): Promise<(ModRow | null)[]> {
  const found = await db
    .select({ modPackId, id: position, file, size, note, descriptorLength })
    .from(mods)
    .where(isAt(wanted));
  const byPlace = new Map(found.map((mod) => [placeOf(mod), mod]));
  return wanted.map((mod) => byPlace.get(placeOf(mod)) ?? null);
}

function isAt(wanted: readonly ModPlace[]): SQL {
  const places = wanted.map((mod) => sql`(${mod.modPackId}::int, ${mod.id}::int)`);
  return sql`(${modPackId}, ${position}) in (${sql.join(places, sql`, `)})`;
}

/** The descriptors of these mods, in order; empty for a deleted mod. */
export async function findDescriptors(
  { db }: { db: Queries },
  wanted: readonly ModPlace[],
): Promise<ModDescriptor[][]> {
  const found = await db
    .select({ modPackId, id: position, descriptors: mods.descriptors })
    .from(mods)
    .where(isAt(wanted));
  const byPlace = new Map(found.map((mod) => [placeOf(mod), mod.descriptors]));
  return wanted.map((mod) => byPlace.get(placeOf(mod)) ?? []);
}

export function placeOf(mod: ModPlace): string {
  return `${mod.modPackId}/${mod.id}`;
}

const warningOrder = orderByPosition<WarningRow>(warnings.position);

/** For each of the modpacks, in their order, a page of its check's warnings. */
export async function listWarningsOf(
  { db }: { db: Queries },
  modPackIds: readonly number[],
  request: PageRequest,
): Promise<Page<WarningRow>[]> {
  const { modPackId: parent, position: id, code, error, entry } = warnings;
  const found = await db
    .select({ modPackId: parent, id, code, error, entry })
    .from(warnings)
    .where(placesOfPages({ parent, order: warningOrder, conditions: [] }, modPackIds, request))
    .orderBy(...pageOrder(warningOrder, request));
  const parentOf = (warning: WarningRow) => warning.modPackId;
  return toPages(found, warningOrder, { parentIds: modPackIds, parentOf, request });
}
