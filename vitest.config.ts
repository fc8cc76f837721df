import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { Belts } from './test/support/belts.ts';
import { DearestFirst } from './test/support/order.ts';

const setupFiles = ['test/support/each-file.ts'];

const alone = [
  // Sets flags of V8 that make everything else slow.
  'test/archive/linear.test.ts',
];

/** The files that have this word before `.test.ts`. */
export function projectOf(name: 'heavy' | 'tools' | 'nightly'): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: { name, include: [`test/**/*.${name}.test.ts`], setupFiles, isolate: false },
  };
}

export default defineConfig({
  // graphql ships two builds; without these conditions vitest loads both and their types do not match.
  ssr: {
    resolve: {
      conditions: ['node', 'module-sync'],
      externalConditions: ['node', 'module-sync'],
    },
  },
  test: {
    sequence: { sequencer: DearestFirst },
    // Once for all projects.
    globalSetup: ['test/support/global-setup.ts'],
    // Node.js parses the package's long list of exports again with each of its modules: half a second for each file of tests.
    server: { deps: { inline: ['drizzle-orm'] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          // What test/clients has installed has tests of its own.
          exclude: ['**/node_modules/**', 'test/**/*.{heavy,tools,nightly}.test.ts', ...alone],
          setupFiles,
          // Files share their process, one after the other: reading the service's code takes longer than most of them.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
      // Kills, cuts, loads and fuzzing: a sample here, the whole in vitest.whole.config.ts.
      projectOf('heavy'),
      // These hold our work against programs that a bare machine may lack: each file names its own.
      projectOf('tools'),
    ],
    reporters: process.env.CI
      ? // The counts are read from here (see scripts/count-tests.ts).
        ['default', new Belts(), ['json', { outputFile: `test-results/${process.pid}.json` }]]
      : ['default', new Belts()],
    // Below it a test's time is not told.
    slowTestThreshold: 5_000,
    // How long a test waits for what has to come (see docs/contributing/testing.md): what does not come, not what is late, fails.
    expect: { poll: { timeout: 290_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    // What a test has replaced is not left to the next, however it ends: files share their process.
    restoreMocks: true,
    unstubEnvs: true,
    // Two more than a small machine has processors: tests wait for processes, disks and clocks half of their time.
    maxWorkers: 4,
  },
});
