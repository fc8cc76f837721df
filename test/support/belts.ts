import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';

/** The files that `npm test` leaves out, by the project that has them. */
const besides = [
  { project: 'heavy', what: 'kills, cuts, loads and fuzzing', command: 'npm run test:heavy' },
  { project: 'tools', what: 'tests against other programs', command: 'npm run test:tools' },
  {
    project: 'nightly',
    what: 'several nodes, full disks, lost power and long loads',
    command: 'npm run test:all',
  },
];
/** How often a run without a terminal says how far it is. */
const sayAgainMs = 10_000;
/**
 * How much longer than a test may take it may be that nothing ends. A test has a limit of its own; a file that is still being read,
 * or that keeps its process busy, has none, and a run would wait for it for ever.
 */
const longerThanATestMs = 240_000;

/** The processes of tests, which may be too busy to notice that this one ends, and would keep its output open. */
function killChildren(): void {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  for (const pid of (stdout ?? '')
    .split('\n')
    .map(Number)
    .filter((number) => number > 0)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended, as `ps` itself has.
    }
  }
}

/**
 * Says from the first second how far a run is, and at its end what it has left out: a run that passes is not taken for more than
 * it is.
 */
export class Belts implements Reporter {
  /** See vitest.whole.config.ts. */
  readonly #isWhole = process.env.KILLS === 'all';
  #vitest: Vitest | undefined;
  #isPart = true;
  #saying: NodeJS.Timeout | undefined;
  #ended = 0;
  #failed = 0;
  /** The files that are being run, each with the tests that it has begun and not ended. */
  readonly #running = new Map<string, Set<string>>();
  /** Until when something has to end, in milliseconds since the process began. */
  #patientUntil = 0;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    vitest.logger.log('Making the databases and programs that tests start from: some seconds.');
  }

  async onTestRunStart(files: readonly TestSpecification[]): Promise<void> {
    const all = await this.#vitest?.globTestSpecifications();
    this.#isPart = files.length < (all?.length ?? 0);
    this.#vitest?.logger.log(`Files of tests: ${files.length}.\n`);
    this.#wait(0);
    this.#saying = setInterval(() => {
      // A terminal shows it in its last lines.
      if (!process.stdout.isTTY)
        this.#vitest?.logger.log(
          `   ${this.#ended} of ${files.length} files, ${this.#failed} failed${this.#whatRuns()}`,
        );
      if (performance.now() < this.#patientUntil) return;
      this.#vitest?.logger.error(`\nNothing ended for too long, so this run ends.${this.#whatRuns()}`);
      killChildren();
      process.exit(1);
    }, sayAgainMs);
  }

  onTestModuleQueued(file: TestModule): void {
    this.#running.set(file.moduleId, new Set());
  }

  onTestCaseReady(test: TestCase): void {
    this.#running.get(test.module.moduleId)?.add(test.fullName);
    this.#wait(test.options.timeout ?? 0);
  }

  onTestCaseResult(test: TestCase): void {
    this.#running.get(test.module.moduleId)?.delete(test.fullName);
    this.#wait(0);
    // A file is told of when it ends, which may be long after.
    if (test.result().state === 'failed')
      this.#vitest?.logger.log(`   failed: ${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestModuleEnd(file: TestModule): void {
    this.#running.delete(file.moduleId);
    this.#wait(0);
    this.#ended += 1;
    if (!file.ok()) this.#failed += 1;
  }

  onTestRunEnd(): void {
    clearInterval(this.#saying);
    const left = this.#leftOut();
    if (!this.#isPart && left.length > 0) this.#vitest?.logger.log(`\n${left.join('\n')}`);
  }

  #wait(timeoutMs: number): void {
    const { testTimeout = 0 } = this.#vitest?.config ?? {};
    const now = performance.now();
    // A test that may take longer than others is waited for whatever ends beside it.
    this.#patientUntil = Math.max(
      this.#patientUntil,
      now + Math.max(timeoutMs, testTimeout) + longerThanATestMs,
    );
  }

  /** A line a file. Many run at the beginning, and of those nobody wants to read. */
  #whatRuns(): string {
    return [...this.#running]
      .map(
        ([file, tests]) =>
          `\n      ${path.relative('', file)}${[...tests].map((test) => ` > ${test}`).join('')}`,
      )
      .join('');
  }

  #leftOut(): string[] {
    const run = new Set(this.#vitest?.projects.map(({ name }) => name));
    const files = besides
      .filter(({ project }) => !run.has(project))
      .map(({ project, what, command }) => {
        const { length } = globSync(`test/**/*.${project}.test.ts`, {
          exclude: (name) => name === 'node_modules',
        });
        return `Not run: ${length} files with ${what} (${command}).`;
      });
    const samples = run.has('heavy') && !this.#isWhole;
    return [
      ...files,
      ...(samples ? ['Kills, cuts, loads and fuzzing were sampled: npm run test:all runs them whole.'] : []),
      ...(run.has('heavy')
        ? ['Not run: whether real platforms answer as recorded (npm run platforms:check).']
        : []),
      ...(process.env.TEST_DATABASE_URL
        ? []
        : ['Not run: anything on PostgreSQL, since TEST_DATABASE_URL names none.']),
    ];
  }
}
