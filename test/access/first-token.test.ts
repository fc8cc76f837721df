import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { openFirstToken } from '../../src/access/first-token.ts';
import { createToken, listTokens, revokeToken, verifyToken } from '../../src/access/tokens.ts';
import { startTestApp } from '../support/app.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const operator = { role: 'operator', voter: false, quota: null, expires: null } as const;
const refused = { code: 'FORBIDDEN' };

describe("the first operator's token", async () => {
  const database = await openScratchDatabase(databaseKind);
  afterAll(() => database.close());
  const offer = (how = {}) => openFirstToken(database, { isOffered: true, ...how });

  it('is made once, however many ask at the same time, and on however many nodes', async () => {
    const [one, other] = [await offer(), await offer()];
    const asked = [one, one, other].map((first, index) => first.make(first.secret ?? '', `me${index}`));
    const ends = await Promise.allSettled(asked);
    const made = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    expect(made).toHaveLength(1);
    expect(await verifyToken(database, made[0] ?? '')).toMatchObject({ role: 'operator' });
    for (const first of [one, other])
      await expect(first.make(first.secret ?? '', 'again')).rejects.toMatchObject(refused);
    const [token] = await listTokens(database);
    await revokeToken(database, token?.name ?? '');
    // Spent for good by who has used it.
    await expect(one.make(one.secret ?? '', 'again')).rejects.toMatchObject(refused);
    expect(await listTokens(database)).toEqual([]);
  });

  it('is for nobody once an operator has a token, or the time is over, or where no terminal shows the link', async () => {
    const late = await offer({ lifetimeMs: 0 });
    await expect(late.make(late.secret ?? '', 'me')).rejects.toMatchObject(refused);
    const silent = await offer({ isOffered: false });
    expect(silent.secret).toBeNull();
    await expect(silent.make('', 'me')).rejects.toMatchObject(refused);
    const open = await offer();
    await createToken(database, { ...operator, name: 'boss' });
    await expect(open.make(open.secret ?? '', 'me')).rejects.toMatchObject(refused);
    expect((await offer()).secret).toBeNull();
    await revokeToken(database, 'boss');
    // Its link may lie in the log of a container.
    await expect(open.make(open.secret ?? '', 'me')).rejects.toMatchObject(refused);
    expect(await listTokens(database)).toEqual([]);
  });
});

describe('strangers who want it', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const service = await startTestApp({
    environment: { ACCESS: 'closed', RATE_LIMIT: 'on', RATE_LIMIT_READS_PER_MINUTE: '1000' },
    overrides: { offersFirstToken: true, log },
  });
  afterAll(() => service[Symbol.asyncDispose]());
  const post = (body: string, headers = {}) =>
    fetch(`${service.url}/first-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const secret = () => service.app.access.firstToken.secret ?? '';

  it('are refused with any guess, may guess a few times a minute, and read nothing from another site', async () => {
    const guesses = ['', secret().slice(1), `${secret()}x`, 'A'.repeat(43)];
    const statuses = new Set<number>();
    for (const guess of guesses)
      statuses.add((await post(JSON.stringify({ secret: guess, name: 'me' }))).status);
    expect([...statuses]).toEqual([403]);
    for (const wrong of ['', 'null', '[]', '{"secret":1,"name":"me"}', '['.repeat(10_000)])
      expect((await post(wrong)).status, wrong.slice(0, 30)).toBe(400);
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    const foreign = await post(JSON.stringify({ secret: 'x', name: 'me' }), {
      origin: 'https://evil.example',
    });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    const status = async () => (await post(JSON.stringify({ secret: 'x', name: 'me' }))).status;
    for (let guess = 0; guess < 10; guess += 1) statuses.add(await status());
    expect([...statuses]).toEqual([403, 429]);
    expect(await listTokens(service.app.database)).toEqual([]);
  });

  it('find the secret in no answer and no line of the log; who knows it gets a token', async () => {
    for (const path of ['/', '/setup', '/web-config.json', '/health/ready', '/first-token'])
      expect(await (await fetch(`${service.url}${path}`)).text(), path).not.toContain(secret());
    expect(lines.join('')).not.toContain(secret());
    const token = await service.app.access.firstToken.make(secret(), 'me');
    const viewer = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{"query":"{ viewer { role } }"}',
    });
    expect(await viewer.text()).toContain('OPERATOR');
  });
});
