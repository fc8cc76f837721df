import http from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp } from '../support/app.ts';

const problem = z.object({ detail: z.string() });

async function send(url: string, method: string) {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  http.request(url, { method }, resolve).on('error', reject).end();
  const answer = await promise;
  const { detail } = problem.parse(JSON.parse(await text(answer)));
  return { status: answer.statusCode, allow: answer.headers.allow, detail };
}

describe('a path that is answered for some methods alone', () => {
  it.each([
    ['/graphql', 'GET, POST'],
    ['/graphql?query=%7B__typename%7D', 'GET, POST'],
    ['/uploads', 'POST'],
    ['/uploads/', 'POST'],
    ['/uploads/1', 'HEAD, PATCH, DELETE'],
    ['/api/v2/modpacks/upload', 'POST'],
    ['/api/v2/modpacks/1', 'GET, HEAD'],
    ['/api/v2/docs', 'GET, HEAD'],
  ])('%s: any other method there is is told so', async (path, allow) => {
    await using service = await startTestApp();
    const named = allow.split(', ');
    // Those without a body in their answer are asked of each face elsewhere, and CONNECT is no request for a path.
    const others = http.METHODS.filter(
      (method) => !['HEAD', 'OPTIONS', 'CONNECT', ...named].includes(method),
    );
    expect(others.length).toBeGreaterThan(25);
    for (const method of others) {
      const detail = `${method} is not answered here; ${named.join(' and ')} ${named.length === 1 ? 'is' : 'are'}.`;
      expect(await send(service.url + path, method)).toEqual({ status: 405, allow, detail });
    }
  });

  it('is none where nothing is', async () => {
    await using service = await startTestApp();
    for (const path of ['/api/v2/modpack/1', '/graphql/1', '/uploads/1/2'])
      expect(await send(service.url + path, 'PROPFIND')).toMatchObject({ status: 404, allow: undefined });
  });
});
