import { createHook } from 'node:async_hooks';
import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { startTestApp } from '../support/app.ts';

/** Asks without a promise of its own, and answers once the answer is read. */
function ask(url: string, agent: Agent, told: (response: IncomingMessage) => void): void {
  get(url, { agent }, (response) => response.resume().once('close', () => told(response)));
}

/** The least promises that were begun during one of some requests: what else this process does now and then is not theirs. */
async function fewestPromises(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let begun = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROMISE') begun += 1;
    },
  });
  const counts: number[] = [];
  for (let request = 0; request < 20; request += 1) {
    const { promise, resolve } = Promise.withResolvers<number>();
    begun = 0;
    hook.enable();
    ask(url, agent, ({ statusCode }) => {
      counts.push(begun);
      hook.disable();
      resolve(statusCode ?? 0);
    });
    expect(await promise).toBe(200);
  }
  return Math.min(...counts);
}

it('a request that asks the database nothing begins few promises: hooks that wait for nothing have none', async () => {
  await using service = await startTestApp({ database: 'embedded' });
  await service.app.stopWork();
  // Fastify's own, those of who calls and of the limits, and the route's.
  expect(await fewestPromises(`${service.url}/api/v2/openapi.json`)).toBeLessThanOrEqual(9);
});
