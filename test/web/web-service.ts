import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { buildWebApp } from '../../src/web/build.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

/** The whole service with the pages as they are built from these sources. */
export async function startWebService(environment: Record<string, string> = {}): Promise<TestApp> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'web-build-'));
  const web = await buildWebApp({ log: pino({ level: 'silent' }) }, folder);
  if (web === null) throw new Error('The web app could not be built; npm run build:web says why.');
  const service = await startTestApp({ environment, web: Promise.resolve(web) });
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
