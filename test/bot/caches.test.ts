import { ChannelType, Client, Sweepers } from 'discord.js';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetChannels, smallCaches } from '../../bot/discord.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('of what comes with interactions no person is kept, and channels only up to a number', async () => {
  const client = new Client({
    intents: [],
    ...smallCaches,
    rest: {
      // Discord, as far as it tells of a channel: one with somebody.
      async makeRequest(url) {
        const id = new URL(url).pathname.split('/').at(-1) ?? '';
        const somebody = {
          id: `9${id}`,
          username: 'somebody',
          discriminator: '0',
          global_name: null,
          avatar: null,
        };
        return Response.json({ id, type: ChannelType.DM, recipients: [somebody], last_message_id: null });
      },
    },
  });
  client.rest.setToken('token');
  try {
    for (const id of ['101', '102', '103']) await client.channels.fetch(id);
    forgetChannels(client, 3);
    expect(client.channels.cache.size).toBe(3);
    await client.channels.fetch('104');
    forgetChannels(client, 3);
    expect(client.channels.cache.size).toBe(0);
    expect(client.users.cache.size).toBe(0);
  } finally {
    await client.destroy();
  }
});

test('of threads, those that are over are let go in the course of time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const client = new Client({
    intents: [],
    ...smallCaches,
    rest: {
      async makeRequest(url) {
        const [what, id] = new URL(url).pathname.split('/').slice(-2);
        if (what === 'guilds') return Response.json({ id, name: 'server' });
        const thread_metadata = {
          archived: id === '102',
          archive_timestamp: new Date().toISOString(),
          auto_archive_duration: 60,
          locked: false,
        };
        return Response.json({ id, guild_id: '900', type: ChannelType.PublicThread, thread_metadata });
      },
    },
  });
  client.rest.setToken('token');
  try {
    await client.guilds.fetch('900');
    for (const id of ['101', '102']) await client.channels.fetch(id);
    expect([...client.channels.cache.keys()]).toEqual(['101', '102']);
    // Node's own timers, which discord.js takes, cannot be played; what its clock calls can be called.
    expect(client.sweepers.intervals.threads).not.toBeNull();
    vi.setSystemTime(Date.now() + smallCaches.sweepers.threads.interval * 1000);
    const isOver = Sweepers.archivedThreadSweepFilter(smallCaches.sweepers.threads.lifetime)();
    client.sweepers.sweepThreads((...thread) => isOver?.(...thread) ?? false);
    expect([...client.channels.cache.keys()]).toEqual(['101']);
  } finally {
    await client.destroy();
  }
});
