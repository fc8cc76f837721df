import { expect, it } from 'vitest';
import { peakOfUpload } from '../bench/upload.ts';
import { compiledOnce } from './support/compile-cache.ts';
import { makeDataDir } from './support/embedded-files.ts';

it.runIf(process.platform === 'linux')('memory does not grow with an upload', async () => {
  const quicker = { prepare: makeDataDir, environment: compiledOnce() };
  const small = await peakOfUpload(16, quicker);
  expect(await peakOfUpload(220, quicker)).toBeLessThan(small + 150);
});
