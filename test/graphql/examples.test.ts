import { createHash } from 'node:crypto';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { newSecret } from '../../src/webhooks/sign.ts';
import { tokenIn } from '../access/callers.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack } from '../support/client.ts';
import { examplesOf, runExample } from '../support/examples.ts';

const service = await startTestApp();
afterAll(() => service[Symbol.asyncDispose]());

/** Runs a module by itself, in the folder of the project. */
const runModule = (text: string, until?: RegExp) =>
  runExample([process.execPath, '--input-type=module-typescript', '-'], text, {
    directory: process.cwd(),
    ...(until && { until }),
  });

it('the example with urql in client/README.md uploads a modpack and watches it to its end', async () => {
  const [example = ''] = await examplesOf('client/README.md', 'ts');
  expect(example).toContain("from '@urql/core'");
  const given = `
    const file = new File([Buffer.from('${smallPack().toString('base64')}', 'base64')], 'pack.zip');
    const show = (status: string) => console.log(status);\n`;
  const printed = await runModule(
    given + example.replaceAll('127.0.0.1:8080', new URL(service.url).host),
    /^GENERATED$/m,
  );
  expect(new Set(printed.trim().split('\n'))).toContain('GENERATED');
});

it('the examples of an upload that can be resumed and of a receiver of webhooks do what their pages say', async () => {
  const [resumable = ''] = await examplesOf('docs/graphql-more.md', 'js');
  const [receiver = ''] = await examplesOf('docs/webhooks.md', 'js');
  const token = await tokenIn(service.app.database, 'example');
  const [secret, body, at] = [newSecret(), '{"type":"webhook.test"}', new Date()];
  const headers = {
    'webhook-id': 'test_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('test_1', at, body),
  };
  const given = `
    import * as tus from 'tus-js-client';
    const [token, secret, body] = ${JSON.stringify([token, secret, body])};
    const headers = ${JSON.stringify(headers)};
    const runConfiguration = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };
    const file = Object.assign(Buffer.from('${smallPack('resumed').toString('base64')}', 'base64'), { name: 'pack.zip' });
    const uploadModPack = (input) => console.log('uploaded', JSON.stringify(input));\n`;
  const text = given + resumable.replaceAll('https://packs.example', service.url) + receiver;
  const printed = await runModule(`${text}\nconsole.log('verified', message.type);`);
  expect(printed).toContain('verified webhook.test');
  const [, input = '{}'] = /^uploaded (.+)$/m.exec(printed) ?? [];
  const mutation = `mutation($input: UploadModPackInput!) { uploadModPack(input: $input) { __typename } }`;
  const answer = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: mutation, variables: { input: JSON.parse(input) } }),
  });
  expect(await answer.json()).toEqual({ data: { uploadModPack: { __typename: 'RunStarted' } } });
});

it('the file of persisted operations in docs/graphql-more.md is one, and its operation is answered by its hash, as the page says', async () => {
  const page = await readFile('docs/graphql-more.md', 'utf8');
  const [, section = ''] = page.split('## Persisted operations');
  const [, example = ''] = /```json\n(.*?)```/s.exec(section) ?? [];
  const [document = ''] = Object.values(z.record(z.string(), z.string()).parse(JSON.parse(example)));
  const hash = createHash('sha256').update(document).digest('hex');
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'persisted-'));
  const file = path.join(folder.path, 'operations.json');
  await writeFile(file, example.replace('<64 hexadecimal digits>', hash));
  await using strict = await startTestApp({
    environment: { PERSISTED_OPERATIONS: file, PERSISTED_ONLY: 'on' },
  });
  const [body = ''] = /\{"documentId": "sha256:<hash>"\}/.exec(section) ?? [];
  const answer = await fetch(`${strict.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: body.replace('<hash>', hash),
  });
  expect(await answer.json()).toEqual({ data: { modPacks: { nodes: [] } } });
});

it('the answers that docs/rest-v2.md and README.md show are those that come', async () => {
  const page = await readFile('docs/rest-v2.md', 'utf8');
  const [problem, taken, refused, ...others] = [...page.matchAll(/^ {4}(\{.*\})$/gm)].map(
    ([, json = '']) => json,
  );
  expect(others).toEqual([]);
  const [, shown] = /^# (\{.*\})$/m.exec(await readFile('README.md', 'utf8')) ?? [];
  expect(shown).toBe(taken);
  /** Names and values in their order, but for ids and for sentences that the page leaves open. */
  const pattern = (json = '') =>
    new RegExp(
      `^${json
        .replaceAll(/\s+(?=[{}"])|(?<=[{,:])\s+/g, '')
        .replaceAll(/[{}[\].?*+^$()|\\]/g, '\\$&')
        .replaceAll('…', '[^"]+')
        .replaceAll(/(?<=Id":)1/g, '\\d+')}$`,
    );
  const missing = await fetch(`${service.url}/api/v2/modpacks/7`);
  expect(await missing.text()).toMatch(pattern(problem));
  const send = async (content: Buffer) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(content)]), 'my-modpack.zip');
    for (const [name, value] of [
      ['gameVersion', '1.20.1'],
      ['modloader', 'Fabric'],
      ['modloaderVersion', '0.15.6'],
    ] as const)
      form.set(name, value);
    return (await fetch(`${service.url}/api/v2/modpacks/upload`, { method: 'POST', body: form })).text();
  };
  expect(await send(smallPack('shown'))).toMatch(pattern(taken));
  expect(await send(Buffer.from('no zip'))).toMatch(pattern(refused));
});
