import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, expect, it, vi } from 'vitest';
import { resumableUploads, uploadTickets } from '../../drizzle/schema.ts';
import { anonymous, type Viewer } from '../../src/access/permissions.ts';
import { findOwnUpload, takeFinishedUpload } from '../../src/access/resumable-uploads.ts';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import { AppError } from '../../src/errors.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { tokenIn } from './callers.ts';

const database = await openScratchDatabase(databaseKind);
for (const name of ['one', 'two']) await tokenIn(database, name);
const run = { gameVersion: null, modloader: null, modloaderVersion: null, startArgs: [], clientMods: [] };
const ticket = { runConfiguration: { ...runDefaults, ...run, whitelistedMods: [] }, expires: new Date() };
await database.db.insert(uploadTickets).values([ticket, ticket]);
afterAll(() => database.close());

const nobody = anonymous('192.0.2.1');
const elsewhere = anonymous('192.0.2.9');
const token = (tokenId: number): Viewer => ({ ...nobody, kind: 'token', name: `token ${tokenId}`, tokenId });
const subject = (name: string): Viewer => ({ ...nobody, kind: 'oidc', name });

/** An upload that somebody has begun, with a ticket or without; answers its id. */
async function begin({ kind, name, tokenId, address }: Viewer, ticketId: number | null = null) {
  const id = randomUUID();
  const beganBy = { kind, name, tokenId, address };
  const upload = { caller: 'somebody', beganBy, tokenId, ticketId, filename: 'a.zip', size: 3 };
  await database.db.insert(resumableUploads).values({ id, ...upload });
  return id;
}

it('an upload is gone on with by whoever has begun it alone, or with its ticket', async () => {
  const inOne = { ...token(1), address: '192.0.2.9' };
  // Who has begun it with which ticket; who may go on with which ticket, and who may not.
  const rows: [string, Viewer, number | null, [Viewer, number?][], [Viewer, number?][]][] = [
    [
      'a token',
      token(1),
      null,
      [[inOne]],
      [[token(2)], [subject('token 1')], [nobody], [{ ...nobody, tokenId: 1 }], [token(1), 1]],
    ],
    [
      'a person',
      subject('alice'),
      null,
      [[subject('alice')]],
      [[subject('bob')], [token(1)], [{ ...nobody, name: 'alice' }]],
    ],
    // Whoever knows its id.
    ['nobody in particular', nobody, null, [[nobody], [elsewhere], [token(1)], [subject('alice')]], []],
    [
      'a ticket',
      token(1),
      1,
      [
        [nobody, 1],
        [token(1), 1],
      ],
      [[token(1), 2], [token(1)]],
    ],
  ];
  const mayGoOn = (id: string, viewer: Viewer, ticketId?: number) =>
    findOwnUpload(database.db, id, { viewer, ticket: ticketId ? { id: ticketId } : null }).then(
      (upload) => upload.id === id,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
        throw error;
      },
    );
  for (const [what, maker, ticketId, welcome, refused] of rows) {
    const id = await begin(maker, ticketId);
    for (const [expected, viewers] of [[true, welcome] as const, [false, refused] as const])
      for (const [viewer, ticket] of viewers)
        expect(await mayGoOn(id, viewer, ticket), `${what}: ${viewer.kind}`).toBe(expected);
  }
  for (const id of [randomUUID(), '', 'x'.repeat(36)]) expect(await mayGoOn(id, nobody), id).toBe(false);
});

/** A store that has so many bytes of each upload. */
function storeOf(bytes: number) {
  const discarded: string[] = [];
  const resumable: Storage['resumable'] = {
    begin: async () => {},
    size: async () => bytes,
    append: async () => {},
    hash: vi.fn(async () => 'abc'),
    whole: async (_id, { size, sha256 }) => (bytes < 3 ? null : { path: 'somewhere', size, sha256 }),
    discard: async (id) => void discarded.push(id),
    olderThan: () => Readable.from([]),
  };
  return { storage: { resumable }, discarded };
}

const uploader = { viewer: nobody, ticket: null };
const isThere = async (id: string) =>
  (await database.db.select().from(resumableUploads)).some((upload) => upload.id === id);

it('a finished upload is read once, handed on with its name, and ends with the transaction that takes it', async () => {
  const { storage, discarded } = storeOf(3);
  const id = await begin(nobody);
  const take = (what: Parameters<typeof takeFinishedUpload>[2]) =>
    takeFinishedUpload({ database, storage }, { id, uploader }, what);
  for (const failure of [new AppError('TOO_MANY_REQUESTS', 'Not now.'), new Error('a fault of ours')])
    await expect(take(() => Promise.reject(failure))).rejects.toBe(failure);
  expect([await isThere(id), discarded]).toEqual([true, []]);
  const taken = await take(async (file, spend) => {
    await database.db.transaction(spend);
    return file;
  });
  expect(taken).toEqual({ path: 'somewhere', size: 3, sha256: 'abc', filename: 'a.zip' });
  expect(storage.resumable.hash).toHaveBeenCalledOnce();
  // Its file has moved into the store; one around an archive that was taken in its stead is still there, and goes.
  expect([await isThere(id), discarded]).toEqual([false, [id]]);
});

it('a finished upload is not there when its bytes are gone', async () => {
  const id = await begin(nobody);
  const take = (bytes: number) =>
    takeFinishedUpload({ database, storage: storeOf(bytes).storage }, { id, uploader }, async () => {});
  await take(3);
  await expect(take(0)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
