import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const setupFiles = ['test/support/real-timers.ts'];

// These set flags of V8 that make everything else slow.
const alone = ['test/archive/linear*.test.ts'];

// Begun first, in this order, so that no worker ends with a long file while the others have nothing left.
const longest = [
  'test/start.tools.test.ts',
  'test/load-and-faults.tools.test.ts',
  'test/nodes.tools.test.ts',
  'test/web/pages.tools.test.ts',
  'test/storage/s3.tools.test.ts',
  'test/web/upload.tools.test.ts',
  'test/boot/boot.tools.test.ts',
  'test/full-disk.tools.test.ts',
  'test/http/pages.tools.test.ts',
  'test/archive/start-scripts.tools.test.ts',
  'test/web/access.tools.test.ts',
  'test/fuzz/packs.test.ts',
  'test/core/killed.test.ts',
  'test/archive/start-scripts.test.ts',
  'test/main.test.ts',
  'test/bot/life.test.ts',
  'test/graphql/subscriptions.test.ts',
  'test/database/template.test.ts',
  'test/core/hostile-tasks.test.ts',
  'test/http/transfers.test.ts',
  'test/build/service.test.ts',
  'test/start.test.ts',
  'test/bot/under-way.test.ts',
  'test/archive/memory.test.ts',
  'test/bot/gateway-token.test.ts',
  'test/bot/commands.test.ts',
  'test/core/long-statements.test.ts',
  'test/database/few-among-many.test.ts',
  'test/workers/pool.test.ts',
  'test/core/load-and-faults.test.ts',
  'test/core/fetching-interrupted.test.ts',
  'test/demo.test.ts',
  'test/fuzz/queries.test.ts',
  'test/workers/threads.test.ts',
  'test/core/endless-tasks.test.ts',
  'test/bot/operating.test.ts',
  'test/fuzz/transports.test.ts',
  'test/core/failing.test.ts',
  'test/cli/without-a-service.test.ts',
  'test/bot/live-edits.test.ts',
  'test/database/embedded.test.ts',
  'test/core/setbacks.test.ts',
  'test/core/process-deaths.test.ts',
  'test/fuzz/pages.test.ts',
  'test/fetching/transfer.test.ts',
  'test/upload-memory.test.ts',
  'test/restored.test.ts',
  'test/core/dying-nodes.test.ts',
  'test/graphql/requests.test.ts',
  'test/core/many-files.test.ts',
  'test/http/resumable-uploads.test.ts',
  'test/core/waiting-for-room.test.ts',
  'test/database/database.test.ts',
  'test/core/mrpack.test.ts',
  'test/access/open-connections.test.ts',
  'test/database/found-by-index.test.ts',
  'test/database/embedded-client.test.ts',
  'test/archive/check.test.ts',
  'test/access/token-command.test.ts',
  'test/database/database-thread.test.ts',
  'test/core/many-mods.test.ts',
  'test/graphql/import.test.ts',
  'test/cli/with-a-service.test.ts',
  'test/access/upload-holds.test.ts',
  'test/fetching/fetched-files.test.ts',
  'test/core/catalogue.test.ts',
  'test/database/cuts.test.ts',
  'test/database/away.test.ts',
  'test/rest/whole-lists.test.ts',
];
// Files of one project follow each other, since those that share a process can only do so then.
const projects = ['tools', 'alone', 'service'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const project = (file: TestSpecification) => projects.indexOf(file.project.name);
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(name));
      return found < 0 ? longest.length : found;
    };
    return (await super.sort(files)).sort((a, b) => project(a) - project(b) || place(a) - place(b));
  }
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
          exclude: ['**/node_modules/**', 'test/**/*.tools.test.ts', ...alone],
          setupFiles,
          // Files share their process, one after the other: reading the service's code takes longer than most of them.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
      // These hold our work against programs that a bare machine may lack: each file names its own.
      {
        extends: true,
        test: { name: 'tools', include: ['test/**/*.tools.test.ts'], setupFiles, isolate: false },
      },
    ],
    // In CI the counts are read from here (see scripts/count-tests.ts).
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: `test-results/${process.pid}.json` }]]
      : ['default'],
    // How long a test waits for what has to come (see docs/testing.md): what does not come, not what is late, fails.
    expect: { poll: { timeout: 580_000 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // What a test has replaced is not left to the next, however it ends: files share their process.
    restoreMocks: true,
    unstubEnvs: true,
    sequence: { sequencer: LongestFirst },
    // Two more than a small machine has processors: tests wait for processes, disks and clocks half of their time.
    maxWorkers: 4,
  },
});
