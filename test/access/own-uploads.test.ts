import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resumableUploads, uploadTickets } from '../../drizzle/schema.ts';
import { anonymous, type Viewer } from '../../src/access/permissions.ts';
import { findOwnUpload, takeFinishedUpload } from '../../src/access/resumable-uploads.ts';
import { createToken } from '../../src/access/tokens.ts';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import type { Database, Queries } from '../../src/database/database.ts';
import { AppError } from '../../src/errors.ts';
import type { Storage, UploadedFile } from '../../src/storage/storage.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
  for (const name of ['one', 'two'])
    await createToken(database, { name, role: 'publisher', voter: false, quota: null, expires: null });
  const run = { gameVersion: null, modloader: null, modloaderVersion: null, startArgs: [], clientMods: [] };
  const ticket = { runConfiguration: { ...runDefaults, ...run, whitelistedMods: [] }, expires: new Date() };
  await database.db.insert(uploadTickets).values([ticket, ticket]);
});
afterAll(() => database?.close());

const nobody = anonymous('192.0.2.1');
const token = (tokenId: number): Viewer => ({ ...nobody, kind: 'token', name: `token ${tokenId}`, tokenId });
const subject = (name: string): Viewer => ({ ...nobody, kind: 'oidc', name });

/** An upload that somebody has begun, with a ticket or without; answers its id. */
async function begin({ kind, name, tokenId, address }: Viewer, ticketId: number | null = null) {
  const id = randomUUID();
  await database.db.insert(resumableUploads).values({
    id,
    caller: 'somebody',
    beganBy: { kind, name, tokenId, address },
    tokenId,
    ticketId,
    filename: 'a.zip',
    size: 3,
  });
  return id;
}

describe('an upload is gone on with', () => {
  /** Whether this one may. */
  async function mayGoOn(id: string, viewer: Viewer, ticketId: number | null = null): Promise<boolean> {
    const ticket = ticketId === null ? null : { id: ticketId };
    const found = findOwnUpload(database.db, id, { viewer, ticket });
    return found.then(
      (upload) => upload.id === id,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
        throw error;
      },
    );
  }

  it('by the token that has begun it, from wherever', async () => {
    const id = await begin(token(1));
    expect(await mayGoOn(id, { ...token(1), address: '192.0.2.9' })).toBe(true);
    for (const other of [token(2), subject('token 1'), nobody, { ...nobody, tokenId: 1 }])
      expect(await mayGoOn(id, other), other.kind).toBe(false);
  });

  it('by the person who has begun it', async () => {
    const id = await begin(subject('alice'));
    expect(await mayGoOn(id, subject('alice'))).toBe(true);
    for (const other of [subject('bob'), token(1), { ...nobody, name: 'alice' }])
      expect(await mayGoOn(id, other), other.kind).toBe(false);
  });

  it('by whoever knows its id, where nobody in particular has begun it', async () => {
    const id = await begin(nobody);
    for (const other of [nobody, anonymous('192.0.2.9'), token(1), subject('alice')])
      expect(await mayGoOn(id, other), other.kind).toBe(true);
  });

  it('with the ticket with which it was begun, and with no other, whoever shows it', async () => {
    const id = await begin(token(1), 1);
    expect([await mayGoOn(id, nobody, 1), await mayGoOn(id, token(1), 1)]).toEqual([true, true]);
    expect([await mayGoOn(id, token(1), 2), await mayGoOn(id, token(1))]).toEqual([false, false]);
    expect(await mayGoOn(await begin(token(1)), token(1), 1)).toBe(false);
  });

  it('by nobody where there is none', async () => {
    for (const id of [randomUUID(), '', 'x'.repeat(36)]) expect(await mayGoOn(id, nobody), id).toBe(false);
  });
});

/** A store that has so many bytes of each upload. */
function storeOf(bytes: number) {
  const discarded: string[] = [];
  const file = { path: 'somewhere', size: 3, sha256: 'abc' };
  const resumable: Storage['resumable'] = {
    begin: async () => {},
    size: async () => bytes,
    append: async () => {},
    hash: async () => 'abc',
    whole: async (_id, { size, sha256 }) => (bytes < 3 ? null : { ...file, size, sha256 }),
    discard: async (id) => void discarded.push(id),
    olderThan: () => Readable.from([]),
  };
  return { storage: { resumable }, discarded };
}

describe('a finished upload', () => {
  const uploader = { viewer: nobody, ticket: null };
  const take = (
    storage: Pick<Storage, 'resumable'>,
    id: string,
    what: (file: UploadedFile, spend: (tx: Queries) => Promise<void>) => Promise<unknown>,
  ) => takeFinishedUpload({ database, storage }, { id, uploader }, what);
  const isThere = async (id: string) =>
    (await database.db.select().from(resumableUploads)).some((upload) => upload.id === id);

  it('is handed on with its name, and ends with the transaction that takes it', async () => {
    const { storage, discarded } = storeOf(3);
    const id = await begin(nobody);
    const taken = await take(storage, id, async (file, spend) => {
      await database.db.transaction(spend);
      return file;
    });
    expect(taken).toEqual({ path: 'somewhere', size: 3, sha256: 'abc', filename: 'a.zip' });
    // Its file has moved into the store; one around an archive that was taken in its stead is still there, and goes.
    expect([await isThere(id), discarded]).toEqual([false, [id]]);
    await expect(take(storage, id, async () => {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is not read again whose content is known', async () => {
    const { storage } = storeOf(3);
    const hash = vi.spyOn(storage.resumable, 'hash');
    const id = await begin(nobody);
    for (let time = 0; time < 2; time++) await take(storage, id, async () => {});
    expect(hash).toHaveBeenCalledOnce();
  });

  it('is not taken while bytes are missing, which stay', async () => {
    const { storage, discarded } = storeOf(2);
    const id = await begin(nobody);
    await expect(take(storage, id, async () => {})).rejects.toMatchObject({
      code: 'CONFLICT',
      message: '2 of the 3 bytes of this upload have come. Send the rest first.',
      details: { field: 'upload' },
    });
    expect([await isThere(id), discarded]).toEqual([true, []]);
  });

  it('is not there when its bytes are gone', async () => {
    const id = await begin(nobody);
    await take(storeOf(3).storage, id, async () => {});
    await expect(take(storeOf(0).storage, id, async () => {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each(['EMPTY_FILE', 'NOT_A_ZIP', 'DUPLICATE_MOD_PACK'] as const)(
    'is given up when its bytes are refused as %s',
    async (code) => {
      const { storage, discarded } = storeOf(3);
      const id = await begin(nobody);
      const refusal = new AppError(code, 'It is not taken.');
      await expect(take(storage, id, () => Promise.reject(refusal))).rejects.toBe(refusal);
      expect([await isThere(id), discarded]).toEqual([false, [id]]);
    },
  );

  it('stays after any other failure', async () => {
    const { storage, discarded } = storeOf(3);
    const id = await begin(nobody);
    for (const failure of [new AppError('TOO_MANY_REQUESTS', 'Not now.'), new Error('a fault of ours')])
      await expect(take(storage, id, () => Promise.reject(failure))).rejects.toBe(failure);
    expect([await isThere(id), discarded]).toEqual([true, []]);
  });
});
