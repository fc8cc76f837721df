import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { findLiveToken } from '../../access/tokens.ts';
import { openUploadAccount } from '../../access/upload-account.ts';
import type { App } from '../../app.ts';
import {
  dropUpload,
  findUpload,
  keptFor,
  noSuchUpload,
  type ResumableUpload,
  receivedBytes,
  recordReceived,
  showReceiving,
} from '../../core/files/resumable-uploads.ts';
import { AppError } from '../../errors.ts';

/** Milliseconds between two updates of an upload's last activity. */
const showEveryMs = 60_000;

/** Connects tus to the store, and counts bytes against the quota of the upload's owner. */
export class ResumableStore extends DataStore {
  readonly #app: App;

  constructor(app: App) {
    super();
    this.#app = app;
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];
  }

  override async write(stream: Readable, id: string): Promise<number> {
    const upload = await this.#find(id);
    const { storage } = this.#app;
    const account = openUploadAccount(this.#app.access, upload.beganBy, {
      owner: { tokenId: upload.tokenId, quota: await this.#quotaOf(upload) },
      expected: upload.size - (await receivedBytes(this.#app, upload)),
      mayPause: true,
    });
    const counted = await account.file();
    let shown = Date.now();
    const admit = async (bytes: number) => {
      await counted.add(bytes);
      if (Date.now() - shown < showEveryMs) return;
      shown = Date.now();
      await showReceiving(this.#app.database, id);
    };
    const append = storage.resumable.append(id, stream, {
      maxBytes: upload.size,
      admit,
      keepFree: account.keepFree,
    });
    // Bytes that arrived before a failure stay, and count.
    const ended = await append.then(
      () => null,
      (error: unknown) => ({ error }),
    );
    try {
      await counted.keep();
      const { received } = await recordReceived(this.#app, upload);
      if (ended !== null) throw ended.error;
      return received;
    } finally {
      await account.close();
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.#find(id);
    const { size, filename, touched } = upload;
    const { retention } = this.#app.config;
    const expires = touched.getTime() + keptFor(upload, retention);
    return new Upload({
      id,
      size,
      offset: await receivedBytes(this.#app, upload),
      metadata: { filename },
      // The library computes the expiry from this date, with one duration for all uploads.
      creation_date: new Date(expires - retention.resumableMs).toISOString(),
    });
  }

  override remove(id: string): Promise<void> {
    return dropUpload(this.#app, id);
  }

  override getExpiration(): number {
    return this.#app.config.retention.resumableMs;
  }

  async #find(id: string): Promise<ResumableUpload> {
    const upload = await findUpload(this.#app.database.db, id);
    if (upload === null) throw noSuchUpload();
    return upload;
  }

  async #quotaOf({ tokenId }: ResumableUpload): Promise<number | null> {
    if (tokenId === null) return null;
    const token = await findLiveToken(this.#app.database, tokenId);
    if (token) return token.quota;
    throw new AppError(
      'UNAUTHENTICATED',
      'The token with which this upload was begun has been revoked or has run out.',
    );
  }
}
