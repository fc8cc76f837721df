import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../../access/permissions.ts';
import { admitUpload, type ExpectedUpload, openUploadAccount } from '../../access/upload-account.ts';
import type { App } from '../../app.ts';
import { demand } from '../authentication.ts';
import type { MultipartOptions } from './multipart.ts';

/**
 * The limits of this caller's form, checked before its first byte is read, so that only permitted callers store bytes.
 * Fails with UNAUTHENTICATED, FORBIDDEN, TOO_MANY_REQUESTS, or with STORAGE_FULL when the quota is used up.
 */
export async function admitForm(
  app: App,
  request: FastifyRequest,
  maxFiles: number,
): Promise<MultipartOptions> {
  demand(app, request, 'publish');
  return formLimits(app, request.viewer, maxFiles, {
    owner: request.viewer,
    expected: expectedBytes(request),
  });
}

/**
 * Limits of a form that is permitted by something other than a role, such as a ticket; the quota is the quota of
 * `owner`, `expected` is the form's most bytes.
 */
export async function formLimits(
  app: App,
  viewer: Viewer,
  maxFiles: number,
  upload: ExpectedUpload,
): Promise<MultipartOptions> {
  const { access, config, storage } = app;
  const account =
    maxFiles > 0
      ? (await admitUpload(app, viewer, upload)).account
      : openUploadAccount(access, viewer, upload);
  // Threads will soon check the form's pack.
  if (maxFiles > 0) app.prepareWork();
  return {
    storage,
    maxUploadBytes: config.maxUploadBytes,
    maxParts: config.maxFormParts,
    maxFieldBytes: config.maxFormFieldBytes,
    maxSilence: config.transferSilenceMs,
    maxPartHeaders: config.maxPartHeaders,
    maxPartHeaderBytes: config.maxPartHeaderBytes,
    maxFiles,
    account,
  };
}

/** The request's stated length; infinite without one. */
export function expectedBytes(request: FastifyRequest): number {
  return Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
}
