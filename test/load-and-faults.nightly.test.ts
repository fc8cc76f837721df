/**
 * The load with a ledger, with files on Debian's Swift behind a proxy that fails now and then, and a PostgreSQL server that is stopped and
 * started again; and on disks that are full, which needs root and the program mount.
 */
import path from 'node:path';
import { describe, it } from 'vitest';
import { openBucket } from '../src/storage/bucket.ts';
import { createS3Storage } from '../src/storage/s3.ts';
import { leastPartBytes } from '../src/storage/s3-settings.ts';
import { startFaultyProxy } from './support/faulty-proxy.ts';
import { openPlace } from './support/load/place.ts';
import {
  diskFull,
  inRounds,
  killed,
  rounds,
  serverStopped,
  stoodStillPastItsLease,
  underLoad,
} from './support/load/under-load.ts';
import { startPostgres } from './support/postgres-server.ts';
import { startS3Server } from './support/s3-server.ts';
import { canMount, openSmallDisk } from './support/small-disk.ts';

/** Of each test: as long again for each round. */
const long = { timeout: 600_000 * rounds };

describe('a service on a PostgreSQL server of its own and an S3 server', () => {
  it(
    'has all that it has acknowledged, as often as it said, and nothing else, after faults under load',
    long,
    async () => {
      await using server = await startPostgres({ forgetful: true });
      await using s3 = await startS3Server();
      await using proxy = await startFaultyProxy(s3.url);
      let asked = 0;
      proxy.judge(() => {
        asked += 1;
        return asked % 9 === 0 ? 503 : asked % 13 === 0 ? 'cut' : null;
      });
      const direct = s3.settings();
      await using place = await openPlace('server', {
        databaseUrl: server.url,
        makeStore: (folder) => ({
          environment: {
            ...s3.environment({ ...direct, endpoint: proxy.url }),
            'config.s3.partBytes': String(leastPartBytes),
          },
          open: () => createS3Storage({ s3: direct, directory: path.join(folder, 's3') }),
          async begun() {
            const names: string[] = [];
            for await (const { name } of (await openBucket(direct)).begun()) names.push(name);
            return names;
          },
        }),
        // More than one part.
        filling: leastPartBytes + 1024 * 1024,
      });
      await underLoad(
        place,
        inRounds([
          serverStopped(server, 'immediate'),
          stoodStillPastItsLease(1),
          killed(0),
          serverStopped(server, 'fast'),
        ]),
      );
    },
  );
});

describe.runIf(canMount)('a service on small disks', () => {
  const environment = { RESERVE_BYTES: String(16 * 1024 * 1024), RESERVE_BYTES_FOR_TOKENS: '0' };

  it(
    'has all that it has acknowledged with the embedded database, after the disk of both was full under load',
    long,
    async () => {
      await using disk = await openSmallDisk(480);
      await using place = await openPlace('embedded', { parent: disk.folder, environment });
      await underLoad(place, inRounds([diskFull(disk)]));
    },
  );
});
