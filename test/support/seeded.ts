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

/** fast-check, with that seed. */
export { fc };
