import { type PackwizTree, type TreeFile, type TreeTask, treeOf } from '../../archive/packwiz-tree.ts';
import { AppError } from '../../errors.ts';
import type { Storage } from '../../storage/storage.ts';
import type { SharedGood } from '../shared-goods.ts';
import { createKeptWork } from './kept-work.ts';
import type { ServerPack } from './server-packs.ts';

/** The threads, as far as trees need them. */
export interface TreeWork {
  /** Hands the files over in pieces of JSON; answers whether there are few enough. One at a time, callers with a token first. */
  packwizTree(
    task: TreeTask,
    hooks: { takeFiles: (piece: string) => void; signal: AbortSignal; caller: string },
  ): Promise<boolean>;
}

/** Server packs as packwiz reads packs. */
export interface PackwizTrees {
  /** The tree of a server pack, which is worked out for the first who asks. Fails with TOO_LARGE beyond the most files. */
  open(serverPack: ServerPack, waiting: { caller: string; signal: AbortSignal }): Promise<PackwizTree>;
}

/** Files of one tree, as many as an importer of packwiz packs takes: the index is written where requests are answered. */
const mostFiles = 10_000;
const MiB = 1024 * 1024;
/** Bytes of the trees that are kept: a large one has four MiB. */
const keptTrees: SharedGood = { caller: 16 * MiB, all: 32 * MiB, strangers: 24 * MiB };
/** Bytes counted for a file beside its path. */
const bytesOfFile = 400;

export function createPackwizTrees({
  storage,
  work,
}: {
  storage: Pick<Storage, 'local'>;
  work: TreeWork;
}): PackwizTrees {
  const kept = createKeptWork<PackwizTree>(keptTrees, ({ files }) =>
    files.reduce((bytes, { path }) => bytes + bytesOfFile + 4 * path.length, 0),
  );
  return {
    open: ({ id, sha256, storageKey, runConfiguration: { format } }, waiting) =>
      kept.get(
        sha256,
        async (signal) => {
          await using archive = await storage.local(storageKey);
          const files: TreeFile[] = [];
          const isWhole = await work.packwizTree(
            { archivePath: archive.path, format, most: mostFiles },
            {
              signal,
              caller: waiting.caller,
              takeFiles(piece) {
                // Our own thread has just written this JSON, so it is not parsed by a schema.
                const some: TreeFile[] = JSON.parse(piece);
                for (const file of some) files.push(file);
              },
            },
          );
          if (isWhole) return treeOf(files);
          const message = `Server pack ${id} has more than ${mostFiles} files, more than are served to packwiz. Download it instead.`;
          throw new AppError('TOO_LARGE', message);
        },
        waiting,
      ),
  };
}
