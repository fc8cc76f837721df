/**
 * Part of `npm run build:service`: starts the service once from its bundle, on an embedded database of its own, so that what V8 compiles
 * for that is kept beside the bundle (scripts/start-bundle.cjs). Without it the first start that lasts some seconds keeps it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, watch } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { findBundled, project, startFlags } from './find-bundle.mjs';

const longestMs = 120_000;
const bundle = findBundled(path.join(project, 'src', 'main.ts'));
if (bundle === null) throw new Error('There is no bundle of these sources.');
if (!existsSync(path.join(path.dirname(bundle), 'compiled'))) await compile(bundle);

async function compile(program: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'server-pack-compile-'));
  const kept = keptIn(path.dirname(program));
  const child = spawn(process.execPath, [...startFlags, program], {
    env: { DATA_DIR: folder, PORT: '0', WEB: 'off', MODLOADER_VERSIONS: 'off', CATALOGUE: 'off' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const tooEarly = ended.then(() => {
    throw new Error('The service ended before it had started.');
  });
  try {
    await Promise.race([kept, tooEarly]);
    child.kill();
    await ended;
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

async function keptIn(folder: string): Promise<void> {
  for await (const { filename } of watch(folder, { signal: AbortSignal.timeout(longestMs) }))
    if (filename === 'compiled') return;
}
