import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { largestLog } from '../../src/core/logs/read-log.ts';
import { largestUnpackedLog } from '../../src/logs/read-log-file.ts';
import { headersOf } from '../access/callers.ts';
import * as mclogs from '../platforms/mclogs.ts';
import { startTestApp } from '../support/app.ts';
import { upload } from '../support/client.ts';
import { openDownloadHost } from '../support/download-host.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { zipWith } from '../support/zip.ts';
import { ask, askWithFiles, globalId } from './client.ts';

const analyze = `mutation ($input: AnalyzeLogInput!) {
  analyzeLog(input: $input) {
    __typename
    ... on LogAnalysis {
      findings {
        cause
        message
        lines { number text }
        suspects { file modId className }
        act { kind modId version java files }
      }
    }
    ... on UserError { code message }
  }
}`;

describe('analyzeLog', async () => {
  /** A Fabric pack of a mod, and of one with a library in it. */

  const host = await openDownloadHost();
  // The service asks it under its own name and at its own port.
  const port = Number(host.host.split(':')[1]);
  const service = await startTestApp({
    environment: { FETCH: 'on', 'config.fetching.retries': '0' },
    overrides: { connect: { ...host.connect, port } },
  });
  const library = jarWith({
    'fabric.mod.json': fabricModJson('innerlib'),
    'com/inner/Lib.class': 'no class that is read',
  });
  const pack = zipWith({
    'mods/hud-1.jar': jarWith({
      'fabric.mod.json': fabricModJson('hud'),
      'io/some/hud/Hud.class': 'no class that is read',
    }),
    'mods/outer-2.jar': jarWith({
      'fabric.mod.json': fabricModJson('outer', { jars: [{ file: 'META-INF/jars/inner.jar' }] }),
      'outer.mixins.json': {},
      'META-INF/jars/inner.jar': library,
    }),
  });
  await upload(service.url, pack);
  await eventsUntilEnd(service.app, 1);
  const serverPack = globalId('ServerPack', 1);
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
  });

  const findings = async (text: string, of: string | null = serverPack) => {
    const { data } = await ask(service.url, analyze, { input: { log: { text }, serverPack: of } });
    return data?.analyzeLog;
  };

  const sent = async (log: Uint8Array, name: string): Promise<unknown> => {
    const input = { log: { file: null }, serverPack };
    return askWithFiles(service.url, analyze, input, { 'log.file': [name, log] });
  };

  it('tells the cause, its lines without what names people, and what helps', async () => {
    const log =
      'Connected from 203.0.113.9\nCaused by: java.lang.OutOfMemoryError: Java heap space at /home/jane/mc\n';
    expect(await findings(log, null)).toEqual({
      __typename: 'LogAnalysis',
      findings: [
        {
          cause: 'OUT_OF_MEMORY',
          message: expect.stringContaining('-Xmx'),
          lines: [
            { number: 2, text: 'Caused by: java.lang.OutOfMemoryError: Java heap space at /home/‹user›/mc' },
          ],
          suspects: [],
          act: { kind: 'MORE_MEMORY', modId: null, version: null, java: null, files: [] },
        },
      ],
    });
  });

  it.each([
    [
      'a class',
      'java.lang.RuntimeException: Cannot load class net.minecraft.client.Minecraft in environment type SERVER\n\tat io.some.hud.Hud.onInitialize(Hud.java:3)',
      'hud-1.jar',
    ],
    [
      'a class of a jar in a jar',
      'java.lang.NoSuchMethodError: gone()\n\tat com.inner.Lib.call(Lib.java:3)',
      'outer-2.jar',
    ],
    [
      'a mixin configuration',
      'Mixin apply failed outer.mixins.json:TickMixin -> net.minecraft.server.MinecraftServer: failed',
      'outer-2.jar',
    ],
    [
      'the id of a mod in a jar of another',
      "Could not execute entrypoint stage 'main' due to errors, provided by 'innerlib' at 'gone.Gone'!",
      'outer-2.jar',
    ],
    [
      'the file of a jar in a jar',
      'java.lang.NoSuchMethodError: gone()\n\tat com.gone.Lib.call(Lib.java:3) ~[inner.jar%23143!/:1.0] {}',
      'outer-2.jar',
    ],
    [
      'a class, where the pack lacks the jar that the log names,',
      'java.lang.NoSuchMethodError: gone()\n\tat io.some.hud.Hud.call(Hud.java:3) ~[hud-0.jar%23143!/:1.0] {}',
      'hud-1.jar',
    ],
    ['the name that players see', 'The hud requires any version of gone, which is missing!', 'hud-1.jar'],
    [
      'a package that modules share',
      'java.lang.module.ResolutionException: Modules hud and gone export package com.inner to module gone',
      'hud-1.jar',
      null,
      'outer-2.jar',
    ],
  ])('leads from %s to the jar of the server pack', async (_, log, ...files) => {
    expect(await findings(log)).toMatchObject({ findings: [{ suspects: files.map((file) => ({ file })) }] });
  });

  it('reads a log that is sent as a file', async () => {
    const log = Buffer.from(`${`${'x'.repeat(3_000)}\n`.repeat(1_000)}**** FAILED TO BIND TO PORT!`);
    expect(await sent(log, 'latest.log')).toMatchObject({
      data: { analyzeLog: { findings: [{ cause: 'PORT_IN_USE', lines: [{ number: 1_001 }] }] } },
    });
  });

  it.each([
    ['packed', (packed: Buffer) => packed],
    ['packed and cut off', (packed: Buffer) => packed.subarray(0, -6)],
  ])('reads a log that is %s', async (_, cut) => {
    const packed = cut(gzipSync('**** FAILED TO BIND TO PORT!\n'));
    expect(await sent(packed, 'latest.log.gz')).toMatchObject({
      data: { analyzeLog: { findings: [{ cause: 'PORT_IN_USE' }] } },
    });
  });

  it('refuses a packed log that is damaged or grows too large, in words', async () => {
    const damaged = gzipSync('x'.repeat(10_000)).fill(255, 12, 20);
    const swollen = gzipSync(Buffer.alloc(largestUnpackedLog + 1));
    for (const [packed, message] of [
      [damaged, 'The packed log is damaged.'],
      [swollen, `The log has more than ${largestUnpackedLog} bytes when it is unpacked; send its end.`],
    ] as const)
      expect(await sent(packed, 'latest.log.gz')).toMatchObject({
        data: { analyzeLog: { code: 'INVALID_INPUT', message } },
      });
  });

  const played = (id: string, { status, type, body }: typeof mclogs.unknown) =>
    host.answer(mclogs.rawPath(id), (_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    );
  const linked = async (url: string) => {
    const { data } = await ask(service.url, analyze, { input: { log: { url } } });
    return data?.analyzeLog;
  };

  it('fetches a log from mclo.gs by the link of its page, and keeps nothing of it', async () => {
    played('AbC1234', mclogs.found('one line\n**** FAILED TO BIND TO PORT!\n'));
    for (const link of [
      'https://mclo.gs/AbC1234',
      ' mclo.gs/AbC1234#L2 ',
      'https://api.mclo.gs/1/raw/AbC1234',
    ])
      expect(await linked(link)).toMatchObject({ findings: [{ cause: 'PORT_IN_USE' }] });
    expect(await readdir(path.join(service.dataDir, 'store/incoming'))).toEqual([]);
  });

  it('says why a log of mclo.gs cannot be had, and asks no other host', async () => {
    played('Gone123', mclogs.unknown);
    host.answer(mclogs.rawPath('Large12'), (_request, response) => {
      response.writeHead(200, { 'content-length': largestLog + 1 });
      response.write('x');
    });
    host.answer(mclogs.rawPath('Away123'), (_request, response) =>
      response.writeHead(302, { location: 'https://other.test/secret' }).end(),
    );
    expect(await linked('https://mclo.gs/Gone123')).toMatchObject({
      code: 'NOT_FETCHED',
      message:
        'The log was not fetched. https://api.mclo.gs/1/raw/Gone123 answers 404: there is no such log, or no longer.',
    });
    expect(await linked('https://mclo.gs/Large12')).toMatchObject({ code: 'NOT_FETCHED' });
    expect(await linked('https://mclo.gs/Away123')).toMatchObject({ code: 'NOT_FETCHED' });
    const asked = host.requests.length;
    for (const link of [
      'https://mclo.gs/../secret',
      'https://mclo.gs/a%2Fb',
      'https://mclo.gs.evil.test/AbC1234',
      'https://mclo.gs@127.0.0.1/AbC1234',
      'file:///etc/passwd',
      '',
    ])
      expect(await linked(link)).toMatchObject({ code: 'INVALID_INPUT' });
    expect(host.requests).toHaveLength(asked);
  });

  it('reads two logs of a caller at a time, and keeps a part for callers with a token', async () => {
    const { logs } = service.app.access.slots;
    const own = [logs.take('address:127.0.0.1'), logs.take('address:127.0.0.1')];
    expect(await findings('x', null)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    for (const place of own) place.release();
    const strangers = Array.from({ length: 6 }, (_, index) => logs.take(`address:192.0.2.${index}`));
    expect(await findings('x', null)).toMatchObject({ code: 'UNAVAILABLE' });
    const publisher = await headersOf(service, { name: 'publisher', role: 'publisher' });
    const { data } = await ask(service.url, analyze, { input: { log: { text: 'x' } } }, publisher);
    expect(data?.analyzeLog).toMatchObject({ findings: [] });
    for (const place of strangers) place.release();
    expect(await findings('x', null)).toMatchObject({ findings: [] });
  });

  it('reads no more than 50 MiB', async () => {
    expect(await sent(Buffer.alloc(largestLog + 1), 'latest.log')).toMatchObject({
      data: { analyzeLog: { code: 'INVALID_INPUT' } },
    });
  });

  it.each([
    ['nothing', {}, 'BAD_USER_INPUT'],
    ['a server pack that is not there', { serverPack: globalId('ServerPack', 99) }, 'NOT_FOUND'],
    ['an id of something else', { serverPack: globalId('ModPack', 1) }, 'INVALID_INPUT'],
  ])('refuses %s in words', async (_, more, code) => {
    const input = code === 'BAD_USER_INPUT' ? { log: {} } : { log: { text: 'x' }, ...more };
    const { data, errors } = await ask(service.url, analyze, { input });
    if (code === 'BAD_USER_INPUT') expect(errors?.[0]?.message).toContain('log');
    else expect(data?.analyzeLog).toMatchObject({ code });
  });
});
