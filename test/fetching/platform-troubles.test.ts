import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { curseForgeKey } from '../support/download-host.ts';
import { type FakePlatforms, openFakePlatforms } from '../support/platforms.ts';

describe('an operator is told', () => {
  let platforms: FakePlatforms;
  let service: TestApp;
  const lines: string[] = [];
  const parts = new AsyncDisposableStack();

  beforeAll(async () => {
    platforms = parts.use(await openFakePlatforms());
    service = parts.use(
      await startTestApp({
        environment: { ...platforms.environment, CURSEFORGE_API_KEY: 'an-old-key' },
        overrides: {
          connect: platforms.host.connect,
          log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
        },
      }),
    );
  });
  beforeEach(() => void lines.splice(0));
  afterAll(() => parts.disposeAsync());

  const told = async () => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    const figures = [...metrics.matchAll(/^serverpacks_platform_trouble\{platform="(\w+)"\} (\d)$/gm)];
    return {
      troubled: figures.filter(([, , value]) => value === '1').map(([, platform]) => platform),
      changes: lines.filter((line) => line.includes('answers of a platform')),
    };
  };
  /** Its answer stands for a second. */
  const health = async () => {
    const answer = await fetch(`${service.url}/health/ready`);
    return `${answer.status} ${await answer.text()}`;
  };
  const ask = {
    modrinth: () => service.app.fetching?.modrinth.listed('a-pack').catch(() => null),
    curseForge: () => service.app.fetching?.curseForge?.files([1]).catch(() => null),
  };
  const path = '/modrinth/project/a-pack/version';

  it('nothing while a platform is away, or does not know what it was asked for', async () => {
    await ask.modrinth();
    platforms.host.answer(path, (_request, response) => void response.writeHead(503).end());
    await ask.modrinth();
    expect(await told()).toEqual({ troubled: [], changes: [] });
    expect(service.app.externalServices()).toMatchObject([
      { name: 'modrinth', state: 'AWAY', since: expect.any(Date), retryAt: null },
      { name: 'curseforge', state: 'NOT_ASKED', since: null },
      { name: 'curseforge_files', state: 'NOT_ASKED' },
      { name: 'ftb', state: 'NOT_ASKED' },
    ]);
    expect(await health()).toMatch(/^200 (?!.*modrinth)/);
  });

  it('once that the answers of a platform make no sense, and once that they do again', async () => {
    platforms.json(path, () => ({ other: 'than a list' }));
    await ask.modrinth();
    await ask.modrinth();
    const bad = await told();
    expect(bad).toMatchObject({ troubled: ['modrinth'] });
    await expect
      .poll(health)
      .toMatch(/^200 .*"name":"modrinth","ok":false,"message":"Modrinth: answers make no sense since 20/);
    expect(bad.changes).toHaveLength(1);
    platforms.json(path, () => []);
    await ask.modrinth();
    expect(await told()).toMatchObject({ troubled: [], changes: [expect.anything(), expect.anything()] });
    expect(service.app.externalServices()[0]).toMatchObject({ name: 'modrinth', state: 'ANSWERS' });
  });

  it('of a web page in place of an answer', async () => {
    platforms.host.answer(path, (_request, response) => void response.writeHead(200).end('<html>'));
    await ask.modrinth();
    expect((await told()).troubled).toEqual(['modrinth']);
    platforms.json(path, () => []);
    await ask.modrinth();
    expect((await told()).troubled).toEqual([]);
  });

  it('once that a key is refused, and never which', async () => {
    await ask.curseForge();
    await ask.curseForge();
    const bad = await told();
    expect(bad).toMatchObject({ troubled: ['curseforge'] });
    await expect.poll(health).toMatch(/^200 .*"CurseForge: key refused since 20/);
    expect(bad.changes).toHaveLength(1);
    expect((await health()) + lines.join('')).not.toMatch(new RegExp(`an-old-key|${curseForgeKey}`));
  });

  it('that the hosts of files refuse it, by themselves', async () => {
    const link = platforms.host.serveAsCurseForge('/a.jar', Buffer.from('a jar'));
    const wanted = { path: 'mods/a.jar', links: [link], hashes: { sha1: '0'.repeat(40) }, size: null };
    await service.app.fetching?.fetchFiles([wanted], {
      signal: new AbortController().signal,
      mostProblems: 9,
    });
    expect((await told()).troubled).toContain('curseforge_files');
  });
});
