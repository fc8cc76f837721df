import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../../src/database/open.ts';
import { buildWebApp } from '../../src/web/build.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { onConnection } from '../support/database.ts';

/** The whole service with the pages as they are built from these sources; on a database server where one is named. */
export async function startWebService(
  environment: Record<string, string> = {},
  databaseServer: string | null = null,
): Promise<TestApp> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'web-build-'));
  const web = await buildWebApp({ log: pino({ level: 'silent' }) }, folder);
  if (web === null) throw new Error('The web app could not be built; npm run build:web says why.');
  const scratch = databaseServer === null ? null : await createScratch(databaseServer);
  const service = await startTestApp({
    environment,
    web: Promise.resolve(web),
    overrides: { database: await openDatabase(scratch?.url ?? null, { memory: true }) },
  });
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await scratch?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createScratch(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `web_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    await onConnection(server, (client) => client.query(statement));
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}
