import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** Adds up what the test runs of this build reported, and fails when one failed or none ran. */
const results = z.object({ numPassedTests: z.int(), numFailedTests: z.int() });
const folder = 'test-results';

let passed = 0;
let failed = 0;
for (const name of await readdir(folder)) {
  const run = results.parse(JSON.parse(await readFile(path.join(folder, name), 'utf8')));
  passed += run.numPassedTests;
  failed += run.numFailedTests;
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
if (passed === 0 || failed > 0) process.exitCode = 1;
