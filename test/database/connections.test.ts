import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readAddress } from '../../src/database/address.ts';
import { type Connection, openConnection } from '../../src/database/connection.ts';
import { connect, serverLimits, statementLimits, type Way, wayTo } from '../../src/database/connections.ts';
import { openSocket } from '../../src/database/server-socket.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';
import { isUnreachable } from '../../src/database/unreachable.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { openPassage } from '../support/passage.ts';

const settings = { ...defaultServerSettings, connectTimeoutMs: 60_000, idleTransactionTimeoutMs: 7_000 };

describe('limits of connections', () => {
  it('are told to the server, and watched here with half a second more', () => {
    const told = {
      parameters: { statement_timeout: 3_000, idle_in_transaction_session_timeout: 7_000 },
      answerMs: 3_500,
    };
    expect(serverLimits(3_000, settings)).toEqual(told);
    expect(statementLimits(3_000, settings)).toEqual(told);
    const throughPooler = { ...settings, directUrl: 'postgres://direct/data' };
    expect(statementLimits(3_000, throughPooler)).toEqual({ parameters: {}, answerMs: 3_500 });
    expect(serverLimits(3_000, throughPooler)).toEqual(told);
  });
});

/** A connection to a database of its own, which ends with the test. */
async function open(
  { url }: { url: string },
  {
    prepares = 'named',
    answerMs,
    connectMs = 60_000,
  }: Partial<Pick<Way, 'prepares' | 'connectMs'>> & { answerMs?: number } = {},
) {
  const limits = answerMs === undefined ? undefined : { parameters: {}, answerMs };
  const connection = await connect({ ...wayTo(url, settings, { prepares }), connectMs, limits });
  return Object.assign(connection, { [Symbol.asyncDispose]: () => connection.end() });
}

const failure = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => error,
  );

const firstOf = async (connection: Connection, text: string, values: unknown[] = []) =>
  (await connection.query(text, values)).rows[0]?.[0];

/** How often a statement with this text is prepared on the connection. */
const prepared = (connection: Connection, text: string) =>
  firstOf(connection, 'select count(*)::int from pg_prepared_statements where statement = $1', [text]);

