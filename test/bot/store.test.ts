import { appendFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openStore } from '../../bot/store.ts';
import { en } from '../../texts/bot.ts';
import { scratchFolder } from './scene.ts';

const log = pino({ level: 'silent' });
const server = '111111111111111111';
const other = '222222222222222222';
const settings = { channelId: '333333333333333333', roleId: null, ownPacksOnly: true };
const place = { userId: '4', guildId: server, channelId: '5', messageId: '6' };
const pack = { guildId: server, databaseId: 1, id: 'x', name: 'pack.zip' };

test('settings, packs and what is followed are there again for the next process', async () => {
  await using opened = new AsyncDisposableStack();
  const folder = join(await scratchFolder(opened), 'new');
  const first = await openStore(folder, log);
  await first.set(server, settings);
  first.addPack(pack);
  first.addPack({ ...pack, databaseId: 2 });
  const leave = first.follows({ place, lasting: true, words: en }, { modPack: 1, runConfiguration: 1 });
  first.follows(
    { place: { ...place, messageId: '7' }, lasting: true, words: en },
    { ticket: 't', expires: '2026-03-01T12:00:00.000Z' },
  );
  leave();
  // Nobody could go on with it.
  first.follows({ place, lasting: false, words: en }, { modPack: 2, runConfiguration: 2 });
  const channel = { guildId: server, channelId: '5', line: 'modrinth-A', language: 'de' };
  await first.followLine(channel, true);
  await first.followLine({ ...channel, line: 'gone' }, true);
  await first.unfollowLine('5', 'gone');
  first.told('e');
  const sent = { id: 'x', createdAt: '2026-03-01T12:00:00.000Z', ownerSecret: null };
  for (const databaseId of [1, 2, 3]) first.noteSender({ ...sent, userId: '4', databaseId });
  first.noteSender({ ...sent, userId: '5', databaseId: 2 });
  first.noteSender({ gone: 3 });
  first.noteSender({ userId: '4', ticket: 't' });
  await first.written();

  const second = await openStore(folder, log);
  expect(second.settingsOf(server)).toEqual(settings);
  expect([second.linesIn('5'), second.channelsOf('modrinth-A'), second.toldUpTo]).toEqual([
    ['modrinth-A'],
    [channel],
    'e',
  ]);
  expect(second.senders.packsOf('4').map(({ databaseId }) => databaseId)).toEqual([1]);
  expect([second.senders.packOf('4', 2), second.senders.packOf('5', 2)?.id]).toEqual([null, 'x']);
  expect([second.senders.askedFor('t'), second.senders.askedFor('u')]).toEqual(['4', null]);
  const isAskedFor = () => second.isAskedFor('5', 'modrinth-A');
  expect([isAskedFor(), second.isAskedFor('5', 'gone')]).toEqual([true, false]);
  await second.followLine({ ...channel, channelId: '6' }, false);
  expect(isAskedFor()).toBe(false);
  await second.unfollowLine('6', 'modrinth-A');
  expect(isAskedFor()).toBe(true);
  expect(second.packsOf(server).map(({ databaseId }) => databaseId)).toEqual([2, 1]);
  expect([second.maySee(server, 1), second.maySee(other, 1), second.maySee(null, 1)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([second.maySee(server, 9), second.maySee(other, 9)]).toEqual([false, true]);
  expect(second.leftOver).toMatchObject([{ messageId: '7', about: { ticket: 't' }, language: 'en' }]);
});

test('a line that the end of a process cut off is passed over, and the next ones are not lost with it', async () => {
  await using opened = new AsyncDisposableStack();
  const folder = await scratchFolder(opened);
  const first = await openStore(folder, log);
  first.addPack(pack);
  await first.written();
  await appendFile(join(folder, 'packs.jsonl'), '\n{"guildId":"1111');
  const second = await openStore(folder, log);
  second.addPack({ ...pack, databaseId: 2 });
  await second.written();
  const third = await openStore(folder, log);
  expect(third.packsOf(server).map(({ databaseId }) => databaseId)).toEqual([2, 1]);
});

test('where nothing can be written it says so at once, and holds until the end', async () => {
  await using opened = new AsyncDisposableStack();
  const folder = await scratchFolder(opened);
  await writeFile(join(folder, 'taken'), '');
  const lines: string[] = [];
  const told = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const store = await openStore(join(folder, 'taken', 'below'), told).catch((error: unknown) => error);
  expect(store).toMatchObject({ message: expect.stringContaining('cannot be read') });
  await symlink(join(folder, 'nowhere', 'below'), join(folder, 'lost'));
  const lost = await openStore(join(folder, 'lost'), told);
  expect(lines.join('')).toContain('BOT_DATA_DIR cannot be written');
  await expect(lost.set(server, settings)).rejects.toThrow();
  expect(lost.settingsOf(server)).toEqual(settings);
});
