import { demandLine, findLines } from '../core/lines/lines.ts';
import { findModPackOfContent } from '../core/packs/mod-packs.ts';
import { findServerPacksOfRuns } from '../core/packs/server-packs.ts';
import type { Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import { databaseIdOf, numberOf } from './global-id.ts';

export const ModPackBy = builder.inputType('ModPackBy', {
  description: 'The key of a modpack.',
  isOneOf: true,
  fields: (t) => ({
    id: t.globalID({ description: 'The global id.' }),
    databaseId: t.int({ description: 'The number in REST.' }),
    sha256: t.string({ description: 'The SHA-256 of its archive, in hexadecimal.' }),
  }),
});

export const IdOrNumber = builder.inputType('IdOrNumber', {
  description: 'The key of a run, a webhook or a delivery.',
  isOneOf: true,
  fields: (t) => ({
    id: t.globalID({ description: 'The global id.' }),
    databaseId: t.int({
      description: 'The number; that of a run is in REST the number of its run configuration.',
    }),
  }),
});

export const ServerPackBy = builder.inputType('ServerPackBy', {
  description: 'The key of a server pack.',
  isOneOf: true,
  fields: (t) => ({
    id: t.globalID({ description: 'The global id.' }),
    databaseId: t.int({ description: 'The number in REST.' }),
    run: t.field({ type: IdOrNumber, description: 'The run that built it.' }),
  }),
});

export const LineBy = builder.inputType('LineBy', {
  description: 'The key of a line.',
  isOneOf: true,
  fields: (t) => ({
    id: t.globalID({ description: 'The global id.' }),
    name: t.string({ description: 'The name, as in the addresses of the line.' }),
  }),
});

interface Database {
  db: Queries;
}

/**
 * The number of the modpack with this key, given as `field`; 0, which no modpack has, where none has this content.
 * Fails with INVALID_INPUT for an id of another type.
 */
export async function modPackNumber(
  database: Database,
  field: string,
  { sha256, ...by }: typeof ModPackBy.$inferInput,
): Promise<number> {
  if (sha256 == null) return numberOf(field, 'ModPack', by);
  return (await findModPackOfContent(database, sha256))?.id ?? 0;
}

/** The number of the server pack with this key; 0 where the run has none. Otherwise as for modpacks. */
export async function serverPackNumber(
  database: Database,
  field: string,
  { run, ...by }: typeof ServerPackBy.$inferInput,
): Promise<number> {
  if (!run) return numberOf(field, 'ServerPack', by);
  const [serverPack] = await findServerPacksOfRuns(database, [numberOf(field, 'Run', run)]);
  return serverPack?.id ?? 0;
}

/** The number of the line with this key. Fails with INVALID_INPUT for a wrong id, with NOT_FOUND for no line. */
export async function lineNumber(
  database: Database,
  field: string,
  { id, name }: typeof LineBy.$inferInput,
): Promise<number> {
  if (!id) return (await demandLine(database, name ?? '')).id;
  const [line] = await findLines(database, [databaseIdOf(field, 'Line', id)]);
  if (line) return line.id;
  throw new AppError('NOT_FOUND', 'There is no such line.');
}

/** The failure for a key that no object has, such as a `modpack`. */
export function noSuch(kind: string, number: number): AppError {
  return new AppError(
    'NOT_FOUND',
    number === 0 ? `There is no such ${kind}.` : `There is no ${kind} ${number}.`,
  );
}
