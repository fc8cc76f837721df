import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import type { CheckInThread } from '../support/check-thread.ts';
import { annotationCache, classFile, fabricModJson, forgeMod, jarWith } from '../support/jar.ts';
import { temporaryFile, type ZipEntryInput, zipWith } from '../support/zip.ts';

/** Megabytes of JavaScript heap; a check has 512 unless a setting says otherwise. */
const heapMb = 64;
const MiB = 1024 * 1024;
/**
 * Values of two or three bytes fill the heap from a quarter of a file on: they have no more. What takes less for each of its bytes is as long as may
 * be.
 */
const ofValues = limits.manifestBytes / 4;
const mod: ZipEntryInput = { name: 'mods/a.jar', data: jarWith({ 'fabric.mod.json': fabricModJson('a') }) };

/** As much of the text as the limit has room for, with another text in front and behind. */
function filled(bytes: number, text: string | Buffer, before = '', behind = ''): () => Buffer {
  return () =>
    Buffer.concat([
      Buffer.from(before),
      Buffer.alloc(bytes - Buffer.byteLength(before + behind), text),
      Buffer.from(behind),
    ]);
}

let thread: Worker | null = null;
afterAll(() => thread?.terminate());

/** Checks the archive in a thread; rejects when its heap is not enough. */
async function check(entries: ZipEntryInput[]): Promise<CheckInThread> {
  await using pack = await temporaryFile(zipWith(entries));
  thread ??= new Worker(new URL('../support/check-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 4 },
  });
  thread.postMessage(pack.path);
  try {
    const [result]: CheckInThread[] = await once(thread, 'message');
    if (result === undefined) throw new Error('the thread told nothing');
    return result;
  } catch (error) {
    thread = null;
    throw error;
  }
}

describe(`a check with ${heapMb} MB of heap outlives a launcher's file`, () => {
  const full = limits.manifestBytes;
  test.each<[string, string, () => Buffer]>([
    ['empty objects', 'manifest.json', filled(ofValues, '{},', '[', ']')],
    ['empty objects for mods', 'manifest.json', filled(ofValues, '{},', '{"minecraft":{},"files":[', ']}')],
    ['numbered mods', 'manifest.json', filled(full, '{"projectID":1},', '{"minecraft":{},"files":[', '{}]}')],
    ['loaders', 'manifest.json', filled(full, '{"id":"forge-1"},', '{"minecraft":{"modLoaders":[', '{}]}}')],
    ['one name', 'minecraftinstance.json', filled(full, 'name ', '{"name":"', '"}')],
    ['escapes', 'minecraftinstance.json', filled(full, '\\u00e9', '{"name":"', '"}')],
    ['Latin-1', 'minecraftinstance.json', filled(full, Buffer.of(0xff), '{"name":"', '"}')],
    ['UTF-16', 'minecraftinstance.json', filled(full, Buffer.from('[1],\n', 'utf16le'))],
    ['lists in lists', 'minecraftinstance.json', filled(ofValues, '[]', '{"installedAddons":[', ']}')],
    ['brackets', 'minecraftinstance.json', filled(full, '[')],
    ['members', 'modrinth.index.json', filled(full, '"a":1,', '{"dependencies":{', '}}')],
    [
      'mods by path',
      'modrinth.index.json',
      filled(
        full,
        `{"path":"mods/${'.'.repeat(1_500)}","env":{"server":"optional"}},`,
        '{"formatVersion":1,"dependencies":{},"files":[',
        ']}',
      ),
    ],
    ['components', 'mmc-pack.json', filled(full, '{"uid":"net.minecraft"},', '{"components":[', '{}]}')],
    ['line breaks', 'instance.cfg', filled(full, '\n')],
  ])('of %s', async (_, name, content) => {
    const data = content();
    const components = { name: 'mmc-pack.json', data: '{"components":[]}' };
    const { mods, problems } = await check([
      mod,
      ...(name === 'instance.cfg' ? [components] : []),
      // How well it is packed is nothing to the check, and takes longer than some of the checks.
      { name, data, rawData: deflateRawSync(data, { level: 1 }) },
    ]);
    expect({ mods, problems }).toSatisfy(
      (found) => found.mods === 1 || found.problems.includes('MODS_NOT_INCLUDED'),
    );
  });

  test('in every place where one may be', async () => {
    const data = filled((ofValues * 3) / 8, '{},', '[', ']')();
    const rawData = deflateRawSync(data);
    const places = ['manifest.json', 'instance.json', 'mmc-pack.json', 'config.json', 'modrinth.index.json'];
    const entries = places.map((name) => ({ name, data, rawData }));
    expect((await check([mod, ...entries])).mods).toBe(1);
  });
});

