import { defineConfig } from 'vitest/config';
import { z } from 'zod';
import whole from '../vitest.config.ts';
import { endKeptThread, KeptThread } from './kept-thread.ts';

/** Where `run.ts` says which tests are asked. */
const include = z.array(z.string()).parse(JSON.parse(process.env.MUTATION_TESTS ?? '[]'));
const needsDatabase = include.some((glob) => !/^test\/(archive|modloaders)\//.test(glob));

// Those of `npm test` that say in seconds what they think of a fault: no processes killed, no fuzz, no flags of V8.
export default defineConfig({
  ...(whole.ssr && { ssr: whole.ssr }),
  plugins: [
    {
      name: 'kept-thread',
      // Stryker names a pool by itself, whatever stands here as `pool`.
      configureVitest({ project, vitest }) {
        project.config.pool = 'kept';
        project.config.poolRunner = { name: 'kept', createPoolWorker: (options) => new KeptThread(options) };
        vitest.onClose(endKeptThread);
      },
    },
  ],
  test: {
    include,
    exclude: [
      '**/node_modules/**',
      '**/*.{heavy,tools,nightly}.test.ts',
      'test/archive/{fuzz,linear,start-scripts,start-scripts-powershell}.test.ts',
      'test/access/token-command.test.ts',
      'test/database/away.test.ts',
    ],
    globalSetup: needsDatabase ? ['test/support/global-setup.ts'] : [],
    server: { deps: { inline: ['drizzle-orm'] } },
    isolate: false,
    restoreMocks: true,
    // A fault that keeps something from coming is noticed once it has been waited for.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
