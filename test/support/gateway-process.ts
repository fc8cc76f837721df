/**
 * The real service as a process of its own with finished runs in its embedded database, for tests of what strangers ask
 * of it: nothing that they do shall show in the process of the tests. Writes its address to standard output.
 * SOCKET_INIT_MS and SOCKET_CLOSE_MS replace values without a setting.
 */
import { writeSync } from 'node:fs';
import path from 'node:path';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/open.ts';
import { openServer } from '../../src/http/server.ts';
import { stopOnSignals } from '../../src/stop-on-signals.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';

const { SOCKET_INIT_MS, SOCKET_CLOSE_MS } = process.env;
const config = {
  ...readConfig(),
  ...(SOCKET_INIT_MS && { socketInitMs: Number(SOCKET_INIT_MS) }),
  ...(SOCKET_CLOSE_MS && { socketCloseMs: Number(SOCKET_CLOSE_MS) }),
};
const database = await openDatabase(config.databaseUrl, { folder: path.join(config.dataDir, 'database') });
const app = await createApp(config, { database });
await insertFinishedRuns(database.db, { modPacks: Number(process.env.MOD_PACKS ?? 30), runs: 3 });
const server = await openServer(app);
stopOnSignals(
  { log: app.log, closeLog: async () => {}, graceMs: app.config.shutdownGraceMs },
  Promise.resolve({ app, server }),
);
writeSync(1, `listening ${server.address}\n`);
