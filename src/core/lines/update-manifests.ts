import type { Database } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { SharedLimit } from '../../limits/shared-limits.ts';
import type { Storage } from '../../storage/storage.ts';
import { findServerPacks, type ServerPack } from '../packs/server-packs.ts';
import { createKeptWork } from '../previews/kept-work.ts';

/** The thread task that lists the files of an update. */
export interface UpdateWork {
  /** Lists the files of a server pack, one piece of text at a time. */
  listUpdate(
    task: { path: string },
    hooks: { takeText(text: string): void; signal: AbortSignal; caller: string },
  ): Promise<void>;
}

export interface UpdateManifests {
  /**
   * The lines of all files (see `updateLines`). Fails with TOO_LARGE beyond the limit, and with NOT_FOUND once the
   * server pack is deleted.
   */
  filesOf(
    serverPack: Pick<ServerPack, 'id' | 'storageKey'>,
    waiting: { caller: string; signal: AbortSignal },
  ): Promise<Buffer[]>;
}

const MiB = 1024 * 1024;
/** Most bytes of one list, which is signed on the main thread: some 20,000 files. */
const mostBytes = 4 * MiB;

/**
 * Lists the files of server packs for servers that update themselves. Recent lists are cached, because server packs
 * never change.
 */
export function createUpdateManifests(
  {
    database,
    storage,
    work,
  }: { database: Pick<Database, 'patient'>; storage: Pick<Storage, 'local'>; work: UpdateWork },
  limits: { kept: SharedLimit },
): UpdateManifests {
  const kept = createKeptWork<Buffer[]>(limits.kept, (pieces) =>
    pieces.reduce((bytes, { length }) => bytes + length, 0),
  );
  const listFiles = async (
    { id, storageKey }: Pick<ServerPack, 'id' | 'storageKey'>,
    caller: string,
    signal: AbortSignal,
  ) => {
    try {
      await using archive = await storage.local(storageKey);
      const pieces: Buffer[] = [];
      let bytes = 0;
      const takeText = (text: string) => {
        const piece = Buffer.from(text);
        bytes += piece.length;
        if (bytes > mostBytes) {
          const message = `Server pack ${id} has more files than a server can ask for one by one. Download it instead.`;
          throw new AppError('TOO_LARGE', message);
        }
        pieces.push(piece);
      };
      await work.listUpdate({ path: archive.path }, { takeText, signal, caller });
      return pieces;
    } catch (error) {
      if ((await findServerPacks({ db: database.patient }, [id])).length > 0) throw error;
      throw new AppError('NOT_FOUND', `Server pack ${id} has been deleted meanwhile.`);
    }
  };
  return {
    filesOf: (serverPack, waiting) =>
      kept.get(serverPack.storageKey, (signal) => listFiles(serverPack, waiting.caller, signal), waiting),
  };
}
