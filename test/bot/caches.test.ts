import { ChannelType, Client } from 'discord.js';
import { expect, test } from 'vitest';
import { forgetChannels, smallCaches } from '../../bot/discord.ts';

test('of what comes with interactions no person is kept, and channels only up to a number', async () => {
  const client = new Client({
    intents: [],
    makeCache: smallCaches,
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
