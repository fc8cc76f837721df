import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '../../bot/log.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** What is written to stdout while `write` runs. */
function written(write: () => void): string {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  write();
  return lines.join('');
}

const config = { discordToken: 'bot-secret', gatewayToken: 'gateway-secret', logLevel: 'info' } as const;

test('no token reaches the log, wherever it stands', () => {
  const log = createLog(config);
  const cause = new Error('Bearer gateway-secret');
  const text = written(() =>
    log.error({ err: new Error('Bot bot-secret', { cause }), header: 'bot-secret' }, 'with gateway-secret'),
  );
  expect(text).toContain('Bearer [token]');
  expect(text).not.toMatch(/bot-secret|gateway-secret/);
});

test('of an error nothing is logged but what it is and where it came from', () => {
  const error = Object.assign(new Error('refused'), { url: '/webhooks/1/interaction-token', code: 50027 });
  const text = written(() => createLog(config).warn({ err: error }, 'no edit'));
  expect(text).toContain('50027');
  expect(text).not.toContain('interaction-token');
});
