/** The load with a ledger, with files on Debian's Swift behind a proxy that fails now and then. */
import path from 'node:path';
import { describe, it } from 'vitest';
import { createS3Storage } from '../src/storage/s3.ts';
import { databaseKinds } from './support/database.ts';
import { startFaultyProxy } from './support/faulty-proxy.ts';
import { openPlace } from './support/load/place.ts';
import {
  type Fault,
  killed,
  restarted,
  stoodStill,
  stoodStillPastItsLease,
  underLoad,
} from './support/load/under-load.ts';
import { startS3Server } from './support/s3-server.ts';

const faults: Record<'embedded' | 'server', Fault[]> = {
  embedded: [killed(0), stoodStill(0), restarted(0)],
  server: [killed(0), stoodStillPastItsLease(1), restarted(1)],
};

describe.each(databaseKinds)('a service on the %s database and an S3 server', (kind) => {
  it('has all that it has acknowledged, as often as it said, and nothing else, after faults under load', async () => {
    await using s3 = await startS3Server();
    await using proxy = await startFaultyProxy(s3.url);
    let asked = 0;
    proxy.judge(() => {
      asked += 1;
      return asked % 9 === 0 ? 503 : asked % 13 === 0 ? 'cut' : null;
    });
    const direct = s3.settings();
    await using place = await openPlace(kind, (folder) => ({
      environment: s3.environment({ ...direct, endpoint: proxy.url }),
      open: () => createS3Storage({ s3: direct, directory: path.join(folder, 's3') }),
    }));
    await underLoad(place, faults[kind]);
  });
});
