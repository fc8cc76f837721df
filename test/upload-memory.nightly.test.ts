import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { peakOfUpload, sendUnusable } from '../bench/upload.ts';
import { onItsOwn, startChild } from './support/child.ts';
import { compiledOnce } from './support/compile-cache.ts';
import { makeDataDir } from './support/embedded-files.ts';

describe('an upload', () => {
  it.runIf(process.platform === 'linux')('does not have memory grow with it', async () => {
    const quicker = { prepare: makeDataDir, environment: compiledOnce() };
    const small = await peakOfUpload(16, quicker);
    expect(await peakOfUpload(220, quicker)).toBeLessThan(small + 150);
  });

  it.skipIf(process.platform === 'win32')(
    'does not have the whole heap looked through again and again',
    async () => {
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'upload-'));
      try {
        await makeDataDir(dataDir);
        const hook = fileURLToPath(new URL('./support/collections-hook.ts', import.meta.url));
        await using service = startChild('src/main.ts', {
          ...onItsOwn,
          DATA_DIR: dataDir,
          NODE_OPTIONS: `--import ${hook}`,
        });
        const [, address] = await service.line(/"address":"([^"]+)"/);
        const told = async () => {
          const heard = service.lines.length;
          service.process.kill('SIGUSR2');
          const [, collections] = await service.nextLine(/^(\d+) collections by itself$/, heard);
          return Number(collections);
        };
        // By how much V8 lets the heap grow is decided as it looks through it, and more generously while a process is young.
        await sendUnusable(`${address}/api/v2/modpacks/upload`, 50);
        await told();
        await sendUnusable(`${address}/api/v2/modpacks/upload`, 300);
        // Left to itself, V8 does so about 25 times.
        expect(await told()).toBeLessThan(5);
      } finally {
        await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
      }
    },
  );
});
