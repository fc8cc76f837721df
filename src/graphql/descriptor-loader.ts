import { setImmediate as turn } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { pieceLength } from '../archive/pieces.ts';
import { findDescriptors, type ModRow } from '../core/packs/inventory.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { ModDescriptor } from '../modloaders/modloader.ts';

/**
 * Loads what the descriptors of mods say, at most `maxLength` characters of JSON for one request, a small part of them
 * at a time. Fails with QUERY_TOO_COMPLEX when more is asked for, before it is read.
 */
export function descriptorLoader(
  database: Pick<Database, 'db'>,
  maxLength: number,
  options: Pick<DataLoader.Options<ModRow, unknown>, 'batchScheduleFn'>,
): DataLoader<ModRow, ModDescriptor[], string> {
  let left = maxLength;
  return new DataLoader(
    async (mods) => {
      left -= mods.reduce((sum, { descriptorLength }) => sum + descriptorLength, 0);
      if (left < 0) {
        const message = `The descriptors that this request asks for have more than ${maxLength} characters; no more are read. Ask for smaller pages.`;
        throw new AppError('QUERY_TOO_COMPLEX', message);
      }
      const found: ModDescriptor[][] = [];
      for (const part of parts(mods)) {
        found.push(...(await findDescriptors(database, part)));
        await turn();
      }
      return found;
    },
    { ...options, cacheKeyFn: ({ modPackId, id }) => `${modPackId}/${id}` },
  );
}

/** Cuts a list into parts of about the same length. */
function parts(mods: readonly ModRow[]): ModRow[][] {
  const cut: ModRow[][] = [];
  let length = 0;
  for (const mod of mods) {
    const last = cut.at(-1);
    length += mod.descriptorLength;
    if (last === undefined || length > pieceLength) {
      cut.push([mod]);
      length = mod.descriptorLength;
    } else {
      last.push(mod);
    }
  }
  return cut;
}