describe(`a check with ${heapMb} MB of heap outlives a jar`, () => {
  const full = limits.jar.maxDescriptorBytes;
  const cache = JSON.stringify(annotationCache({ A: [{ name: forgeMod, values: { modid: 'a' } }] }));
  test.each<[string, string, () => Buffer]>([
    ['mods', 'META-INF/mods.toml', filled(full, '[[mods]]\n')],
    ['mods with ids', 'META-INF/mods.toml', filled(full, '[[mods]]\nmodId="a"\n')],
    ['escapes', 'META-INF/mods.toml', filled(full, '\\\\', 'a="', '"')],
    ['strings', 'META-INF/mods.toml', filled(full, '"x",', 'a=[', ']')],
    ['tables in tables', 'META-INF/mods.toml', filled(full, '[a.b.c.d.e.f.g.h.i.j]\n[x]\n')],
    ['objects', 'fabric.mod.json', filled(full, '{},', '{"id":"a","depends":[', ']}')],
    ['ids', 'fabric.mod.json', filled(full, '"a","b",', '{"id":"a","provides":[', ']}')],
    ['alternatives', 'quilt.mod.json', filled(full, '[{}],', '{"quilt_loader":{"depends":[', ']}}')],
    ['annotations', 'META-INF/fml_cache_annotation.json', filled(full, `${cache},`, '[', ']')],
    [
      'annotated mods',
      'META-INF/fml_cache_annotation.json',
      filled(
        full,
        `{"name":"${forgeMod}","values":{"modid":{"value":"a"}}},`,
        '{"A":{"annotations":[',
        '{}]}}',
      ),
    ],
    ['lines', 'META-INF/MANIFEST.MF', filled(full, '\n')],
  ])('with 4 MiB of %s', async (_, name, content) => {
    expect((await check([{ name: 'mods/a.jar', data: jarWith({ [name]: content() }) }])).mods).toBe(1);
  });

  test('with 558 classes that share 60,000 @Mod annotations', async () => {
    const annotation = { type: forgeMod, values: { modid: 'example' } };
    const one = classFile([annotation]);
    // The one annotation takes the last nine bytes; its count stands in front, and the length of all in front of that.
    const body = one.subarray(-9);
    const data = Buffer.concat([one.subarray(0, -9), ...Array.from({ length: 60_000 }, () => body)]);
    data.writeUInt16BE(60_000, one.length - 11);
    data.writeUInt32BE(2 + 60_000 * body.length, one.length - 15);
    const rawData = deflateRawSync(data);
    const aliases = Array.from({ length: 557 }, (_, n) => ({
      name: `A${n}.class`,
      size: data.length,
      rawData: Buffer.alloc(0),
      compressedSize: rawData.length,
      central: { offset: 0 },
    }));
    const jar = zipWith([{ name: 'A.class', data, rawData }, ...aliases]);
    const { mods, notes } = await check([{ name: 'mods/a.jar', data: jar }]);
    expect({ mods, notes }).toEqual({
      mods: 1,
      notes: ['@Mod names more than 256 mods; the others are left out.'],
    });
  });

  test('with the longest directory that is read, of jars', async () => {
    const names = Array.from({ length: 30_000 }, (_, n) => ({ name: `META-INF/${'x'.repeat(600)}${n}.jar` }));
    expect((await check([{ name: 'mods/a.jar', data: zipWith(names) }])).mods).toBe(1);
  });

  test('with 256 jars in it that name a thousand mods each', async () => {
    const nested = (jar: number) =>
      jarWith({
        'META-INF/mods.toml': Array.from(
          { length: 1_000 },
          (_, n) => `[[mods]]\nmodId="${'m'.repeat(200)}${jar}x${n}"\n`,
        ).join(''),
      });
    const jars = [0, 1, 2, 3].map(nested);
    const entries = Array.from({ length: 64 }, (_, n) =>
      jars.map((data, jar) => ({ name: `META-INF/jars/${n}-${jar}.jar`, data })),
    ).flat();
    const { inventoryBytes } = await check([{ name: 'mods/a.jar', data: zipWith(entries) }]);
    expect(inventoryBytes).toBeLessThanOrEqual(limits.jar.maxReportBytes);
  });
});

describe(`a check with ${heapMb} MB of heap keeps no more of all jars than the inventory may hold`, () => {
  test('of 40 jars that name a thousand mods and dependencies each', async () => {
    const toml = Array.from(
      { length: 1_000 },
      (_, n) =>
        `[[mods]]\nmodId="mod${n}"\ndisplayName="${'N'.repeat(200)}"\n[[dependencies.mod${n}]]\nmodId="lib${n}"\n`,
    ).join('');
    const data = jarWith({ 'META-INF/mods.toml': toml, 'META-INF/neoforge.mods.toml': toml });
    const { mods, inventoryBytes } = await check(
      Array.from({ length: 40 }, (_, n) => ({ name: `mods/${n}.jar`, data })),
    );
    expect(mods).toBe(40);
    expect(inventoryBytes).toBeLessThan(40 * limits.jar.maxReportBytes);
  });

  test('of two thousand jars that each say as much as they may', async () => {
    const depends = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [`lib${'x'.repeat(100)}${n}`, '*']),
    );
    const data = jarWith({ 'fabric.mod.json': fabricModJson('a', { depends }) });
    const { mods, inventoryBytes } = await check(
      Array.from({ length: 2_000 }, (_, n) => ({ name: `mods/${n}.jar`, data })),
    );
    expect(mods).toBe(2_000);
    expect(inventoryBytes).toBeLessThanOrEqual(limits.inventoryBytes);
  });

  test('and nothing of the documents that what is kept was read from', async () => {
    const name = 'A name that is cut out of a document of a mebibyte';
    const toml = filled(MiB, '#é\n', `[[mods]]\nmodId="an-id-of-some-length"\ndisplayName="${name}"\n`);
    const data = jarWith({ 'META-INF/mods.toml': toml() });
    const { mods } = await check(Array.from({ length: 150 }, (_, n) => ({ name: `mods/${n}.jar`, data })));
    expect(mods).toBe(150);
  });
});
