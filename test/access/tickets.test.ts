import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { files, modPacks, uploadTickets } from '../../drizzle/schema.ts';
import type { JwtProof } from '../../src/access/jwt-proof.ts';
import { createMakers } from '../../src/access/makers.ts';
import { type Access, anonymous, type Viewer } from '../../src/access/permissions.ts';
import { openSigner } from '../../src/access/signing.ts';
import { revokeToken } from '../../src/access/tokens.ts';
import {
  createUploadTicket,
  findUploadTickets,
  noteRefusal,
  openUploadTicket,
  spendUploadTicket,
  ticketChannel,
} from '../../src/access/upload-tickets.ts';
import { formOnly } from '../../src/core/runs/modloader-versions.ts';
import { defaultOverrideLimits } from '../../src/core/runs/parse-overrides.ts';
import { AppError, type ErrorCode } from '../../src/errors.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { tokenIn } from './callers.ts';

const config = { overrideLimits: defaultOverrideLimits };
const complete = { gameVersion: '1.20.1', modloader: 'fabric', modloaderVersion: '0.15.6' };
const lists = { startArgs: [], clientMods: [], whitelistedMods: [] };

const database = await openScratchDatabase(databaseKind);
const signer = await openSigner(database, 'upload-tickets');
await tokenIn(database, 'bot');
const { db } = database;
const [file] = await db.insert(files).values({ sha256: 'a', size: 1, storageKey: 'a' }).returning();
const pack = { fileId: file?.id ?? 0, name: 'a.zip', status: 'QUEUED' } as const;
const [made] = await db.insert(modPacks).values(pack).returning();
const modPackId = made?.id ?? 0;
afterAll(() => database.close());

const nobody = anonymous('192.0.2.1');
const bot: Viewer = { ...nobody, kind: 'token', name: 'bot', tokenId: 1 };

function create(
  { viewer = nobody, seconds = 60 }: { viewer?: Viewer; seconds?: number } = {},
  runConfiguration: Record<string, string> = complete,
  versions = formOnly,
) {
  return createUploadTicket(
    { database, signer, versions, config },
    { runConfiguration: { ...lists, ...runConfiguration }, viewer, seconds },
  );
}

/** The issuer has one key. */
const accepts = async ({ key }: JwtProof) => key === 'known';
const openWhere = async (mode: Access, text: string) =>
  openUploadTicket({ database, signer, makers: createMakers(database, { accepts }, mode) }, text);
const open = async (text: string) => (await openWhere('open', text)).ticket;
/** The text of a ticket with this number and the secret, as we sign it. */
const textOf = (id: string, secret = 'A'.repeat(22)) => `${id}.${secret}${signer.sign(`${id}\n${secret}`)}`;
const spend = (id: number) => database.db.transaction((tx) => spendUploadTicket(tx, id, modPackId));
async function ticketOf(id: number) {
  const [ticket] = await findUploadTickets(database, [id]);
  return ticket;
}

/** Listens for news of a ticket; what it answers waits for some. */
async function listenFor(id: number): Promise<() => Promise<void>> {
  const heard = Promise.withResolvers<void>();
  const hear = (told: string) => {
    if (told === String(id)) heard.resolve();
  };
  const unlisten = await database.listen(ticketChannel, hear, () => {});
  return () => heard.promise.finally(unlisten);
}

it('a ticket keeps what its run is to be like, whose it is and until when it is good', async () => {
  const now = Date.now();
  const { ticket, text } = await create({ viewer: bot, seconds: 60 });
  expect(ticket).toMatchObject({
    tokenId: 1,
    subject: null,
    used: null,
    modPackId: null,
    refusal: null,
    runConfiguration: { gameVersion: '1.20.1', modloader: 'Fabric', modloaderVersion: '0.15.6' },
  });
  const left = ticket.expires.getTime() - now;
  expect(left).toBeGreaterThanOrEqual(60_000);
  expect(left).toBeLessThan(3_600_000);
  expect(text).toMatch(new RegExp(`^${ticket.id}\\.[\\w-]{65}$`));
  expect(await open(text)).toEqual(ticket);
});

