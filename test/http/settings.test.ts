import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, globalId } from '../graphql/client.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { field, formType, wireForm } from './form-server.ts';

const environment = { MAX_PAGE_SIZE: '5' };
const values = {
  maxFormParts: 7,
  maxFormFieldBytes: 1_024,
  maxPartHeaders: 3,
  maxPartHeaderBytes: 1_025,
  fileWishLimits: { patterns: 2, patternLength: 9, iconBytes: 1_026, propertiesBytes: 1_027 },
  maxJsonDepth: 8,
};

const [lines, content] = field('a', '1');
const run = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };
const deep = `${'['.repeat(9)}${']'.repeat(9)}`;

describe('a service whose limits are set', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ environment, values });
    await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 1 });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it.each([
    [
      'maxFormParts',
      wireForm(...Array.from({ length: 8 }, (_, n) => field(`p${n}`, ''))),
      'more than the 7 parts',
    ],
    ['maxFormFieldBytes', wireForm(field('a', 'x'.repeat(1025))), '1024 bytes'],
    ['maxPartHeaders', wireForm([[...lines, 'X-1: 1', 'X-2: 1', 'X-3: 1'], content]), '3 header lines'],
    ['maxPartHeaderBytes', wireForm([[...lines, `X-1: ${'x'.repeat(1025)}`], content]), '1025 bytes'],
  ])('refuses a form beyond %s in words', async (_setting, body, words) => {
    const answer = await fetch(`${service.url}/api/v2/modpacks/generate`, {
      method: 'POST',
      headers: { 'content-type': formType },
      body: new Uint8Array(body),
    });
    expect(await answer.text()).toContain(words);
  });

  it.each([
    ['patterns', { includeFiles: ['a', 'b'], excludeFiles: ['c'] }, 'at most 2'],
    ['patternLength', { includeFiles: ['a'.repeat(10)] }, 'at most 9'],
    ['iconBytes', { serverIcon: Buffer.alloc(1030).toString('base64') }, 'more than 1026 bytes'],
    ['propertiesBytes', { serverProperties: `motd=${'x'.repeat(1027)}` }, 'more than 1027 bytes'],
  ])('refuses a run configuration beyond %s in words', async (_setting, wish, words) => {
    const generate = `mutation ($modPack: ID!, $run: RunConfigurationInput!) {
      generateServerPack(input: { modPack: $modPack, runConfiguration: $run }) { ... on Error { message } } }`;
    const variables = { modPack: globalId('ModPack', 1), run: { ...run, ...wish } };
    const { data } = await ask(service.url, generate, variables);
    expect(data?.generateServerPack).toEqual({ message: expect.stringContaining(words) });
  });

  it.each([
    ['a request', (url: string) => askRaw(url, `{"query":"{ modloaders }","variables":{"a":${deep}}}`)],
    ['a message on a WebSocket', (url: string) => sayOnSocket(url, `{"type":"ping","payload":${deep}}`)],
  ])('refuses %s beyond maxJsonDepth in words', async (_what, send) => {
    expect(await send(service.url)).toContain('nests deeper than 8 levels');
  });

  it('answers no more of a list at a time than MAX_PAGE_SIZE', async () => {
    const { errors } = await ask(service.url, '{ modPacks(first: 6) { nodes { id } } }');
    expect(errors?.[0]?.message).toContain('5');
    expect((await ask(service.url, '{ modPacks(first: 5) { nodes { id } } }')).errors).toBeUndefined();
  });
});

async function askRaw(url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).text();
}

/** Why a socket is closed that says this. */
async function sayOnSocket(url: string, message: string): Promise<string> {
  const socket = new WebSocket(url.replace('http', 'ws').concat('/graphql'), 'graphql-transport-ws');
  const closed = new Promise<string>((resolve) => {
    socket.addEventListener('close', ({ reason }) => resolve(reason), { once: true });
  });
  socket.addEventListener('open', () => socket.send(message), { once: true });
  return closed;
}
