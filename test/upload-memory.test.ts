import { expect, it } from 'vitest';
import { peakOfUpload } from '../bench/upload.ts';

it.runIf(process.platform === 'linux')('memory does not grow with an upload', async () => {
  const small = await peakOfUpload(16);
  expect(await peakOfUpload(220)).toBeLessThan(small + 150);
});
