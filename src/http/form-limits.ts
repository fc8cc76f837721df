import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../access/permissions.ts';
import { bytesLeft, quotaExceeded } from '../access/quotas.ts';
import { megabytes } from '../access/rate-limits.ts';
import type { App } from '../app.ts';
import { demand } from './authentication.ts';
import type { MultipartOptions } from './multipart.ts';

/**
 * What a form of this caller may hold; asked before its first byte is read, so that nobody stores bytes who may not.
 * Fails with UNAUTHENTICATED, FORBIDDEN, TOO_MANY_REQUESTS, or with STORAGE_FULL when the quota is used up.
 */
export async function admitForm(
  app: App,
  request: FastifyRequest,
  maxFiles: number,
): Promise<MultipartOptions> {
  demand(app, request, 'publish');
  return formLimits(app, request.viewer, maxFiles, request.viewer);
}

/** The same where something else than a role gives the right; the quota is that of `owner`. */
export async function formLimits(
  { access, config, database, storage }: App,
  viewer: Viewer,
  maxFiles: number,
  owner: Pick<Viewer, 'tokenId' | 'quota'>,
): Promise<MultipartOptions> {
  const { limiter } = access;
  if (maxFiles > 0) {
    await limiter.spend('uploads', viewer);
    await limiter.spend('megabytes', viewer, 0);
  }
  let received = 0;
  const left = await bytesLeft(database.db, owner);
  if (maxFiles > 0 && left === 0) throw quotaExceeded(owner.quota ?? 0, 0);
  return {
    storage,
    maxUploadBytes: Math.min(config.maxUploadBytes, left ?? Number.POSITIVE_INFINITY),
    maxParts: config.maxFormParts,
    maxFieldBytes: config.maxFormFieldBytes,
    maxFiles,
    // The form has been counted as one upload, before anybody knew how many files it holds.
    async onFile({ size }) {
      received += 1;
      if (received > 1) await limiter.spend('uploads', viewer);
      await limiter.spend('megabytes', viewer, megabytes(size));
    },
  };
}
