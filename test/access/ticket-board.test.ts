import { setImmediate } from 'node:timers/promises';
import { lt } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import { uploadTickets } from '../../drizzle/schema.ts';
import type { Owner } from '../../src/access/caller.ts';
import { openTicketBoard } from '../../src/access/ticket-board.ts';
import { noteRefusal, ticketChannel } from '../../src/access/upload-tickets.ts';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import { AppError } from '../../src/errors.ts';
import { Subscriber } from '../../src/live/subscriber.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { tokenIn } from './callers.ts';

const hour = 3_600_000;
const database = await openScratchDatabase(databaseKind);
const board = await openTicketBoard(database);
for (const name of ['mine', 'other']) await tokenIn(database, name);
afterAll(async () => {
  await board[Symbol.asyncDispose]();
  await database.close();
});

const nobody: Owner = { tokenId: null, subject: null };
const ofToken = (tokenId: number): Owner => ({ tokenId, subject: null });

/** A ticket that somebody has made; answers its id. */
async function makeTicket(
  tokenId: number | null,
  expires = new Date(Date.now() + hour),
  subject: string | null = null,
): Promise<number> {
  const run = { gameVersion: null, modloader: null, modloaderVersion: null, startArgs: [], clientMods: [] };
  const [ticket] = await database.db
    .insert(uploadTickets)
    .values({ runConfiguration: { ...runDefaults, ...run, whitelistedMods: [] }, tokenId, subject, expires })
    .returning();
  return ticket?.id ?? 0;
}

/** Tells that there is news of a ticket. */
const tell = (id: number) => database.notify(ticketChannel, String(id));

it('tells who follows one ticket at once, and when there is news of that one', async () => {
  const [id, other] = [await makeTicket(1), await makeTicket(1)];
  const news = board.follow(id);
  const later = board.follow(other);
  expect(await news.next()).toEqual({ done: false, value: id });
  expect(await later.next()).toEqual({ done: false, value: other });
  const next = news.next();
  const heard = vi.fn<() => void>();
  void next.then(heard);
  const told = later.next();
  await tell(other);
  expect(await told).toEqual({ done: false, value: other });
  await setImmediate();
  expect(heard).not.toHaveBeenCalled();
  await tell(id);
  expect(await next).toEqual({ done: false, value: id });
  await news.return?.();
  expect(await news.next()).toEqual({ done: true, value: undefined });
  await later.return?.();
});

it('tells a maker of all its tickets that are good, then of those that there is news of, as they are then', async () => {
  await database.db.delete(uploadTickets);
  const first = await makeTicket(1);
  await makeTicket(2);
  await makeTicket(null);
  await makeTicket(1, new Date(Date.now() - 1));
  const second = await makeTicket(1);
  const news = board.followAllOf(ofToken(1));
  const next = async () => (await news.next()).value;
  expect([(await next())?.id, (await next())?.id]).toEqual([first, second]);
  const told = next();
  await noteRefusal(database, first, new AppError('NOT_A_ZIP', 'This is no zip.'));
  expect(await told).toMatchObject({ id: first, refusal: { code: 'NOT_A_ZIP', modPackId: null } });
  for (let time = 0; time < 2; time++)
    expect(await news.return?.()).toEqual({ done: true, value: undefined });
  expect(await news.next()).toEqual({ done: true, value: undefined });
});

it('tells nobody of the tickets of others', async () => {
  await database.db.delete(uploadTickets);
  const later = new Date(Date.now() + hour);
  const made = [
    await makeTicket(null),
    await makeTicket(1),
    await makeTicket(null, later, 'alice'),
    await makeTicket(null, later, 'bob'),
  ];
  const subjects = ['alice', 'bob'].map((subject) => ({ tokenId: null, subject }));
  const news = [nobody, ofToken(1), ...subjects].map((owner) => board.followAllOf(owner));
  const ids = async () => Promise.all(news.map(async (one) => (await one.next()).value?.id));
  expect(await ids()).toEqual(made);
  const next = ids();
  for (const id of made.toReversed()) await tell(id);
  expect(await next).toEqual(made);
  for (const one of news) await one.return?.();
});

it('tells of more tickets than are read at a time, each once, in the order in which they were made', async () => {
  await database.db.delete(uploadTickets);
  const ids: number[] = [];
  for (let count = 0; count < 101; count++) ids.push(await makeTicket(2));
  // A row that changes is moved behind the others.
  await database.db
    .update(uploadTickets)
    .set({ expires: new Date(Date.now() + 2 * hour) })
    .where(lt(uploadTickets.id, ids[50] ?? 0));
  const seen: number[] = [];
  const select = vi.spyOn(database.db, 'select');
  for await (const { id } of board.followAllOf(ofToken(2))) if (seen.push(id) === ids.length) break;
  // Which there are, and twice some of them.
  expect(select).toHaveBeenCalledTimes(3);
  expect(seen).toEqual(ids);
});

it('tells everything again when news may have been missed', async () => {
  await database.db.delete(uploadTickets);
  const id = await makeTicket(1);
  const listen = vi.spyOn(database, 'listen');
  await using other = await openTicketBoard(database);
  const missed = listen.mock.calls[0]?.[2];
  const [one, all] = [other.follow(id), other.followAllOf(ofToken(1))];
  const next = async () => {
    const [ofOne, ofAll] = await Promise.all([one.next(), all.next()]);
    return [ofOne.value, ofAll.value?.id];
  };
  expect(await next()).toEqual([id, id]);
  const again = next();
  missed?.();
  expect(await again).toEqual([id, id]);
});

it('tells nobody any more who follows no more', async () => {
  const id = await makeTicket(1);
  const gone = board.follow(id);
  await gone.return?.();
  const put = vi.spyOn(Subscriber.prototype, 'put');
  const there = board.follow(id);
  await there.next();
  const next = there.next();
  put.mockClear();
  await tell(id);
  await next;
  expect(put).toHaveBeenCalledOnce();
  await there.return?.();
});

it('ends with what fails, and keeps no news for whoever was told so', async () => {
  await database.db.delete(uploadTickets);
  const id = await makeTicket(1);
  const [failing, other] = [board.followAllOf(ofToken(1)), board.followAllOf(ofToken(1))];
  const select = vi.spyOn(database.db, 'select').mockImplementationOnce(() => {
    throw new Error('away');
  });
  await expect(failing.next()).rejects.toThrow('away');
  expect((await other.next()).value?.id).toBe(id);
  const next = other.next();
  await tell(id);
  await next;
  select.mockClear();
  expect(await failing.next()).toEqual({ done: true, value: undefined });
  expect(select).not.toHaveBeenCalled();
  await other.return?.();
});

it('ends what waits when it is closed', async () => {
  const closing = await openTicketBoard(database);
  await database.db.delete(uploadTickets);
  const id = await makeTicket(1);
  const [followed, ofMaker] = [closing.follow(id), closing.followAllOf(ofToken(1))];
  await followed.next();
  await ofMaker.next();
  const select = vi.spyOn(database.db, 'select');
  const waiting = [followed.next(), ofMaker.next(), closing.followAllOf(ofToken(2)).next()];
  // Who has been told all asks for nothing while there is no news.
  expect(select).toHaveBeenCalledOnce();
  await setImmediate();
  await closing[Symbol.asyncDispose]();
  expect(await Promise.all(waiting)).toEqual([1, 2, 3].map(() => ({ done: true, value: undefined })));
  expect(select).toHaveBeenCalledOnce();
});