it('versions are held against the lists before a ticket is made, where the request names all of them', async () => {
  const verify = vi.fn<() => Promise<void>>(async () => {});
  await create({}, complete, { ...formOnly, verify });
  expect(verify).toHaveBeenCalledOnce();
  verify.mockRejectedValue(new AppError('INVALID_INPUT', 'There is no such version.'));
  const before = await database.db.$count(uploadTickets);
  await expect(create({}, complete, { ...formOnly, verify })).rejects.toThrow('no such version');
  expect(await database.db.$count(uploadTickets)).toBe(before);
  await create({}, { modloader: 'fabric' }, { ...formOnly, verify });
  expect(verify).toHaveBeenCalledTimes(2);
  await expect(create({}, { ...complete, gameVersion: 'latest' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

it('a text that we did not sign stands for no ticket', async () => {
  const { ticket, text } = await create();
  const [id = '', signature = ''] = text.split('.');
  const other = await create();
  for (const wrong of [
    '',
    id,
    `${id}.`,
    `.${signature}`,
    `0${id}.${signature}`,
    `x${text}`,
    `${text}x`,
    `${other.ticket.id}.${signature}`,
    `${id}.${other.text.split('.')[1]}`,
    `${id}.${signer.sign(id)}`,
    textOf('0'),
    textOf('x'),
    textOf('12345678901'),
  ])
    await expect(open(wrong), wrong).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'This upload link is not one of ours. Copy it as a whole.',
    });
  expect(await open(text)).toEqual(ticket);
});

it('a ticket is worth nothing once it is used, over, swept, or its maker’s token revoked', async () => {
  const forbidden = (words: string) => ({ code: 'FORBIDDEN', message: expect.stringContaining(words) });
  const used = await create();
  await spend(used.ticket.id);
  await expect(open(used.text)).rejects.toMatchObject(forbidden('has been used already'));
  const over = await create({ seconds: 0 });
  await expect(open(over.text)).rejects.toMatchObject(forbidden('has expired. Ask'));
  await expect(open(textOf('999'))).rejects.toMatchObject(forbidden('was used or has expired'));
  const ofToken = await create({ viewer: bot });
  expect(await open(ofToken.text)).toEqual(ofToken.ticket);
  await revokeToken(database, 'bot');
  await expect(open(ofToken.text)).rejects.toMatchObject(forbidden('has been withdrawn'));
});

it('the link of a ticket that a restored backup has lost fits none that has its number since', async () => {
  const { ticket, text } = await create();
  const [another] = await database.db
    .update(uploadTickets)
    .set({ secret: randomUUID() })
    .where(eq(uploadTickets.id, ticket.id))
    .returning();
  await expect(open(text)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const secret = Buffer.from(another?.secret.replaceAll('-', '') ?? '', 'hex').toString('base64url');
  expect(await open(textOf(String(ticket.id), secret))).toEqual(another);
});

it('a ticket ends with the token of its maker, and is withdrawn with its right', async () => {
  const now = Date.now();
  const proof = (key: string): JwtProof => ({
    role: 'publisher',
    expires: now + 30_000,
    settings: '',
    alg: 'ES256',
    key,
  });
  const alice: Viewer = {
    ...nobody,
    kind: 'oidc',
    name: 'alice',
    expires: new Date(now + 30_000),
    proof: proof('known'),
  };
  const { ticket, text } = await create({ viewer: alice });
  expect(ticket).toMatchObject({ tokenId: null, subject: 'alice', expires: alice.expires });
  expect(await openWhere('closed', text)).toEqual({
    ticket,
    holder: { tokenId: null, expires: alice.expires },
  });
  const brief = await create({ viewer: { ...bot, expires: new Date(now + 10_000) } });
  expect(brief.ticket.expires).toEqual(new Date(now + 10_000));
  const withdrawn = { code: 'FORBIDDEN', message: expect.stringContaining('has been withdrawn') };
  const rotated = await create({ viewer: { ...alice, proof: proof('gone') } });
  await expect(openWhere('closed', rotated.text)).rejects.toMatchObject(withdrawn);
  const ofNobody = await create();
  expect(await open(ofNobody.text)).toEqual(ofNobody.ticket);
  for (const mode of ['read-only', 'closed'] as const)
    await expect(openWhere(mode, ofNobody.text)).rejects.toMatchObject(withdrawn);
});

it('a ticket is good until its end, and no more at that moment', async () => {
  const { ticket, text } = await create({ seconds: 60 });
  vi.useFakeTimers({ toFake: ['Date'], now: ticket.expires.getTime() - 1 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await open(text)).toEqual(ticket);
  vi.setSystemTime(ticket.expires);
  await expect(open(text)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it('a ticket is spent once, though it is over meanwhile, and who follows it is told', async () => {
  const { ticket } = await create({ seconds: 0 });
  const other = await create();
  const refusal = { code: 'NOT_A_ZIP', message: 'This is no zip.', modPackId: null } as const;
  await database.db.update(uploadTickets).set({ refusal }).where(eq(uploadTickets.id, ticket.id));
  const news = await listenFor(ticket.id);
  await spend(ticket.id);
  await news();
  expect(await ticketOf(ticket.id)).toMatchObject({ used: expect.any(Date), modPackId, refusal: null });
  expect(await ticketOf(other.ticket.id)).toMatchObject({ used: null });
  await expect(spend(ticket.id)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'This upload link has been used already. Ask for a new one.',
  });
});

const ofTheFile: ErrorCode[] = [
  'INVALID_INPUT',
  'EMPTY_FILE',
  'NOT_A_ZIP',
  'DUPLICATE_MOD_PACK',
  'TOO_LARGE',
  'STORAGE_FULL',
];
it.each(ofTheFile)(
  'a ticket keeps that a file was refused as %s, and who follows it is told',
  async (code) => {
    const { ticket } = await create();
    const news = await listenFor(ticket.id);
    await noteRefusal(database, ticket.id, new AppError(code, 'It is not taken.', { modPackId: 7 }));
    await news();
    const refusal = { code, message: 'It is not taken.', modPackId: 7 };
    expect(await ticketOf(ticket.id)).toMatchObject({ used: null, refusal });
    await noteRefusal(database, ticket.id, new AppError(code, 'Nor now.'));
    expect(await ticketOf(ticket.id)).toMatchObject({ refusal: { modPackId: null } });
  },
);

it('a ticket keeps nothing of failures that say nothing against the file, nor once it is used', async () => {
  const { ticket } = await create();
  for (const code of ['UNAVAILABLE', 'TOO_MANY_REQUESTS', 'FORBIDDEN', 'NOT_FOUND'] as const)
    await noteRefusal(database, ticket.id, new AppError(code, 'Not now.'));
  expect(await ticketOf(ticket.id)).toMatchObject({ refusal: null });
  await spend(ticket.id);
  await noteRefusal(database, ticket.id, new AppError('TOO_LARGE', 'It is too large.'));
  expect(await ticketOf(ticket.id)).toMatchObject({ refusal: null });
});
