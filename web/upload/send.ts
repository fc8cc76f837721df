import type { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { notReached, type Refusal, readRefusal } from '../data/refusal.ts';
import { changeItem, findItem, removeItem, type UploadItem } from './items.ts';
import { withoutSecrets } from './secrets.ts';
import { measureSpeed } from './speed.ts';

/**
 * In milliseconds: the pauses between tries to go on after a lost connection; the last is repeated for as long as it
 * takes.
 */
const retryDelays = [0, 1_000, 2_000, 4_000, ...Array.from({ length: 400 }, () => 8_000)];

/** Milliseconds between two updates of the shown progress. */
const showEvery = 100;

const transfers = new Map<string, TusUpload>();

/**
 * Sends a modpack, from where it broke off the last time if the service still has that. Resolves with the upload's id
 * when all is there.
 */
export async function sendFile(
  key: string,
  headers: () => Record<string, string> = () => ({}),
): Promise<string> {
  const item = findItem(key);
  if (item === undefined) throw new DOMException('It is no longer on the list.', 'AbortError');
  if (item.uploadId !== null) return item.uploadId;
  const file = await fileToSend(item);
  const { Upload } = await import('tus-js-client');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const meter = measureSpeed();
  let shown = 0;
  const upload = new Upload(file, {
    endpoint: '/uploads',
    metadata: { filename: file.name },
    retryDelays,
    removeFingerprintOnSuccess: true,
    onBeforeRequest: (request) => {
      for (const [name, value] of Object.entries(headers())) request.setHeader(name, value);
    },
    onShouldRetry: (error) => {
      const isTransient = isPassing(error.originalResponse?.getStatus() ?? 0);
      if (isTransient) changeItem(key, { state: 'waiting', speed: null });
      return isTransient;
    },
    onProgress: (sent) => {
      const now = performance.now();
      const speed = meter.note(sent, now);
      if (now - shown < showEvery && sent < file.size) return;
      shown = now;
      changeItem(key, { state: 'sending', sent, speed });
    },
    onError: (error) => reject(error),
    onSuccess: () => {
      transfers.delete(key);
      const uploadId = new URL(upload.url ?? '', location.href).pathname.split('/').at(-1) ?? '';
      changeItem(key, { uploadId, sent: file.size, state: 'storing' });
      resolve(uploadId);
    },
  });
  transfers.set(key, upload);
  changeItem(key, { state: 'sending', problem: null });
  const [previous] = await upload.findPreviousUploads();
  if (previous !== undefined) upload.resumeFromPreviousUpload(previous);
  upload.start();
  return promise;
}

/** The archive, without files that hold accounts or passwords. */
async function fileToSend({ key, file, secrets }: UploadItem): Promise<File> {
  if (secrets.length === 0) return file;
  changeItem(key, { state: 'sending', problem: null });
  const safe = await withoutSecrets(file);
  if (findItem(key) === undefined) throw new DOMException('It is no longer on the list.', 'AbortError');
  changeItem(key, { file: safe, secrets: [] });
  return safe;
}

/** Stops sending; what has arrived stays for a while, on the service. */
export async function pause(key: string): Promise<void> {
  changeItem(key, { state: 'paused', speed: null });
  await transfers.get(key)?.abort();
}

/** Resumes a paused upload. */
export function resume(key: string): void {
  changeItem(key, { state: 'sending' });
  transfers.get(key)?.start();
}

/** Takes a modpack off the list, and what has arrived of it off the service. */
export async function giveUp(key: string): Promise<void> {
  const transfer = transfers.get(key);
  transfers.delete(key);
  removeItem(key);
  await transfer?.abort(true).catch(() => undefined);
}

/**
 * True for failures that pass: no answer, a service that stops or is busy, or one busy with the connection that broke.
 */
function isPassing(status: number): boolean {
  return (
    status === 0 || status === 409 || status === 423 || status === 429 || (status >= 500 && status !== 507)
  );
}

/** The service's refusal of an upload. */
export function refusalOfUpload(error: unknown): Refusal {
  const body = isDetailed(error) ? error.originalResponse?.getBody() : undefined;
  if (!body) return notReached;
  try {
    return readRefusal(JSON.parse(body)) ?? notReached;
  } catch {
    return notReached;
  }
}

function isDetailed(error: unknown): error is DetailedError {
  return error instanceof Error && 'originalResponse' in error;
}
