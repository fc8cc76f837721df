import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { onItsOwn, startChild } from './support/child.ts';
import { smallPack, upload } from './support/client.ts';
import { createServerDatabase, databaseKinds, onConnection } from './support/database.ts';
import { makeDataDirOf } from './support/embedded-files.ts';

const named = z.array(z.looseObject({ id: z.int(), sha256: z.string() }));
/** What the release before answered about its data, and its operator's token. */
const answersForm = z.object({
  token: z.string(),
  modpacks: named,
  serverpacks: named,
  events: z.array(z.unknown()),
});
const administration = `{ administration { tokens { name role } webhooks { url statuses } } }`;

/** What a state of this project has left: test/support/old-releases has its database as statements, and its store. */
async function unpack(commit: string, folder: string) {
  const packed = await readFile(path.join(import.meta.dirname, 'support/old-releases', `${commit}.tar.zst`));
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: zstdDecompressSync(packed) });
  const answers = answersForm.parse(JSON.parse(await readFile(path.join(folder, 'answers.json'), 'utf8')));
  return { answers, statements: await readFile(path.join(folder, 'database.sql'), 'utf8') };
}

describe.each(databaseKinds)('on the %s database', (kind) => {
  it.each(['8599746', '6d4edd07'])('data of the state %s are there as they were', async (commit) => {
    await using parts = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'upgraded-'));
    parts.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));
    const { answers, statements } = await unpack(commit, dataDir);
    const settings: Record<string, string> = { ...onItsOwn, DATA_DIR: dataDir };
    if (kind === 'embedded') await makeDataDirOf(dataDir, statements);
    else {
      const { url } = parts.use(await createServerDatabase());
      await onConnection(url, (client) =>
        client.query(
          `drop schema drizzle cascade; drop schema public cascade; create schema public; ${statements}`,
        ),
      );
      settings.DATABASE_URL = url;
    }
    await using child = startChild('src/main.ts', settings);
    const [, url = ''] = await child.line(/"address":"([^"]+)"/);
    const read = async (name: string) => (await fetch(`${url}/api/v2/${name}`)).json();
    for (const name of ['modpacks', 'serverpacks', 'events'] as const)
      expect(await read(`${name}/all`)).toEqual(answers[name]);
    for (const name of ['modpacks', 'serverpacks'] as const)
      for (const { id, sha256 } of answers[name]) {
        const bytes = await (await fetch(`${url}/api/v2/${name}/download/${id}`)).bytes();
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      }
    const headers = { authorization: `Bearer ${answers.token}` };
    const asked = await fetch(`${url}/graphql?query=${encodeURIComponent(administration)}`, { headers });
    expect(await asked.json()).toEqual({
      data: {
        administration: {
          tokens: [{ name: 'old', role: 'OPERATOR' }],
          webhooks: [{ url: 'https://example.com/hook', statuses: ['GENERATED', 'ERROR'] }],
        },
      },
    });
    const { body } = await upload(url, smallPack('after the update'));
    expect(body.modPackId).toBe(answers.modpacks.length + 1);
  });
});
