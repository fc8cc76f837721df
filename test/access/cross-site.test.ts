/** What a page of another site can make a browser do that reaches the service. */
import { expect, it } from 'vitest';
import { ask } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { runConfiguration, uploadForm } from './callers.ts';

const mutation = `mutation { createUploadTicket(input: { runConfiguration: ${runConfiguration} }) { __typename } }`;
const body = JSON.stringify({ query: mutation });

async function send(
  { url }: TestApp,
  init: RequestInit,
  path = '/graphql',
): Promise<{ status: number; headers: Headers }> {
  const headers = { origin: 'https://elsewhere.example', ...init.headers };
  const answer = await fetch(`${url}${path}`, { ...init, headers });
  await answer.body?.cancel();
  return answer;
}

it('a mutation is refused in every form that a page may send unasked', async () => {
  await using service = await startTestApp();
  const post = (type: string) => send(service, { method: 'POST', headers: { 'content-type': type }, body });
  expect((await post('text/plain')).status).toBe(415);
  expect((await post('text/plain;application/json')).status).toBe(415);
  expect((await post('application/x-www-form-urlencoded')).status).toBe(415);
  const form = new FormData();
  form.set('operations', body);
  form.set('map', '{}');
  expect((await send(service, { method: 'POST', body: form })).status).toBe(400);
  const query = new URLSearchParams({ query: mutation });
  expect((await send(service, {}, `/graphql?${query}`)).status).toBe(405);
  expect((await ask(service.url, '{ node(id: "VXBsb2FkVGlja2V0OjE=") { id } }')).data).toEqual({
    node: null,
  });
});

it('no answer lets a page use what the browser knows of its user, and none sets a cookie', async () => {
  await using service = await startTestApp();
  const preflight = await send(service, {
    method: 'OPTIONS',
    headers: {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  const upload = await send(
    service,
    { method: 'POST', body: uploadForm('lithium') },
    '/api/v2/modpacks/upload',
  );
  const answers = [
    preflight,
    upload,
    await send(service, { headers: { accept: 'text/html' } }),
    await send(service, { headers: { accept: 'text/html' } }, '/upload/1.x'),
    await send(service, {}, '/api/v2/modpacks/all'),
    await send(service, {}, '/api/v2/modpacks/download/1'),
    await send(service, {}, '/api/v2/docs'),
    await send(service, {}, '/nothing'),
  ];
  for (const { headers } of answers) {
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
    expect(headers.has('set-cookie')).toBe(false);
  }
});
