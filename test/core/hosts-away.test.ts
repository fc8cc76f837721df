/** The main job, an upload that becomes a server pack, while no host outside can be reached. */
import net from 'node:net';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, globalId } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { upload } from '../support/client.ts';
import { leadTo } from '../support/download-host.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';
import { zipWith } from '../support/zip.ts';

/** A port on which every connection is accepted and nothing is ever said. */
async function openSilence() {
  const connections = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    connections.add(socket);
    socket.on('error', () => {});
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return {
    port: address.port,
    connections: () => connections.size,
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      for (const socket of connections) socket.destroy();
      await closed.promise;
    },
  };
}

let packsMade = 0;
/** A pack of jars that leave open where they work, as no other pack has them. */
function packOf(): Buffer {
  packsMade += 1;
  const jar = (id: string) =>
    jarWith({ 'fabric.mod.json': fabricModJson(id, { environment: '*', build: packsMade }) });
  return zipWith({ 'mods/hud.jar': jar('hud'), 'mods/lamp.jar': jar('lamp') });
}

const queried = z.object({
  modPack: z.object({
    runs: z.object({
      nodes: z.tuple([z.object({ warnings: z.array(z.object({ code: z.string(), message: z.string() })) })]),
    }),
    serverPacks: z.object({
      nodes: z.tuple([z.object({ decisions: z.object({ nodes: z.array(z.object({ file: z.string() })) }) })]),
    }),
  }),
  previewServerPack: z.object({ warnings: z.array(z.object({ code: z.string() })) }),
});
const query = `query ($id: Int!, $modPack: ID!, $run: RunConfigurationInput!) {
  modPack(by: { databaseId: $id }) {
    runs(last: 1) { nodes { warnings { code message } } }
    serverPacks(first: 1) { nodes { decisions(first: 9) { nodes { file kept reason evidence } } } }
  }
  previewServerPack(modPack: { id: $modPack }, runConfiguration: $run) {
    ... on ServerPackPreview { warnings { code } }
  }
}`;
const run = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };

async function runOf({ app, url }: TestApp) {
  const { body } = await upload(url, packOf());
  const id = body.modPackId ?? 0;
  const statuses = statusesOf(await eventsUntilEnd(app, id));
  const { data } = await ask(url, query, { id, modPack: globalId('ModPack', id), run });
  const { modPack, previewServerPack } = queried.parse(data);
  return {
    statuses,
    decisions: modPack.serverPacks.nodes[0].decisions.nodes,
    told: modPack.runs.nodes[0].warnings.map(({ code }) => code),
    words: modPack.runs.nodes[0].warnings.map(({ message }) => message),
    foreseen: previewServerPack.warnings.map(({ code }) => code),
  };
}

const unresolvable: net.LookupFunction = (name, _options, callback) =>
  callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), '');

describe('with no host outside in reach', () => {
  it.each(['refusing', 'silent', 'unresolvable'])(
    'when all are %s, a pack is built as with CATALOGUE=off, each host is tried once, and then left alone',
    async (how) => {
      await using silence = await openSilence();
      // Nothing listens at a port that was just closed.
      const gone = await openSilence();
      await gone[Symbol.asyncDispose]();
      const { port } = how === 'silent' ? silence : gone;
      const looked: string[] = [];
      const resolve = how === 'unresolvable' ? unresolvable : leadTo('127.0.0.1');
      const environment = {
        FETCH: 'on',
        MODRINTH_API_URL: `https://modrinth.test:${port}`,
        MODLOADER_VERSIONS: 'check',
        MODLOADER_VERSIONS_MIRROR:
          how === 'unresolvable' ? 'http://no-such-host.invalid' : `http://127.0.0.1:${port}`,
      };
      const lines: string[] = [];
      const start = (catalogue: 'on' | 'off') =>
        startTestApp({
          environment: { ...environment, CATALOGUE: catalogue },
          overrides: {
            log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
            connect: {
              isPublic: () => true,
              lookup(name, options, callback) {
                looked.push(name);
                resolve(name, options, callback);
              },
            },
          },
        });
      const failures = (words: string) => lines.filter((line) => line.includes(words)).length;

      await using off = await start('off');
      const without = await runOf(off);
      expect(without.statuses).toEqual(wholeRun);
      expect([without.told, looked]).toEqual([[], []]);
      lines.length = 0;
      const connectionsBefore = silence.connections();

      await using on = await start('on');
      const first = await runOf(on);
      expect(first.statuses).toEqual(wholeRun);
      expect(first.decisions).toEqual(without.decisions);
      expect([first.told, first.foreseen]).toEqual([['CATALOGUE_NOT_ASKED'], ['CATALOGUE_NOT_ASKED']]);
      expect(first.words[0]).toContain('Modrinth did not answer in time about 2 kept jars.');
      // The catalogue and the modloader's two lists, once each.
      expect(looked).toEqual(['modrinth.test']);
      expect(failures('the catalogue of Modrinth could not be asked')).toBe(1);
      expect(failures('a public list of modloader versions cannot be reached')).toBe(2);
      const connections = silence.connections() - connectionsBefore;
      expect(connections).toBe(how === 'silent' ? 3 : 0);

      const second = await runOf(on);
      expect(second.statuses).toEqual(wholeRun);
      expect(second.decisions).toEqual(without.decisions);
      expect(second.told).toEqual(['CATALOGUE_NOT_ASKED']);
      expect(looked).toEqual(['modrinth.test']);
      expect([silence.connections() - connectionsBefore, lines.length]).toEqual([connections, 3]);
    },
  );
});
