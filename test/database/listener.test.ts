import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { wayTo } from '../../src/database/connections.ts';
import { type Listener, openListener } from '../../src/database/listener.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { openPassage, type Passage } from '../support/passage.ts';

interface Scene extends AsyncDisposable {
  /** The server's own address. */
  url: string;
  passage: Passage;
  listener: Listener;
  /** How often others were watched for their silence, and how often they were ended for it. */
  silence: { watched: number; ended: number };
  /** What the log was told. */
  log: string[];
}

/** A listener behind a passage, on a database of its own. */
async function openScene(limits: { pingMs: number; silenceMs: number }): Promise<Scene> {
  await using parts = new AsyncDisposableStack();
  const { url } = parts.use(await createServerDatabase());
  const passage = parts.use(await openPassage(url));
  const silence = { watched: 0, ended: 0 };
  const log: string[] = [];
  const listener = parts.use(
    await openListener({
      way: wayTo(passage.url, defaultServerSettings, { prepares: 'named' }),
      ...limits,
      watchSilence() {
        silence.watched += 1;
        return () => {
          silence.ended += 1;
        };
      },
      log: pino({ base: null }, { write: (line) => log.push(JSON.parse(line).msg) }),
    }),
  );
  const kept = parts.move();
  return { url, passage, listener, silence, log, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Somebody who listens, with what they have heard. */
async function listen({ listener }: Scene, channel: string) {
  const heard: string[] = [];
  const missed = { times: 0 };
  const close = await listener.listen(
    channel,
    (payload) => heard.push(payload),
    () => {
      missed.times += 1;
    },
  );
  return { heard, missed, close };
}

const tell = ({ url }: Scene, channel: string, payload: string) =>
  onConnection(url, (client) => client.query('select pg_notify($1, $2)', [channel, payload]));

const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

async function connectionsOf({ url }: Scene): Promise<number | undefined> {
  return onConnection(url, async (client) => {
    const { rows } = await client.query<{ open: number }>(`select count(*)::int as open ${others}`);
    return rows[0]?.open;
  });
}

const terminate = ({ url }: Scene) =>
  onConnection(url, (client) => client.query(`select pg_terminate_backend(pid) ${others}`));

const calm = { pingMs: 300_000, silenceMs: 300_000 };

describe.runIf(databaseKinds.includes('server'))('the connection that listens', () => {
  it('tells all who listen to a channel, and nobody else', async () => {
    await using scene = await openScene(calm);
    const [first, second, elsewhere] = await Promise.all([
      listen(scene, 'news'),
      listen(scene, 'news'),
      listen(scene, 'other "news"'),
    ]);
    await tell(scene, 'news', 'one');
    await tell(scene, 'other "news"', 'two');
    await expect.poll(() => elsewhere.heard).toEqual(['two']);
    expect([first.heard, second.heard]).toEqual([['one'], ['one']]);
    await first.close();
    await onConnection(scene.url, (client) => client.query('notify news'));
    await expect.poll(() => second.heard).toEqual(['one', '']);
    expect(first.heard).toEqual(['one']);
    expect(scene.log).toEqual([]);
  });

  it('keeps whoever comes second waiting until the channel is heard', async () => {
    await using scene = await openScene(calm);
    scene.passage.swallowFrom('listen "news"');
    const first = listen(scene, 'news');
    let isHeard = false;
    const second = listen(scene, 'news').then((listening) => {
      isHeard = true;
      return listening;
    });
    expect(await connectionsOf(scene)).toBe(1);
    expect(isHeard).toBe(false);
    scene.passage.swallowFrom(null);
    await terminate(scene);
    const listening = await Promise.all([first, second]);
    for (const { missed } of listening) await expect.poll(() => missed.times).toBe(1);
    await tell(scene, 'news', 'after');
    for (const { heard } of listening) await expect.poll(() => heard).toEqual(['after']);
  });

  it('is made anew at once when it ends, and tells of the gap', async () => {
    await using scene = await openScene(calm);
    const gone = await listen(scene, 'news');
    const { heard, missed } = await listen(scene, 'news');
    const other = await listen(scene, 'other');
    await gone.close();
    await terminate(scene);
    await expect.poll(() => other.missed.times).toBe(1);
    expect([missed.times, gone.missed.times]).toEqual([1, 0]);
    await tell(scene, 'news', 'after');
    await expect.poll(() => heard).toEqual(['after']);
    expect(scene.log).toEqual([
      'the connection for notifications is lost; making another',
      'notifications are heard again',
    ]);
    // Of an end that was told, the others hear by themselves.
    expect(scene.silence.ended).toBe(0);
  });

  it('is looked at again and again, and ends the others that are as silent', async () => {
    await using scene = await openScene({ pingMs: 50, silenceMs: 2_000 });
    const { missed } = await listen(scene, 'news');
    await expect.poll(() => scene.silence.watched).toBeGreaterThan(3);
    expect(scene.silence.ended).toBe(0);
    scene.passage.silence();
    // The next is not silent.
    scene.passage.speak();
    await expect.poll(() => scene.silence.ended).toBe(1);
    await expect.poll(() => missed.times).toBe(1);
    // The silent one is gone.
    await expect.poll(() => connectionsOf(scene)).toBe(1);
  });

  it('leaves none behind that was made and did not answer', async () => {
    await using scene = await openScene({ pingMs: 300_000, silenceMs: 1_000 });
    const { heard, missed } = await listen(scene, 'news');
    scene.passage.swallowFrom('listen "news"');
    await terminate(scene);
    // It connects, and waits for an answer in vain.
    await expect.poll(() => connectionsOf(scene)).toBe(1);
    await expect.poll(() => connectionsOf(scene)).toBe(0);
    scene.passage.swallowFrom(null);
    await expect.poll(() => missed.times).toBe(1);
    expect(await connectionsOf(scene)).toBe(1);
    await tell(scene, 'news', 'after');
    await expect.poll(() => heard).toEqual(['after']);
  });

  it('is tried until there is a server again, and ended while it is tried', async () => {
    await using scene = await openScene(calm);
    const { missed } = await listen(scene, 'news');
    scene.passage.cut();
    await expect.poll(() => scene.log).toEqual(['the connection for notifications is lost; making another']);
    await scene.passage.open();
    await expect.poll(() => missed.times).toBe(1);
    scene.passage.cut();
    await expect.poll(() => scene.log.length).toBe(3);
    await scene.listener[Symbol.asyncDispose]();
    expect(missed.times).toBe(1);
    await scene.passage.open();
    expect(await connectionsOf(scene)).toBe(0);
  });

  it('ends without a word', async () => {
    await using scene = await openScene(calm);
    await listen(scene, 'news');
    await scene.listener[Symbol.asyncDispose]();
    await expect.poll(() => connectionsOf(scene)).toBe(0);
    expect(scene.log).toEqual([]);
  });

  it('ends without the answer that it waits for', async () => {
    await using scene = await openScene({ pingMs: 50, silenceMs: 300_000 });
    scene.passage.swallowFrom('select 1');
    const { watched } = scene.silence;
    // Whatever it asks from here on is swallowed.
    await expect.poll(() => scene.silence.watched).toBeGreaterThan(watched);
    await scene.listener[Symbol.asyncDispose]();
    await expect.poll(() => connectionsOf(scene)).toBe(0);
    expect(scene.log).toEqual([]);
  });

  it('cannot be opened where no server is', async () => {
    await using scene = await openScene(calm);
    scene.passage.cut();
    const needs = { ...calm, watchSilence: () => () => {}, log: undefined };
    await expect(
      openListener({ ...needs, way: wayTo(scene.passage.url, defaultServerSettings, { prepares: 'named' }) }),
    ).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
