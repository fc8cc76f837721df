import { defineConfig } from 'vitest/config';

export default defineConfig({
  // graphql ships two builds; without these conditions vitest loads both and their types do not match.
  ssr: {
    resolve: {
      conditions: ['node', 'module-sync'],
      externalConditions: ['node', 'module-sync'],
    },
  },
  test: {
    // Node.js parses the package's long list of exports again with each of its modules: half a second for each file of tests.
    server: { deps: { inline: ['drizzle-orm'] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.tools.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
      // These hold our work against programs that a bare machine may lack: each file names its own.
      { extends: true, test: { name: 'tools', include: ['test/**/*.tools.test.ts'] } },
    ],
    // In CI the counts are read from here (see scripts/count-tests.ts).
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: `test-results/${process.pid}.json` }]]
      : ['default'],
    // A build shares its machine with others; a test that fails there is asked up to twice again before it fails the build.
    retry: process.env.CI ? 2 : 0,
    // How long a test waits for what has to come (see docs/testing.md): what does not come, not what is late, fails.
    expect: { poll: { timeout: 110_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
