import { describe, expect, test } from 'vitest';
import type { FakeDiscord, Reply } from '../support/discord/index.ts';
import { attachedModPack, type HeldWork, holdWork, isDone, type Scene, startScene } from './scene.ts';

/** That of the bot made small; what it really is, `commands.test.ts` shows. */
const pace = { intervalMs: 300, retryMs: 150, longestRetryMs: 4500 };

/** Discord's address for edits of a reply, by its interaction's token or as the bot's own message. */
const edits = /\/messages\/[^/]+$/;

const says = (text: string) => (reply: Reply) => description(reply).includes(text);

function description({ message }: Reply): string {
  return message.embeds[0]?.description ?? message.content;
}

/** A run that the channel sees being checked, and that goes no further before it is let. */
async function underWay() {
  await using opened = new AsyncDisposableStack();
  const held: HeldWork = holdWork();
  const scene: Scene = opened.use(await startScene({ overrides: { work: held.work }, pace }));
  const { discord } = scene;
  const ada = discord.user('Ada');
  const run = ada.runs('/upload', { file: attachedModPack('pack.zip') });
  await run.replyThat(says('Checking the modpack'));
  const rest = opened.move();
  return { discord, ada, run, held, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

/** That no two edits of a message were within the pace, by the clock of the fake Discord. */
function expectPace({ sights }: FakeDiscord): void {
  const last = new Map<string, number>();
  const gaps = sights.flatMap((sight) => {
    if (sight.kind !== 'edit') return [];
    const before = last.get(sight.message.id);
    last.set(sight.message.id, sight.at);
    return before === undefined ? [] : [sight.at - before];
  });
  expect(gaps.length).toBeGreaterThan(0);
  for (const gap of gaps) expect(gap).toBeGreaterThan(pace.intervalMs - 20);
}

describe('while a run is followed', () => {
  test('a line to Discord that breaks is resumed; the edits are finished and commands given meanwhile answered', async () => {
    await using scene = await underWay();
    const { discord, ada, run, held } = scene;
    discord.gateway.drop();
    const meanwhile = ada.runs('/status', { modpack: 1 });
    held.letCheck();
    held.letGenerate();
    await discord.gateway.next('resumed');
    expect((await meanwhile.nextReply()).message.visibleTo).toBe(ada.id);
    await run.replyThat(isDone);
    expect(discord.gateway.events.filter(({ kind }) => kind === 'identified')).toHaveLength(1);
    expectPace(discord);
  });

  test('a request to reconnect is followed by a resume, and the edits are finished', async () => {
    await using scene = await underWay();
    const { discord, ada, run, held } = scene;
    discord.gateway.askToReconnect();
    const meanwhile = ada.runs('/status', { modpack: 1 });
    await discord.gateway.next('resumed');
    await meanwhile.nextReply();
    held.letCheck();
    await run.replyThat(says('Building'));
    held.letGenerate();
    await run.replyThat(isDone);
    expectPace(discord);
  });

  test('a session that Discord forgets is begun anew, and the edits are finished', async () => {
    await using scene = await underWay();
    const { discord, ada, run, held } = scene;
    await discord.gateway.next('identified');
    discord.gateway.invalidateSessions();
    held.letCheck();
    await run.replyThat(says('Building'));
    await discord.gateway.next('identified');
    await ada.runs('/status', { modpack: 1 }).nextReply();
    held.letGenerate();
    await run.replyThat(isDone);
    expectPace(discord);
  });

  test('rate limits are waited out for as long as Discord says', async () => {
    await using scene = await underWay();
    const { discord, run, held } = scene;
    discord.disturb({ status: 429, retryAfter: 0.6 }, { path: edits });
    discord.disturb({ status: 429, retryAfter: 0.3, global: true }, { path: edits });
    held.letCheck();
    const limited = await discord.request(({ status }) => status === 429);
    held.letGenerate();
    await run.replyThat(isDone);
    const next = discord.requests[discord.requests.indexOf(limited) + 1];
    expect(next?.status).toBe(429);
    expect((next?.at ?? 0) - limited.at).toBeGreaterThan(550);
    expectPace(discord);
  });

  test('server errors and lost lines are waited out, also more of them than discord.js does', async () => {
    await using scene = await underWay();
    const { discord, run, held } = scene;
    discord.disturb({ status: 500 }, { times: 2, path: edits });
    discord.disturb({ status: 502 }, { times: 3, path: edits });
    discord.disturb({ status: 'closed' }, { path: edits });
    held.letCheck();
    held.letGenerate();
    await run.replyThat(isDone);
    const failures = discord.requests
      .map(({ status }) => status)
      .filter((status) => status === 0 || status >= 500);
    expect(failures).toEqual([500, 500, 502, 502, 502, 0]);
    expectPace(discord);
  });

  test('a message that somebody deletes is let go, and a failure is still told to the caller', async () => {
    const held = holdWork();
    const work = { ...held.work, generate: () => Promise.reject(new Error('out of order')) };
    const environment = { 'config.runRetries': '0' };
    await using scene = await startScene({ environment, overrides: { work }, pace });
    const ada = scene.discord.user('Ada');
    const run = ada.runs('/upload', { file: attachedModPack('pack.zip') });
    const { message } = await run.replyThat(says('Checking the modpack'));
    scene.discord.deletes(message);
    held.letCheck();
    const { message: told } = await run.replyThat(({ kind }) => kind === 'message');
    expect(told.visibleTo).toBe(ada.id);
    expect(told.content).toMatch(/^Modpack 1 could not be turned into a server pack/);
  });

  test('after 15 minutes a failure takes the place of what the channel saw, at the same pace', async () => {
    const held = holdWork();
    const work = { ...held.work, generate: () => Promise.reject(new Error('out of order')) };
    const environment = { 'config.runRetries': '0' };
    await using scene = await startScene({ environment, overrides: { work }, pace });
    const run = scene.discord.user('Ada').runs('/upload', { file: attachedModPack('pack.zip') });
    const { message } = await run.replyThat(says('Checking the modpack'));
    run.expireToken();
    held.letCheck();
    const failed = await run.replyThat(says('could not be turned into a server pack'));
    expect(failed).toMatchObject({ kind: 'edit', by: 'bot', message: { id: message.id, visibleTo: null } });
    expectPace(scene.discord);
  });
});
