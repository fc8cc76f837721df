import { globSync } from 'node:fs';
import type { Reporter, TestSpecification, Vitest } from 'vitest/node';

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

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    vitest.logger.log('Making the databases and programs that tests start from: some seconds.');
  }

  async onTestRunStart(files: readonly TestSpecification[]): Promise<void> {
    const all = await this.#vitest?.globTestSpecifications();
    this.#isPart = files.length < (all?.length ?? 0);
    this.#vitest?.logger.log(`Files of tests: ${files.length}.\n`);
    // A terminal shows it in its last lines.
    if (process.stdout.isTTY) return;
    this.#saying = setInterval(() => {
      this.#vitest?.logger.log(`   ${this.#ended} of ${files.length} files, ${this.#failed} failed`);
    }, sayAgainMs);
  }

  onTestModuleEnd(file: { ok(): boolean }): void {
    this.#ended += 1;
    if (!file.ok()) this.#failed += 1;
  }

  onTestRunEnd(): void {
    clearInterval(this.#saying);
    const left = this.#leftOut();
    if (!this.#isPart && left.length > 0) this.#vitest?.logger.log(`\n${left.join('\n')}`);
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
