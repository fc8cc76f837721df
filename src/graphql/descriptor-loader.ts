import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { pieceLength } from '../archive/zip/pieces.ts';
import { findDescriptors, type ModRow } from '../core/packs/inventory.ts';
import { AppError } from '../errors.ts';
import type { ModDescriptor } from '../modloaders/modloader.ts';
import type { Context } from './context.ts';
import { perOperation } from './loaders.ts';

/** Characters of descriptors read for each byte that an answer may have: the answer may use only few of them. */
const descriptorsForAnswer = 4;

/**
 * Loads the descriptors of mods in small batches, up to a number of characters of JSON for one operation. Fails with
 * QUERY_TOO_COMPLEX before it reads more.
 */
const descriptorLoader = perOperation(({ operation }) => {
  const { database, yields, answerBudget } = operation;
  const maxLength = answerBudget.maxBytes * descriptorsForAnswer;
  let left = maxLength;
  return new DataLoader<ModRow, ModDescriptor[], string>(
    async (mods) => {
      left -= mods.reduce((sum, { descriptorLength }) => sum + descriptorLength, 0);
      if (left < 0) {
        const message = `The descriptors that this request asks for have more than ${maxLength} characters; no more are read. Ask for smaller pages.`;
        throw new AppError('QUERY_TOO_COMPLEX', message);
      }
      const found: ModDescriptor[][] = [];
      for (const part of parts(mods)) {
        found.push(...(await findDescriptors(database, part)));
        await yieldToEventLoop();
      }
      return found;
    },
    { batchScheduleFn: yields.afterResolvers, cacheKeyFn: ({ modPackId, id }) => `${modPackId}/${id}` },
  );
});

/** The descriptors of a jar. Fails as the loader does. */
export async function descriptorsOf(mod: ModRow, context: Context): Promise<ModDescriptor[]> {
  return mod.descriptors ?? descriptorLoader(context).load(mod);
}

/** Splits a list into parts of about equal length. */
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
