/**
 * Part of `npm run build`: makes a new embedded database beforehand, in a folder of its own below dist/database, which
 * first starts copy. Without it a first start makes one itself, for some seconds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { embeddedParameters, migrationsFolder } from '../src/database/settings.ts';
import { packTemplate, templateId, templatesFolder } from '../src/database/template.ts';
import { isWhole } from './find-bundle.mjs';
import { placeBuild } from './place-build.ts';

const id = await templateId();
if (!isWhole(path.join(templatesFolder, id))) await placeBuild(templatesFolder, id, isWhole, makeTemplate);

async function makeTemplate(draft: string): Promise<object> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'server-pack-template-'));
  try {
    const startParams = [...PGlite.defaultStartParams, ...embeddedParameters];
    const client = await PGlite.create(folder, { startParams });
    await migrate(drizzle(client), { migrationsFolder });
    await dropPatterns(client);
    await client.close();
    return await packTemplate(folder, draft);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Template databases are half of all files, which each first start would write, and only serve to make other databases.
 * They are never vacuumed, either, and the server has to remember the oldest transaction of its oldest database.
 */
async function dropPatterns(client: PGlite): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await client.query(
      'update pg_database set datistemplate = false, datallowconn = true where datname = $1',
      [name],
    );
    await client.exec(`drop database ${name}`);
  }
}
