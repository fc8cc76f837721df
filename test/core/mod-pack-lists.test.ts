import { describe, expect, it } from 'vitest';
import { modPacks } from '../../drizzle/schema.ts';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import { countModPacks, listModPacks } from '../../src/core/packs/mod-packs.ts';
import { insertRunConfiguration } from '../../src/core/runs/run-configurations.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { insertModPack } from '../support/rows.ts';

const counting = { rows: 100, cost: 1e9 };
const whole = { limit: 100, after: null, before: null, fromEnd: false };
const anyRun = {
  ...runDefaults,
  modloaderVersion: '47.2.0',
  startArgs: [],
  clientMods: [],
  whitelistedMods: [],
};
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

// All else of lists is tried in test/graphql/lists.test.ts.
describe('lists', () => {
  it('have the modpacks of which one run has both the version and the modloader, not one of each', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const runsOf = [
      [['1.20.1', 'Forge']],
      [['1.20.1', 'Fabric']],
      [
        ['1.20.1', 'Fabric'],
        ['1.19.2', 'Forge'],
      ],
      [
        ['1.19.2', 'Fabric'],
        ['1.20.1', 'Forge'],
        ['1.20.1', 'Forge'],
      ],
      [],
    ] as const;
    for (const runs of runsOf) {
      const modPackId = await insertModPack(database);
      for (const [gameVersion, modloader] of runs)
        await database.db.transaction((tx) =>
          insertRunConfiguration(tx, modPackId, { ...anyRun, gameVersion, modloader }, null),
        );
    }
    const order = { name: 'CREATED_AT', id: modPacks.id, by: null, descending: false };
    for (const [filter, fitting] of [
      [{ gameVersion: '1.20.1' }, [1, 2, 3, 4]],
      [{ gameVersion: '1.19.2' }, [3, 4]],
      [{ modloader: 'Forge' }, [1, 3, 4]],
      [{ modloader: 'Fabric' }, [2, 3, 4]],
      [{ modloader: 'Quilt' }, []],
      [{ gameVersion: '1.20.1', modloader: 'Forge' }, [1, 4]],
      [{ gameVersion: '1.20.1', modloader: 'Fabric' }, [2, 3]],
      [{ gameVersion: '1.19.2', modloader: 'Forge' }, [3]],
      [{ gameVersion: '1.19.2', modloader: 'Fabric' }, [4]],
      [{ gameVersion: '1.19.2', modloader: 'Quilt' }, []],
    ] as const) {
      const what = JSON.stringify(filter);
      const { rows } = await listModPacks(database, { filter, order, request: whole });
      expect(ids(rows), what).toEqual(fitting);
      expect(await countModPacks(database, filter, counting), what).toMatchObject({
        count: fitting.length,
        isEstimated: false,
      });
    }
  });
});
