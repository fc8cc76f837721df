import { type PackwizTree, type TreeFile, type TreeTask, treeOf } from '../../archive/build/packwiz-tree.ts';
import { AppError } from '../../errors.ts';
import type { SharedLimit } from '../../limits/shared-limits.ts';
import type { Storage } from '../../storage/storage.ts';
import { createKeptWork } from '../previews/kept-work.ts';
import type { ServerPack } from './server-packs.ts';

/** The thread task that lists a packwiz tree. */
export interface TreeWork {
  /**
   * Passes the files on in pieces of JSON; returns whether they are within the limit. Runs one at a time, callers with
   * a token first.
   */
  packwizTree(
    task: TreeTask,
    hooks: { takeFiles: (piece: string) => void; signal: AbortSignal; caller: string },
  ): Promise<boolean>;
}

/** Server packs in the form that packwiz reads. */
export interface PackwizTrees {
  /** The tree of a server pack, worked out once and cached. Fails with TOO_LARGE beyond the most files. */
  open(serverPack: ServerPack, waiting: { caller: string; signal: AbortSignal }): Promise<PackwizTree>;
}

/**
 * Most files of one tree, the limit of packwiz imports, too: the index is written in the thread that serves requests.
 */
const mostFiles = 10_000;
const MiB = 1024 * 1024;
/** Most bytes of the cached trees: a large one has four MiB. */
const keptTrees: SharedLimit = { caller: 16 * MiB, all: 32 * MiB, anonymous: 24 * MiB };
/** Bytes counted for a file in addition to its path. */
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
                // The thread wrote this JSON itself, so no schema has to check it.
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
