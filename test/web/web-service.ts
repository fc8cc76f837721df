import { pino } from 'pino';
import { findWebApp } from '../../src/web/find-web-app.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { sharedWorkerPool } from '../support/worker-pool.ts';

/** The whole service with the pages as they are built from these sources. No server pack is built before `mayBuild`. */
export async function startWebService(
  environment: Record<string, string> = {},
  mayBuild?: Promise<void>,
  offersFirstToken = false,
): Promise<TestApp> {
  const web = await findWebApp({ log: pino({ level: 'silent' }) });
  if (web === null) throw new Error('The web app was not built; npm run build says why.');
  return startTestApp({
    environment,
    web: Promise.resolve(web),
    overrides: { offersFirstToken, ...(mayBuild && { work: workAfter(mayBuild) }) },
  });
}

function workAfter(mayBuild: Promise<void>) {
  const pool = sharedWorkerPool();
  return {
    check: pool.check,
    async generate(...given: Parameters<typeof pool.generate>) {
      await mayBuild;
      return pool.generate(...given);
    },
  };
}
