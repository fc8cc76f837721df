import { describe, expect, test } from 'vitest';
import { readConfig } from '../../bot/config.ts';
import { createLog, type Log } from '../../bot/log.ts';
import { createRemembered } from '../../bot/remembered.ts';
import { ConfigError } from '../../client/gateway/settings.ts';

describe("the bot's settings", () => {
  test('a token is all that is needed', () => {
    expect(readConfig({ DISCORD_TOKEN: 'abc' })).toEqual({
      discordToken: 'abc',
      discordApiUrl: 'https://discord.com/api',
      guildId: null,
      gatewayUrl: new URL('http://127.0.0.1:8080/'),
      gatewayToken: null,
      patience: { gatewayMs: 10_000, proposalsMs: 2_000 },
      gatewayPublicUrl: null,
      dataDir: './bot-data',
      http: null,
      underWay: { perUser: 5, perServer: 50 },
      takeUpHours: 6,
      longRunSeconds: 120,
      logLevel: 'info',
      tracing: null,
    });
  });

  test('spans go where those of the gateway go, under a name of their own', () => {
    const config = readConfig({
      DISCORD_TOKEN: 'abc',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=packs, authorization=Basic abc=',
      OTEL_SERVICE_NAME: 'packs',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    expect(config.tracing).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      headers: { 'x-team': 'packs', authorization: 'Basic abc=' },
      serviceName: 'packs-bot',
      ratio: 0.25,
    });
    for (const faulty of [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://127.0.0.1' },
      { OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' },
      { OTEL_TRACES_SAMPLER_ARG: '2' },
    ])
      expect(() => readConfig({ DISCORD_TOKEN: 'abc', ...faulty })).toThrow(
        `  ${Object.keys(faulty)[0]} must be`,
      );
  });

  test('blank settings count as absent', () => {
    const config = readConfig({
      DISCORD_TOKEN: 'abc',
      DISCORD_GUILD_ID: ' ',
      GATEWAY_TOKEN: '',
      GATEWAY_URL: '',
    });
    expect(config).toMatchObject({
      guildId: null,
      gatewayToken: null,
      gatewayUrl: new URL('http://127.0.0.1:8080/'),
    });
  });

  test('the gateway is on this machine, at its own PORT, unless GATEWAY_URL says otherwise', () => {
    const read = (given: Record<string, string>) =>
      readConfig({ DISCORD_TOKEN: 'abc', ...given }).gatewayUrl.href;
    expect(read({ PORT: '9000' })).toBe('http://127.0.0.1:9000/');
    expect(read({ PORT: '9000', GATEWAY_URL: 'https://packs.example' })).toBe('https://packs.example/');
  });

  test('a base address keeps its path, with or without a slash at the end', () => {
    const read = (GATEWAY_URL: string) => readConfig({ DISCORD_TOKEN: 'abc', GATEWAY_URL }).gatewayUrl.href;
    expect([read('https://packs.example/app'), read('https://packs.example/app/')]).toEqual([
      'https://packs.example/app/',
      'https://packs.example/app/',
    ]);
  });

  test('no address may hold a name or a password', () => {
    for (const name of ['GATEWAY_URL', 'GATEWAY_PUBLIC_URL', 'DISCORD_API_URL']) {
      const read = () => readConfig({ DISCORD_TOKEN: 'abc', [name]: 'https://bot:hunter2@packs.example' });
      expect(read).toThrow(`${name} must hold no name or password`);
      expect(read).not.toThrow('hunter2');
    }
  });

  test('all faults come together, and none shows a value', () => {
    const faulty = {
      DISCORD_API_URL: 'discord.com',
      DISCORD_GUILD_ID: 'my server',
      GATEWAY_URL: 'ftp://packs.example',
      GATEWAY_TOKEN: 'secret one',
      GATEWAY_PUBLIC_URL: '/packs',
      LOG_LEVEL: 'loud',
      PORT: '65536',
      BOT_PORT: '0x1F',
      BOT_USER_RUNS: 'none',
      BOT_GATEWAY_MS: 'soon',
      BOT_PROPOSALS_MS: '-1',
    };
    const read = () => readConfig(faulty);
    expect(read).toThrow(ConfigError);
    for (const name of ['DISCORD_TOKEN', ...Object.keys(faulty)]) expect(read).toThrow(name);
    for (const value of Object.values(faulty)) expect(read).not.toThrow(value);
  });
});

const config = { discordToken: 'bot-secret', gatewayToken: 'gateway-secret', logLevel: 'info' } as const;

/** What is written while `tell` runs. */
function written(tell: (log: Log) => void): string {
  const lines: string[] = [];
  tell(createLog(config, (line) => lines.push(line)));
  return lines.join('');
}

test('no token reaches the log, wherever it stands', () => {
  const cause = new Error('Bearer gateway-secret');
  const text = written((log) =>
    log.error({ err: new Error('Bot bot-secret', { cause }), header: 'bot-secret' }, 'with gateway-secret'),
  );
  expect(text).toContain('Bearer [token]');
  expect(text).not.toMatch(/bot-secret|gateway-secret/);
});

test('of an error nothing is logged but what it is and where it came from', () => {
  const error = Object.assign(new Error('refused'), { url: '/webhooks/1/interaction-token', code: 50027 });
  const text = written((log) => log.warn({ err: error }, 'no edit'));
  expect(text).toContain('50027');
  expect(text).not.toContain('interaction-token');
});

test('the latest settings are remembered: no more than 2,000, and none beyond 32 Mi characters of all', () => {
  const { keep, find } = createRemembered();
  const asked = (serverProperties: string) => ({
    source: { modPack: 1 },
    runConfiguration: { serverProperties },
  });
  const [first = '', second = '', ...others] = Array.from({ length: 2001 }, (_, n) => keep(asked(`${n}`)));
  expect([find(first), find(second), others.filter((id) => find(id) === null)]).toEqual([
    null,
    asked('1'),
    [],
  ]);
  const half = asked('a'.repeat(15 * 1024 * 1024));
  const [one = '', two = '', three = ''] = [keep(half), keep(half), keep(half)];
  expect([second, one, two, three].map((id) => find(id) !== null)).toEqual([false, false, true, true]);
});
