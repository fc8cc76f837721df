import { NoRoomError } from './failures.ts';
import type { FileSystem } from './file-system.ts';

/** The reserve: the bytes that must stay free, and the file systems concerned. */
export interface ReserveSettings {
  bytes: number;
  /** Folders, each on a file system that must keep the reserve. */
  folders: readonly string[];
}

/** Disk room reserved for a file until disposal. */
export interface RoomClaim extends Disposable {
  /** Requests room for more bytes; earlier requests count as written. Fails with NoRoomError. */
  next(bytes: number): Promise<void>;
}

/** Keeps this process's writes from using up a reserve of the disk. */
export interface Room {
  /** Free bytes of the fullest file system; infinite where none reports them. */
  free(): Promise<number>;
  /**
   * An empty claim. `written` returns how much of the claimed room is used already; `keepFree` bytes stay free beyond
   * the reserve.
   */
  claim(options?: { written?: () => Promise<number>; keepFree?: number | undefined }): RoomClaim;
}

/** Several processes may share the disk: each sees only what the others have written. */
export function openRoom(fileSystem: FileSystem, { bytes: reserve, folders }: ReserveSettings): Room {
  interface Claim {
    bytes: number;
    written: () => Promise<number>;
  }
  const claims = new Set<Claim>();

  async function setAside(): Promise<number> {
    let sum = 0;
    for (const { bytes, written } of claims) sum += Math.max(0, bytes - (await written()));
    return sum;
  }

  async function free(): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (const folder of folders) {
      const { blocks, bavail, bsize } = await fileSystem.statfs(folder);
      // Some network file systems do not report their size.
      if (blocks > 0) least = Math.min(least, bavail * bsize);
    }
    return least;
  }

  return {
    free,
    claim({ written = async () => 0, keepFree = 0 } = {}) {
      const claim = { bytes: 0, written };
      claims.add(claim);
      return {
        async next(bytes) {
          // The claim is recorded before measuring, so that concurrent claims count each other.
          claim.bytes = bytes;
          if (reserve + keepFree === 0) return;
          const left = (await free()) - (await setAside()) - reserve;
          if (left >= keepFree) return;
          claim.bytes = 0;
          throw left < 0 ? new NoRoomError() : NoRoomError.keptForTokens(keepFree);
        },
        [Symbol.dispose]: () => claims.delete(claim),
      };
    },
  };
}
