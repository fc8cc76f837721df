import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { runConfigurations } from '../../drizzle/schema.ts';
import { openEmbedded } from '../../src/database/embedded.ts';
import { onItsOwn } from '../support/child.ts';
import { makeDataDir } from '../support/embedded-files.ts';
import { insertModPack } from '../support/rows.ts';
import { startWatched } from '../support/watchdog.ts';

/** What docs/limits.md promises of a turn of the main thread, in milliseconds of processor time. */
const longestTurn = 100;

async function dataDirOf(parts: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'long-statements-'));
  parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  await makeDataDir(folder);
  return folder;
}

/** A part of a whole list has so many rows at most. */
const inPart = 256;
/** As many texts as a run configuration may have, of which one has to be written with care. */
const texts = Array.from({ length: 5_000 }, (_, index) => `a-mod-${String(index).padStart(14, '0')}`);
const clientMods = ['a "mod"', ...texts.slice(1)];

it('the longest run configurations are read and sent in small turns', async () => {
  await using parts = new AsyncDisposableStack();
  const dataDir = await dataDirOf(parts);
  {
    await using database = await openEmbedded({ folder: path.join(dataDir, 'database') });
    const modPackId = await insertModPack(database);
    await database.db.insert(runConfigurations).values({
      modPackId,
      gameVersion: '1.20.0',
      modloader: 'Forge',
      modloaderVersion: '47.2.0',
      startArgs: [],
      clientMods,
      whitelistedMods: [],
    });
    const copied = sql`mod_pack_id, modloader, modloader_version, start_args, client_mods, whitelisted_mods`;
    await database.db.execute(sql`
      insert into ${runConfigurations} (game_version, ${copied})
      select '1.20.' || i, ${copied} from ${runConfigurations}, generate_series(1, ${inPart - 1}) i`);
  }
  const gateway = parts.use(
    startWatched('test/support/service-process.ts', {
      ...onItsOwn,
      DATA_DIR: dataDir,
      'config.listCacheBytes': '1',
    }),
  );
  const [, url = ''] = await gateway.line(/"address":"([^"]+)"/);
  const query = '{ runs(first: 30) { nodes { configuration { gameVersion clientMods } } } }';
  const asked = { rest: '/api/v2/runconfigs/all', graphql: `/graphql?${new URLSearchParams({ query })}` };
  const read = async (list: string) => (await fetch(`${url}${list}`)).text();
  // What V8 compiles for the first is no matter of how long they are.
  for (const list of Object.values(asked)) await read(list);
  for (const [name, list] of Object.entries(asked)) {
    await gateway.countAnew();
    const found = (await read(list)).split('a-mod-00000000004999').length - 1;
    expect({ [name]: found }).toEqual({ [name]: name === 'rest' ? inPart : 30 });
    expect(gateway.longestTurn(), name).toBeLessThanOrEqual(longestTurn);
  }
});
