import { REST } from 'discord.js';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLiveMessage, type EditOutcome, usualPace } from '../../bot/live-message.ts';
import { textMessage } from '../../bot/message.ts';
import { replyEditor } from '../../bot/reply-editor.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A live message whose edits are written down with their time since the start; `outcomes` are those of the first edits. */
function recorded(outcomes: (EditOutcome | Error | Promise<EditOutcome>)[] = []) {
  const start = Date.now();
  const edits: { at: number; content: string }[] = [];
  const stop = new AbortController();
  const message = createLiveMessage(
    async ({ content }) => {
      edits.push({ at: Date.now() - start, content });
      const outcome = outcomes.shift() ?? 'shown';
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    { signal: stop.signal, pace: usualPace },
  );
  return { edits, message, stop };
}

describe('a live message', () => {
  test('the first state is shown at once, later ones never within 2 seconds, and only the newest', async () => {
    const { edits, message } = recorded();
    for (const content of ['one', 'two']) message.show(textMessage(content));
    await vi.advanceTimersByTimeAsync(0);
    for (const content of ['three', 'four', 'five']) message.show(textMessage(content));
    await vi.advanceTimersByTimeAsync(1999);
    expect(edits).toEqual([{ at: 0, content: 'two' }]);
    await vi.advanceTimersByTimeAsync(1);
    message.show(textMessage('six'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(edits).toEqual([
      { at: 0, content: 'two' },
      { at: 2000, content: 'five' },
      { at: 4000, content: 'six' },
    ]);
  });

  test('what is shown already is not sent again', async () => {
    const { edits, message } = recorded();
    message.show(textMessage('one'));
    await vi.advanceTimersByTimeAsync(5000);
    message.show(textMessage('one'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(edits).toHaveLength(1);
  });

  test('an edit that fails is tried again with what is newest by then', async () => {
    const { edits, message } = recorded([new Error('502'), new Error('502')]);
    message.show(textMessage('one'));
    await vi.advanceTimersByTimeAsync(1000);
    message.show(textMessage('two'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(edits.map(({ content }) => content)).toEqual(['one', 'two', 'two']);
  });

  test('what was shown while an edit failed takes its place', async () => {
    const failing = Promise.withResolvers<EditOutcome>();
    const { edits, message } = recorded([failing.promise]);
    message.show(textMessage('one'));
    await vi.advanceTimersByTimeAsync(0);
    message.show(textMessage('two'));
    failing.reject(new Error('502'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(edits.map(({ content }) => content)).toEqual(['one', 'two']);
  });

  test('a message that is gone is left alone', async () => {
    const { edits, message } = recorded(['gone']);
    message.show(textMessage('one'));
    await vi.advanceTimersByTimeAsync(0);
    message.show(textMessage('two'));
    await vi.advanceTimersByTimeAsync(10_000);
    await message.settled();
    expect(edits).toHaveLength(1);
  });

  test('it settles when the last state has arrived', async () => {
    const { edits, message } = recorded();
    message.show(textMessage('one'));
    await vi.advanceTimersByTimeAsync(0);
    message.show(textMessage('two'));
    const settled = message.settled();
    await vi.advanceTimersByTimeAsync(2000);
    await settled;
    expect(edits.map(({ content }) => content)).toEqual(['one', 'two']);
  });

  test('a stop ends the wait', async () => {
    const { edits, message, stop } = recorded();
    message.show(textMessage('one'));
    await vi.advanceTimersByTimeAsync(0);
    message.show(textMessage('two'));
    const settled = message.settled();
    stop.abort();
    await settled;
    expect(edits).toHaveLength(1);
  });

  test.each([
    ['dropped', ({ message }: ReturnType<typeof recorded>) => message.drop()],
    ['stopped', ({ stop }: ReturnType<typeof recorded>) => stop.abort()],
  ])('it sends nothing when it is %s in the moment in which its wait is over', async (_how, end) => {
    const scene = recorded();
    scene.message.show(textMessage('one'));
    await vi.advanceTimersByTimeAsync(0);
    scene.message.show(textMessage('two'));
    // The timer has fired, but nobody has heard of it yet.
    vi.advanceTimersByTime(2000);
    end(scene);
    await scene.message.settled();
    expect(scene.edits.map(({ content }) => content)).toEqual(['one']);
  });
});

test('a private reply whose token has ended is gone, and is shown to nobody else in its stead', async () => {
  const asked: string[] = [];
  const rest = new REST({
    hashSweepInterval: 0,
    handlerSweepInterval: 0,
    async makeRequest(url, { method }) {
      asked.push(`${method} ${new URL(url).pathname}`);
      return Response.json({ code: 50_027, message: 'Invalid Webhook Token' }, { status: 401 });
    },
  }).setToken('bot');
  const place = { applicationId: '1', interactionToken: 'ended', channelId: '2', messageId: '3' };
  const edit = replyEditor(rest, { ...place, visibility: 'private' }, pino({ level: 'silent' }));
  expect(await edit(textMessage('for one alone'))).toBe('gone');
  expect(asked).toEqual(['PATCH /api/v10/webhooks/1/ended/messages/%40original']);
});
