/**
 * The flags by which a Node that this process starts reads this package where it is installed; none in a clone, which Node reads
 * by itself. `scripts/run.mjs` gives them.
 */
export const readsTypeScript: readonly string[] = process.execArgv.filter((flag) =>
  /^--(?:import=.*\/strip-types\.mjs|disable-warning=ExperimentalWarning)$/.test(flag),
);
