import { once } from 'node:events';
import { connect } from 'node:net';
import nodePath from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { smallPack } from '../support/client.ts';
import { databaseKinds } from '../support/database.ts';
import { everythingStored, filesIn } from '../support/everything-stored.ts';

const operations = JSON.stringify({
  query: `mutation ($file: Upload!) { uploadModPack(input: { file: $file, runConfiguration:
    { gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.6" } }) { __typename } }`,
  variables: { file: null },
});
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const filePart = (name: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="pack.zip"\r\n\r\n`;

/** The two ways to upload: all parts of a good form but for the file's bytes and the end. */
const ways = {
  REST: {
    path: '/api/v2/modpacks/upload',
    form:
      part('gameVersion', '1.20.1') +
      part('modloader', 'fabric') +
      part('modloaderVersion', '0.15.6') +
      filePart('file'),
  },
  GraphQL: {
    path: '/graphql',
    form: part('operations', operations) + part('map', '{"0":["variables.file"]}') + filePart('0'),
  },
};
const end = '\r\n--b--\r\n';
const pack = smallPack();

const patient = { timeout: 60_000 };

/** How much of the file a client sends before it hangs up. */
const amounts: [string, number][] = [
  ['a byte of the file', 1],
  ['half of the file', pack.length / 2],
  ['all of the file but not the end of the form', pack.length],
];

describe.each(databaseKinds)(
  'an upload that is broken off leaves no file and no row in the %s database',
  (kind) => {
    it.each(['REST', 'GraphQL'] as const)('by %s', async (way) => {
      await using service = await startTestApp({ database: kind });
      const { hostname, port } = new URL(service.url);
      const { path, form } = ways[way];
      const head =
        `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nGraphQL-Require-Preflight: 1\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\n` +
        `Content-Length: ${form.length + pack.length + end.length}\r\n\r\n${form}`;
      const open = () => connect(Number(port), hostname).on('error', () => {});
      const files = () => filesIn(nodePath.join(service.dataDir, 'store'));
      const before = await everythingStored(service);
      for (const [amount, bytes] of amounts) {
        const socket = open();
        socket.write(head);
        socket.write(pack.subarray(0, bytes));
        await expect.poll(files, patient).toHaveLength(1);
        socket.destroy();
        await expect.poll(files, { ...patient, message: amount }).toEqual([]);
        expect(await everythingStored(service), amount).toEqual(before);
      }
      // The same request is taken when it comes to its end.
      const socket = open();
      socket.write(head);
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
  },
);
