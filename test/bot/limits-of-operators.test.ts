import { expect, test } from 'vitest';
import type { Reply, RunningInteraction, User } from '../support/discord/index.ts';
import { attachedModPack, generates, isDone, modPackBytes, startScene } from './scene.ts';

const isGone = ({ kind }: Reply) => kind === 'delete';
const busy = 'The server pack service has too much to do right now. Please try again in a few minutes.';

/** What somebody is told, alone, in place of a public answer. */
async function refusalOf(run: RunningInteraction): Promise<string> {
  await run.replyThat(isGone);
  return (await run.nextReply()).message.content;
}

test('how often the bot may ask is no word for people: the service is busy, in either language', async () => {
  await using scene = await startScene({
    voter: false,
    environment: {
      RATE_LIMIT: 'on',
      'config.rateLimits.generates.points': '1',
      RATE_LIMIT_UPLOADS_PER_HOUR: '1',
    },
  });
  const ada = scene.discord.user('Ada');
  await ada.runs('/upload', { file: attachedModPack('pack.zip') }).replyThat(isDone);
  await (await generates(ada, 1, { clientMods: 'a' })).replyThat(isDone);
  const further = async (user: User) => refusalOf(await generates(user, 1, { clientMods: 'b' }));
  expect(await further(ada)).toBe(busy);
  expect(await further(scene.discord.user('Dora', { locale: 'de' }))).toBe(
    'Der Serverpack-Dienst hat gerade zu viel zu tun. Bitte versuche es in einigen Minuten noch einmal.',
  );
  const another = { file: attachedModPack('another.zip', 'another') };
  expect(await refusalOf(ada.runs('/upload', another))).toBe(busy);
});

test('what a query may cost is no word for people', async () => {
  await using scene = await startScene({ environment: { 'config.maxQueryCost': '100' } });
  const { message } = await scene.discord.user('Ada').runs('/status', { modpack: 1 }).nextReply();
  expect(message.content).toBe(busy);
});

test.each([0, 1])(
  "that the bot's token has %d bytes left is no word for people, whether a file is attached or sent by a link",
  async (quota) => {
    const words = 'The server pack service has no room left for this\\.';
    await using scene = await startScene({ quota });
    const file = attachedModPack('pack.zip');
    const ada = scene.discord.user('Ada');
    expect(await refusalOf(ada.runs('/upload', { file }))).toBe(words);
    const run = ada.runs('/upload');
    const { message: link } = await run.replyThat(({ message }) => message.content.includes('curl'));
    const { pathname } = new URL(link.components[0]?.components[0]?.url ?? '');
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(modPackBytes('lithium'))]), 'pack.zip');
    await fetch(new URL(pathname, scene.service.url), { method: 'POST', body });
    await run.replyThat(isGone);
    expect((await run.nextReply()).message.content).toBe(
      `The file sent by your link was not accepted: ${words}`,
    );
  },
);
