import { describe, it } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { openPlace } from '../support/load/place.ts';
import {
  cutConnections,
  databaseAway,
  type Fault,
  inRounds,
  killed,
  restarted,
  rounds,
  stoodStill,
  stoodStillPastItsLease,
  underLoad,
} from '../support/load/under-load.ts';

const failing = { FAIL_STORAGE_EVERY: '7' };
const faults: Record<'embedded' | 'server', Fault[]> = {
  embedded: [killed(0, failing), stoodStill(0), restarted(0)],
  server: [cutConnections, killed(0, failing), stoodStillPastItsLease(1), databaseAway, restarted(0)],
};

describe.each(databaseKinds)('a service on the %s database and a disk', (kind) => {
  it('has all that it has acknowledged, as often as it said, and nothing else, after faults under load', {
    timeout: 600_000 * rounds,
  }, async () => {
    await using place = await openPlace(kind);
    await underLoad(place, inRounds(faults[kind]));
  });
});
