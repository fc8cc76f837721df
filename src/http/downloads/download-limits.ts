import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';

/** What a caller is told to wait, in seconds. */
const retryAfter = 10;

/**
 * Counts downloads, each until its answer has gone, of everybody and by caller: each holds buffers for as long as its
 * client likes to read. What it answers fails with TOO_MANY_REQUESTS or UNAVAILABLE beyond the most.
 */
export function createDownloadLimits({
  maxDownloads,
  maxCallerDownloads,
}: Pick<Config, 'maxDownloads' | 'maxCallerDownloads'>): (
  request: FastifyRequest,
  reply: FastifyReply,
) => void {
  const byCaller = new Map<string, number>();
  let all = 0;
  return ({ viewer: { tokenId, address } }, { raw }) => {
    const caller = tokenId === null ? address : `token:${tokenId}`;
    const ofCaller = byCaller.get(caller) ?? 0;
    if (ofCaller >= maxCallerDownloads) {
      const message = `You have ${maxCallerDownloads} downloads under way, which is the most at a time. Finish one first.`;
      throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter });
    }
    if (all >= maxDownloads) {
      const message = `${maxDownloads} downloads are under way, which is the most this service takes. Try again later.`;
      throw new AppError('UNAVAILABLE', message, { retryAfter });
    }
    if (raw.closed) return;
    all += 1;
    byCaller.set(caller, ofCaller + 1);
    raw.once('close', () => {
      all -= 1;
      const left = (byCaller.get(caller) ?? 1) - 1;
      if (left > 0) byCaller.set(caller, left);
      else byCaller.delete(caller);
    });
  };
}
