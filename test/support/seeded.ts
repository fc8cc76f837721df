import fc from 'fast-check';

/**
 * What random choices begin with. A build asks the same each time, so that it says something of the change alone; a long
 * run asks what nobody thought of, and `FUZZ_SEED` asks again what was asked before.
 */
export const seed = Number(
  process.env.FUZZ_SEED ?? (process.env.FUZZ_SECONDS === undefined ? 33_834_984 : Date.now() % 2 ** 32),
);

// fast-check takes 32 bits with a sign.
fc.configureGlobal({ seed: seed | 0 });

/**
 * How often a property of what takes milliseconds is asked: so many times in a long run, a third of them in a build, a fifth elsewhere:
 * with one seed more of them say the same in each run.
 */
export function asked(times: number): { numRuns: number } {
  if (process.env.FUZZ_SECONDS !== undefined) return { numRuns: times };
  return { numRuns: Math.ceil(times / (process.env.CI === undefined ? 5 : 3)) };
}

/** fast-check, with that seed. */
export { fc };
