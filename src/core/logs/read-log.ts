import { AppError } from '../../errors.ts';
import type { LogFinding } from '../../logs/log-finding.ts';
import { UnreadableLog } from '../../logs/read-log-file.ts';
import type { Storage } from '../../storage/storage.ts';
import type { ServerPack } from '../packs/server-packs.ts';

/** The threads, as far as logs need them. */
export interface LogWork {
  /**
   * Reads a log in a thread, on the caller's account. Fails with TOO_MANY_REQUESTS or UNAVAILABLE when too many wait.
   */
  readLog(
    task: { log: { text: string } | { path: string }; serverPackPath: string | null },
    hooks: { signal: AbortSignal; caller: string },
  ): Promise<LogFinding[]>;
}

/** Largest log that is read, in bytes. */
export const largestLog = 50 * 1024 * 1024;

/**
 * Explains why a server did not start or stopped, and with its server pack also which jars are at fault. The log is
 * not stored. Fails with INVALID_INPUT for a log that is too large or a damaged archive, and with TOO_MANY_REQUESTS or
 * UNAVAILABLE when too many wait.
 */
export async function readLog(
  { storage, work }: { storage: Pick<Storage, 'local'>; work: LogWork },
  {
    log,
    serverPack,
  }: { log: { text: string } | { path: string; size: number }; serverPack: ServerPack | null },
  hooks: { signal: AbortSignal; caller: string },
): Promise<LogFinding[]> {
  const size = 'text' in log ? Buffer.byteLength(log.text) : log.size;
  if (size > largestLog) {
    const message = `The log has ${size} bytes; at most ${largestLog} are read. Its end says most.`;
    throw new AppError('INVALID_INPUT', message, { field: 'log' });
  }
  if (serverPack === null) return work.readLog({ log, serverPackPath: null }, hooks).catch(refused);
  await using archive = await storage.local(serverPack.storageKey);
  // Awaited here: the archive may go once this function has returned.
  return await work.readLog({ log, serverPackPath: archive.path }, hooks).catch(refused);
}

/** An error from a thread has kept its name, but not its class. */
function refused(error: unknown): never {
  if (error instanceof Error && error.name === UnreadableLog.name)
    throw new AppError('INVALID_INPUT', error.message, { field: 'log' }, { cause: error });
  throw error;
}
