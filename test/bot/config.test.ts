import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../bot/config.ts';

describe("the bot's settings", () => {
  test('a token is all that is needed', () => {
    expect(readConfig({ DISCORD_TOKEN: 'abc' })).toEqual({
      discordToken: 'abc',
      discordApiUrl: 'https://discord.com/api',
      guildId: null,
      gatewayUrl: new URL('http://127.0.0.1:8080/'),
      gatewayToken: null,
      gatewayPublicUrl: null,
      logLevel: 'info',
    });
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

  test('a base address keeps its path, with or without a slash at the end', () => {
    const read = (GATEWAY_URL: string) => readConfig({ DISCORD_TOKEN: 'abc', GATEWAY_URL }).gatewayUrl.href;
    expect([read('https://packs.example/app'), read('https://packs.example/app/')]).toEqual([
      'https://packs.example/app/',
      'https://packs.example/app/',
    ]);
  });

  test('all faults come together, and none shows a value', () => {
    const faulty = {
      DISCORD_API_URL: 'discord.com',
      DISCORD_GUILD_ID: 'my server',
      GATEWAY_URL: 'ftp://packs.example',
      GATEWAY_TOKEN: 'secret one',
      GATEWAY_PUBLIC_URL: '/packs',
      LOG_LEVEL: 'loud',
    };
    const read = () => readConfig(faulty);
    expect(read).toThrow(ConfigError);
    for (const name of ['DISCORD_TOKEN', ...Object.keys(faulty)]) expect(read).toThrow(name);
    for (const value of Object.values(faulty)) expect(read).not.toThrow(value);
  });
});
