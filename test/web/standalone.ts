import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createApp } from '../../src/app.ts';
import { readConfig, readSettings } from '../../src/config.ts';
import { openDatabase } from '../../src/database/open.ts';
import { openServer } from '../../src/http/server.ts';
import { findWebApp } from '../../src/web/find-web-app.ts';
import { openWebApp } from '../../src/web/web-app.ts';
import { createWorkerPool } from '../../workers/pool.ts';
import { ask } from '../graphql/client.ts';

/** The service with its pages, for programs that measure or draw them. */
export interface Standalone extends AsyncDisposable {
  url: string;
  /** The page that makes the first operator's token. */
  setup: string;
}

interface StandaloneOptions {
  /** Laid beside its page, by name. */
  files?: Readonly<Record<string, string>>;
  /** Each server pack is built once what this answers is settled. */
  mayBuild?(): Promise<void>;
}

/** Starts the service on a free port with an empty database. */
export async function startStandalone({
  files = {},
  mayBuild = async () => {},
}: StandaloneOptions = {}): Promise<Standalone> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pages-'));
  const built = await findWebApp({ log: pino({ level: 'error' }) });
  if (built === null) throw new Error('The web app was not built; npm run build says why.');
  const pages = path.join(folder, 'pages');
  await cp(built.folder, pages, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(pages, name), text);
  const variables = {
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    MODLOADER_VERSIONS: 'off',
    // Without it there is no form of imports. Nothing is fetched.
    FETCH: 'on',
    CATALOGUE: 'off',
  };
  const config = readConfig(variables);
  const pool = createWorkerPool({ threads: 2, memoryMb: 256, timeoutMs: 600_000 });
  const app = await createApp(config, {
    database: await openDatabase(null, { memory: true }),
    offersFirstToken: true,
    // As an operator would have it: pictures show no folder of this machine.
    settings: readSettings({}, { ...variables, DATA_DIR: '/var/lib/server-packs', PORT: '8080' }),
    work: {
      check: pool.check,
      async generate(...given) {
        await mayBuild();
        return pool.generate(...given);
      },
    },
  });
  const server = await openServer(app, openWebApp(pages));
  return {
    url: server.address,
    setup: `${server.address}/setup#${app.access.firstToken.secret}`,
    async [Symbol.asyncDispose]() {
      await server.close();
      await app.close();
      await pool.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until all that was asked of the service is done. */
export async function whenDone({ url }: Standalone): Promise<void> {
  const open = '{ modPacks(filter: { status: [QUEUED, CHECKING, CHECKED, GENERATING] }) { totalCount } }';
  while (!JSON.stringify((await ask(url, open)).data).includes('"totalCount":0')) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
