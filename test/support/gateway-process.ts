/**
 * The real service as a process of its own with finished runs in its embedded database, for tests of what strangers ask
 * of it: nothing that they do shall show in the process of the tests. Writes its address to standard output.
 * `configOf` reads its environment.
 */
import { writeSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { files } from '../../drizzle/schema.ts';
import { createToken } from '../../src/access/tokens.ts';
import { createApp } from '../../src/app.ts';
import { openDatabase } from '../../src/database/open.ts';
import { openServer } from '../../src/http/server.ts';
import { stopOnSignals } from '../../src/http/stop-on-signals.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { configOf } from './config-of.ts';
import { zipWith } from './zip.ts';

const config = configOf(process.env);
const database = await openDatabase(config.databaseUrl, { folder: path.join(config.dataDir, 'database') });
const app = await createApp(config, { database });
await insertFinishedRuns(database.db, { modPacks: Number(process.env.MOD_PACKS ?? 30), runs: 3 });
// All of them are one small archive, which can be read.
const archive = zipWith([{ name: 'config/any.toml', data: 'a = 1' }]);
const received = await app.storage.receive(Readable.from([archive]), { maxBytes: archive.length });
await database.db
  .update(files)
  .set({ storageKey: await app.storage.publish(received), size: archive.length });
const server = await openServer(app);
stopOnSignals(
  { log: app.log, closeLog: async () => {}, graceMs: app.config.shutdownGraceMs },
  Promise.resolve({ app, server }),
);
const role = { name: 'operator', role: 'operator', voter: true, quota: null, expires: null } as const;
writeSync(1, `operator ${await createToken(database, role)}\n`);
writeSync(1, `listening ${server.address}\n`);
