import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startScene } from './scene.ts';

/** Takes every connection, and says nothing on it. */
async function startSilence() {
  const server = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no TCP port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.dispose]: () => void server.close(),
  };
}

test('a gateway that stands still gets the time that is set, and no more', async () => {
  using silence = await startSilence();
  await using scene = await startScene({
    botEnvironment: { GATEWAY_URL: silence.url, BOT_GATEWAY_MS: '100' },
  });
  const { message } = await scene.discord.user('Ada').runs('/status', { modpack: 1 }).nextReply();
  expect(message.content).toMatch(/^The server pack service cannot be reached right now/);
});

test('proposals and forms have a time of their own, since Discord takes none that are late', async () => {
  using silence = await startSilence();
  await using scene = await startScene({
    botEnvironment: { GATEWAY_URL: silence.url, BOT_PROPOSALS_MS: '100' },
  });
  const ada = scene.discord.user('Ada');
  expect(await ada.autocompletes('/generate', 'modpack', 'LITH')).toEqual([]);
  expect(await ada.autocompletes('/vote', 'server-pack', 'LITH')).toEqual([]);
  const { message } = await ada.runs('/generate', { modpack: 1 }).nextReply();
  expect(message.content).toMatch(/^The server pack service cannot be reached right now/);
});
