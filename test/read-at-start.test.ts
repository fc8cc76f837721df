import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** Reads what a start reads, and tells of the packages whose modules came along. */
const script = `
  import { createRequire } from 'node:module';
  await import('./src/app.ts');
  await import('./src/http/server.ts');
  const { cache } = createRequire(import.meta.url);
  const packages = Object.keys(cache).flatMap((file) => /.*node_modules.((?:@[^/]+.)?[^/]+)/.exec(file)?.[1] ?? []);
  console.log(JSON.stringify([...new Set(packages)]));
`;

it('a start leaves to who first fetches, hashes or stores elsewhere what that takes', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
  const packages: unknown = JSON.parse(stdout);
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'pino']));
  for (const name of ['undici', 'piscina', '@aws-sdk/client-s3']) expect(packages).not.toContain(name);
});
