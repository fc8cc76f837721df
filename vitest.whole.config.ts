/** Every test there is, as large as it gets: `npm run test:all`, which the nightly workflow runs. What is set already stays. */
const whole = {
  KILLS: 'all',
  DATABASE_CUTS: '2000',
  LOAD_ROUNDS: '5',
  FUZZ_SECONDS: '60',
  MANY_MODS: '20000',
  MANY_FILES: '10000',
  VALUE_PLACES: 'all',
};
for (const [name, value] of Object.entries(whole)) process.env[name] ??= value;

const { default: config, projectOf } = await import('./vitest.config.ts');

config.test?.projects?.push(projectOf('nightly'));
// Larger samples take longer.
Object.assign(config.test ?? {}, {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 580_000 } },
});

export default config;
