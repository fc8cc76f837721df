import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventsOf, type RestEvent, requestAnother, upload } from '../support/client.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';
import { openDownloadHost, wantedFile } from '../support/download-host.ts';
import { makeDataDir } from '../support/embedded-files.ts';
import { mrpackWith, type Named } from '../support/exports.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { unzip } from '../support/unzip.ts';
import { startWatched, type Watched } from '../support/watchdog.ts';

/** How many files the pack names: some in every build, by hand as many as a pack may name. */
const count = Number(process.env.MANY_FILES ?? 1_000);

const MiB = 1024 * 1024;
/** What docs/limits.md promises of a turn, in milliseconds, and of fetching, in bytes of memory above idle. */
const longestTurn = 100;
const mostMemory = 300 * MiB;
/** What of that is no garbage: of the files that are under way, and of those that are there. */
const mostHeld = 16 * MiB + count * 1024;

/** Every second one is a mod. */
const placeOf = (index: number) => (index % 2 === 0 ? `mods/mod-${index}.jar` : `config/file-${index}.txt`);
const contentOf = (index: number) =>
  index % 2 === 0
    ? jarWith({ 'fabric.mod.json': fabricModJson(`mod-${index}`) })
    : Buffer.from(`file ${index}\n`.repeat(20));

/** Counts anew; answers the bytes that the gateway has idle, and those of them that it holds. */
async function idleMemory(gateway: Watched): Promise<{ resident: number; held: number }> {
  const held = await gateway.countAnew();
  await expect.poll(() => gateway.mostMemory()).toBeGreaterThan(0);
  return { resident: gateway.mostMemory(), held };
}

describe.each(databaseKinds)('a pack that names many files, each another, on the %s database,', (kind) => {
  it('is fetched once, listed and generated from in small turns and bounded memory', async () => {
    await using parts = new AsyncDisposableStack();
    const host = parts.use(await openDownloadHost());
    const folder = await mkdtemp(path.join(os.tmpdir(), 'many-files-'));
    parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    const authority = path.join(folder, 'authority.pem');
    await writeFile(authority, String(host.connect.ca));
    const dataDir = path.join(folder, 'data');
    if (kind === 'embedded') await makeDataDir(dataDir);
    const database =
      kind === 'server' ? { DATABASE_URL: parts.use(await createServerDatabase()).url } : undefined;
    const gateway = parts.use(
      startWatched('src/main.ts', {
        PORT: '0',
        WEB: 'off',
        RATE_LIMIT: 'off',
        MODLOADER_VERSIONS: 'off',
        CATALOGUE: 'off',
        DATA_DIR: dataDir,
        FETCH: 'on',
        FETCH_HOSTS: host.at('localhost'),
        FETCH_PRIVATE_ADDRESSES: 'on',
        NODE_EXTRA_CA_CERTS: authority,
        ...database,
      }),
    );
    const [, url = ''] = await gateway.line(/"address":"([^"]+)"/);
    const files = Array.from({ length: count }, (_, index): Named => {
      const content = contentOf(index);
      host.serve(`/${index}`, content);
      return wantedFile(content, [`https://${host.at('localhost')}/${index}`], placeOf(index));
    });
    const endOf = async (modPackId: number, runs = 1): Promise<RestEvent | undefined> => {
      const ends = async () =>
        (await eventsOf(url, modPackId)).filter(
          ({ status, message }) => status === 'ERROR' || message === 'Syncing ServerPack to database.',
        );
      await expect.poll(async () => (await ends()).length).toBe(runs);
      return (await ends()).at(-1);
    };
    const expectPromised = ({ resident }: { resident: number }) => {
      const memory = gateway.mostMemory() - resident;
      const seen = { turn: gateway.longestTurn(), memory };
      if (seen.turn > longestTurn || seen.memory > mostMemory) expect(seen).toBeNull();
    };

    // What is compiled as it first runs is no matter of how many files there are.
    const small = await upload(url, mrpackWith(files.slice(0, 10)));
    expect(await endOf(small.body.modPackId ?? 0)).toMatchObject({ errors: [] });

    const idle = await idleMemory(gateway);
    const first = await upload(url, mrpackWith(files));
    await expect.poll(() => host.requests.length).toBeGreaterThan(count * 0.8);
    expectPromised(idle);
    expect((await gateway.countAnew()) - idle.held).toBeLessThan(mostHeld);
    const end = await endOf(first.body.modPackId ?? 0);
    expect(end).toMatchObject({ errors: [] });
    expect(new Set(host.requests.map(({ path: asked }) => asked)).size).toBe(count);
    expect(host.requests.length).toBe(count);
    expectPromised(idle);

    const answer = await fetch(`${url}/api/v2/serverpacks/download/${end?.serverPackId}`);
    const archive = path.join(folder, 'server-pack.zip');
    await writeFile(archive, new Uint8Array(await answer.arrayBuffer()));
    const entries = await unzip(archive);
    for (const index of files.keys())
      expect(entries.get(placeOf(index))?.contents.equals(contentOf(index)), placeOf(index)).toBe(true);

    // All of it once more, where the files are there already.
    const again = await idleMemory(gateway);
    await requestAnother(url, first.body.modPackId ?? 0);
    expect(await endOf(first.body.modPackId ?? 0, 2)).toMatchObject({ errors: [] });
    const second = await upload(url, mrpackWith(files, { 'overrides/config/own.txt': 'another pack' }));
    expect(await endOf(second.body.modPackId ?? 0)).toMatchObject({ errors: [] });
    expect(host.requests.length).toBe(count);
    expectPromised(again);
  });
});
