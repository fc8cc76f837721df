import { once } from 'node:events';
import { connect } from 'node:net';
import nodePath from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Storage } from '../../src/storage/storage.ts';
import { ask } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { smallPack } from '../support/client.ts';
import { everythingStored, filesIn } from '../support/everything-stored.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';

const operations = JSON.stringify({
  query: `mutation ($file: Upload!) { uploadModPack(input: { archive: { file: $file }, runConfiguration:
    { gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.6" } }) { __typename } }`,
  variables: { file: null },
});
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const filePart = (name: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="pack.zip"\r\n\r\n`;

const createTicket = `mutation { createUploadTicket(input: { runConfiguration:
  { gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.6" } }) { ... on UploadTicketCreated { url } } }`;
const created = z.object({ createUploadTicket: z.object({ url: z.string() }) });

/** The ways to upload: all parts of a good form but for the file's bytes and the end. */
const ways = {
  REST: {
    path: async () => '/api/v2/modpacks/upload',
    form:
      part('gameVersion', '1.20.1') +
      part('modloader', 'fabric') +
      part('modloaderVersion', '0.15.6') +
      filePart('file'),
  },
  GraphQL: {
    path: async () => '/graphql',
    form: part('operations', operations) + part('map', '{"0":["variables.file"]}') + filePart('0'),
  },
  ticket: {
    async path({ url }: TestApp) {
      const { data } = await ask(url, createTicket, {});
      return new URL(created.parse(data).createUploadTicket.url).pathname;
    },
    form: filePart('file'),
  },
};
const end = '\r\n--b--\r\n';
const pack = smallPack();

/** How much of the file a client sends before it hangs up. */
const amounts: [string, number][] = [
  ['a byte of the file', 1],
  ['half of the file', pack.length / 2],
  ['all of the file but not the end of the form', pack.length],
];

it('an upload that has arrived whole is finished, though its client hangs up before it has its answer', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  await using stored = await openTemporaryStorage();
  const published = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const storage: Storage = {
    ...stored.storage,
    async publish(file) {
      published.resolve();
      await goOn.promise;
      return stored.storage.publish(file);
    },
  };
  await using service = await startTestApp({ overrides: { log, storage } });
  const { hostname, port } = new URL(service.url);
  const form = Buffer.concat([Buffer.from(ways.GraphQL.form), pack, Buffer.from(end)]);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: x\r\nGraphQL-Require-Preflight: 1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${form.length}\r\n\r\n`,
  );
  socket.write(form);
  await published.promise;
  socket.destroy();
  // Answered on another connection later, so the end of the one above has been seen by then.
  await ask(service.url, '{ modloaders }');
  goOn.resolve();
  const count = async () => (await ask(service.url, '{ modPacks { totalCount } }')).data;
  await expect.poll(count).toEqual({ modPacks: { totalCount: 1 } });
  expect(lines).toEqual([]);
});

describe('an upload that is broken off leaves no file and no row', () => {
  it.each(['REST', 'GraphQL', 'ticket'] as const)('by %s', async (way) => {
    await using service = await startTestApp();
    const { hostname, port } = new URL(service.url);
    const { form } = ways[way];
    const path = await ways[way].path(service);
    const head = (missing = 0) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nGraphQL-Require-Preflight: 1\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\n` +
      `Content-Length: ${form.length + pack.length + end.length + missing}\r\n\r\n${form}`;
    const open = () => connect(Number(port), hostname).on('error', () => {});
    const files = () => filesIn(nodePath.join(service.dataDir, 'store'));
    const before = await everythingStored(service);
    for (const [amount, bytes] of amounts) {
      const socket = open();
      socket.write(head());
      socket.write(pack.subarray(0, bytes));
      await expect.poll(files).toHaveLength(1);
      socket.destroy();
      await expect.poll(files, { message: amount }).toEqual([]);
      expect(await everythingStored(service), amount).toEqual(before);
    }
    // A whole form that ends before the request said it would is broken off too.
    const early = open();
    const answers = text(early);
    early.write(head(5_000));
    early.write(pack);
    await expect.poll(files).toHaveLength(1);
    early.end(end);
    expect((await answers).match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
    await expect.poll(files).toEqual([]);
    expect(await everythingStored(service)).toEqual(before);
    // The same request is taken when it comes to its end.
    const socket = open();
    socket.write(head());
    socket.write(pack);
    socket.write(end);
    const [answer] = await once(socket.setEncoding('utf8'), 'data');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    const {
      files: contents,
      mod_packs: modPacks,
      run_configurations: runs,
    } = await everythingStored(service);
    expect([modPacks?.length, runs?.length]).toEqual([1, 1]);
    expect(contents?.length).toBeGreaterThan(0);
    socket.destroy();
  });
});
