/**
 * The flags with which a child Node can read this package's TypeScript inside node_modules; none in a clone, where Node
 * needs no flags. `scripts/run.mjs` sets them.
 */
export const readsTypeScript: readonly string[] = process.execArgv.filter((flag) =>
  /^--(?:import=.*\/strip-types\.mjs|disable-warning=ExperimentalWarning)$/.test(flag),
);
