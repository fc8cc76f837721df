import type { ModPack as ModPackRow } from '../core/packs/mod-packs.ts';
import type { ServerPack as ServerPackRow } from '../core/packs/server-packs.ts';
import { AppError } from '../errors.ts';
import type { Context } from './context.ts';
import { resultOf } from './errors.ts';
import { Line, ModPack, modPackLoader, ServerPack, serverPackLoader } from './objects.ts';

/** The results of mutations that are in several files. */
export const ModPackResult = resultOf(ModPack, 'The modpack, or why it was not changed.');
export const ServerPackResult = resultOf(ServerPack, 'The server pack, or why it was not changed.');
export const LineResult = resultOf(Line, 'The line, or why it was not changed.');

/** The modpack as a mutation has left it. Fails with NOT_FOUND when it has been deleted meanwhile. */
export async function changedModPack(context: Context, id: number): Promise<ModPackRow> {
  const modPack = await modPackLoader(context).clear(id).load(id);
  if (modPack) return modPack;
  throw new AppError('NOT_FOUND', 'This modpack has been deleted meanwhile.');
}

/** The server pack as a mutation has left it. Fails with NOT_FOUND when it has been deleted meanwhile. */
export async function changedServerPack(context: Context, id: number): Promise<ServerPackRow> {
  const serverPack = await serverPackLoader(context).clear(id).load(id);
  if (serverPack) return serverPack;
  throw new AppError('NOT_FOUND', `There is no server pack ${id}.`);
}