describe.runIf(databaseKinds.includes('server'))('a connection to a server', () => {
  it('says whose it is, and reads values as they are: moments and large numbers stay texts', async () => {
    await using place = await createServerDatabase();
    await using connection = await open(place);
    await connection.query(`set timezone = 'UTC'`);
    const text = `select current_setting('application_name') as who, 7::int, 7::bigint, true, '{"a":[1]}'::jsonb, null::int,
      1.5::float8, 1.5::numeric, '\\x00ff'::bytea, '2026-01-02 03:04:05+00'::timestamptz, '2026-01-02'::date,
      array[1, null, 2], array['a,b', 'c"\\', 'NULL', null, '']::text[], '{}'::text[]`;
    const expected = [
      ['server-packs', 7, '7', true, { a: [1] }, null, 1.5, '1.5', Buffer.from([0, 255])],
      ['2026-01-02 03:04:05+00', '2026-01-02', [1, null, 2], ['a,b', 'c"\\', 'NULL', null, ''], []],
    ].flat();
    expect((await connection.query(text)).rows).toEqual([expected]);
    const answer = await connection.query(text, [], { name: 'kinds' });
    expect(answer.rows).toEqual([expected]);
    expect(answer.columns[0]).toMatchObject({ name: 'who', type: 25 });
    expect(answer.command).toBe('SELECT');
  });

  it('takes values of each kind, prepared or not', async () => {
    await using place = await createServerDatabase();
    await using connection = await open(place);
    const text = `select $1::int, $2::bigint, $3::bool, $4::jsonb, $5::bytea, $6::timestamptz = '2026-01-02Z', $7::text[],
      $8::text, $9::text`;
    const values = [
      ...[7, 9_007_199_254_740_993n, false, { a: ['é'] }, Buffer.from([1]), new Date('2026-01-02Z')],
      ...[['a,"\\', null, 'NULL'], null, undefined],
    ];
    const expected = [
      ...[7, '9007199254740993', false, { a: ['é'] }, Buffer.from([1]), true],
      ...[['a,"\\', null, 'NULL'], null, null],
    ];
    for (const name of [undefined, 'kinds', 'kinds'])
      expect((await connection.query(text, values, { name })).rows).toEqual([expected]);
    const number = 'select $1::text';
    for (const value of [() => 7, Symbol('7')])
      await expect(connection.query(number, [value])).rejects.toThrow(TypeError);
    expect(await firstOf(connection, number, ['next'])).toBe('next');
  });

  it('refuses more values than the protocol has room for, and answers what else is asked', async () => {
    await using place = await createServerDatabase();
    await using connection = await open(place);
    const many = Array.from({ length: 65_534 }, () => 1);
    const [refused, answered] = await Promise.all([
      failure(connection.query('select $1', many)),
      firstOf(connection, 'select $1::int', [7]),
    ]);
    expect([String(refused), answered]).toEqual([
      'RangeError: A statement has 65534 values, and may have 65533.',
      7,
    ]);
  });

  it('prepares what has a name, when it is first asked for', async () => {
    await using place = await createServerDatabase();
    await using connection = await open(place);
    for (const _ of [1, 2]) {
      await connection.query('select $1::int as named', [7], { name: 'named' });
      await connection.query('select $1::int as nameless', [7]);
      expect(await prepared(connection, 'select $1::int as named')).toBe(1);
      expect(await prepared(connection, 'select $1::int as nameless')).toBe(0);
    }
  });

  it('may prepare what is asked for again in place of that, no more than 200 of those', async () => {
    await using place = await createServerDatabase();
    await using connection = await open(place, { prepares: 'repeated' });
    const again = 'select $1::int as again';
    for (const times of [0, 1, 1]) {
      await connection.query(again, [7], { name: 'again' });
      expect(await prepared(connection, again)).toBe(times);
    }
    // Nothing has a plan that begins otherwise, the longest are not kept, and several at once cannot be.
    for (const text of ['show timezone', `select '${'x'.repeat(10_000)}'`, 'select 1; select 2'])
      for (const _ of [1, 2]) await connection.query(text);
    for (let number = 0; number < 250; number += 1)
      for (const _ of [1, 2]) await connection.query(`select $1::int as number_${number}`, [7]);
    expect(await firstOf(connection, 'select count(*)::int from pg_prepared_statements')).toBe(200);
    const notKept = `select count(*)::int from pg_prepared_statements where statement not like 'select $1::int as %'`;
    // The question of this test itself, which was asked again.
    expect(await firstOf(connection, notKept)).toBe(1);
  });

  it.each(['named', 'repeated', 'nothing'] as const)(
    'sends a statement with its values: of a client that stands still, the server waits for no rest. Prepared: %s',
    async (prepares) => {
      await using place = await createServerDatabase();
      await using observer = await open(place);
      const socket = await openSocket(readAddress(place.url), new AbortController().signal);
      const still = await openConnection(socket, { ...readAddress(place.url), prepares });
      const pid = await firstOf(still, 'select pg_backend_pid()');
      await still.query('begin');
      const text = 'select $1::text from pg_sleep($2)';
      const lastOf = 'select state from pg_stat_activity where pid = $1 and query = $2';
      const stateAfter = () => firstOf(observer, lastOf, [pid, text]);
      socket.pause();
      const asked = failure(still.query(text, ['a', 0.05], { name: 'asked' }));
      await expect.poll(stateAfter).toBe('idle in transaction');
      still.destroy(new Error('over'));
      expect(String(await asked)).toBe('Error: over');
    },
  );

  it('prepares nothing where it does not reach the same process each time', async () => {
    await using place = await createServerDatabase();
    await using connection = await open(place, { prepares: 'nothing' });
    for (const _ of [1, 2, 3]) await connection.query('select $1::int', [7], { name: 'one' });
    expect(await firstOf(connection, 'select count(*)::int from pg_prepared_statements')).toBe(0);
  });

  it('answers what is asked at once in its order, what fails by the words of the server, and several statements in one', async () => {
    await using place = await createServerDatabase();
    await using connection = await open(place);
    const asked = [
      connection.query('select 1 as one'),
      connection.query('select 6 / $1::int', [0]),
      connection.query('select $1::int', [3], { name: 'three' }),
      connection.query('select 4 as four; select 5; set timezone = $$UTC$$'),
      connection.query('select nonsense'),
      connection.query('select 6'),
    ];
    const answers = await Promise.allSettled(asked);
    expect(
      answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : answer.reason.message)),
    ).toEqual([[[1]], 'division by zero', [[3]], [[4], [5]], 'column "nonsense" does not exist', [[6]]]);
  });

  it('knows whether a transaction may be open', async () => {
    await using place = await createServerDatabase();
    await using connection = await open(place);
    const seen: boolean[] = [];
    const see = async (text: string) => {
      await connection.query(text).catch(() => {});
      seen.push(connection.isInside);
    };
    for (const text of [
      'select 1',
      'begin',
      'select 1 / 0',
      'rollback',
      'begin; set local work_mem = 100',
      'commit',
    ])
      await see(text);
    // One of several statements may have begun one.
    for (const text of ['set work_mem = 100; begin; select 1 / 0', 'commit']) await see(text);
    expect(seen).toEqual([false, true, true, false, true, false, true, false]);
  });

  it('fails all that waits when it is cut, and never answers again', async () => {
    await using place = await createServerDatabase();
    const connection = await open(place);
    const pid = await firstOf(connection, 'select pg_backend_pid()');
    // Named, unnamed and simple ones, of which the driver has sent some and kept others.
    const asked = [
      connection.query('select pg_sleep(600)'),
      connection.query('select pg_sleep($1)', [600]),
      connection.query('select pg_sleep($1)', [600], { name: 'sleep' }),
      ...Array.from({ length: 150 }, () => connection.query('select 1')),
    ].map(failure);
    await onConnection(place.url, (client) => client.query('select pg_terminate_backend($1)', [pid]));
    const failures = await Promise.all(asked);
    expect(failures.filter(isUnreachable)).toHaveLength(asked.length);
    expect(connection.isOver).toBe(true);
    expect(isUnreachable(await failure(connection.query('select 1')))).toBe(true);
    await connection.end();
  });

  it('that gets no answer in time ends, and all that was asked fails; one that does leaves no timer behind', async () => {
    await using place = await createServerDatabase();
    const connection = await open(place, { answerMs: 5_500 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await connection.query('select $1::int', [1]);
    expect(vi.getTimerCount()).toBe(0);
    const asked = ['select pg_sleep(600)', 'select 1'].map((text) => failure(connection.query(text)));
    vi.advanceTimersByTime(5_499);
    expect(connection.isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(connection.isOver).toBe(true);
    expect((await Promise.all(asked)).map(String)).toEqual([
      'ConnectionLostError: The database did not answer in time.',
      'ConnectionLostError: The database did not answer in time.',
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is given up on where the server does not take it in time, or refuses it', async () => {
    await using place = await createServerDatabase();
    await using passage = await openPassage(place.url);
    passage.silence();
    const late = await failure(open(passage, { connectMs: 200 }));
    expect(String(late)).toBe('ConnectionLostError: The database did not take a connection within 200 ms.');
    passage.refuse();
    expect(await failure(open(passage))).toMatchObject({ code: '53300' });
    passage.cut();
    expect(await failure(open(passage))).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('ends once all that was asked is answered', async () => {
    await using place = await createServerDatabase();
    const connection = await open(place);
    const asked = connection.query('select pg_sleep(0.05), 7');
    await connection.end();
    expect((await asked).rows[0]?.[1]).toBe(7);
    const left = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await onConnection(place.url, (client) =>
      expect.poll(async () => (await client.query(left)).rowCount).toBe(0),
    );
  });
});

it('a connection on a stream that ends before it is taken fails', async () => {
  const { Duplex } = await import('node:stream');
  const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const opening = openConnection(stream, { parameters: {}, prepares: 'named' });
  stream.destroy();
  expect(isUnreachable(await failure(opening))).toBe(true);
});
