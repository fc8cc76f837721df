import { runCommand } from './run-command.ts';

const interrupted = new AbortController();
// A second signal ends the process at once.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort());
// The reader of a pipe may have seen enough.
process.stdout.on('error', () => process.exit());

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  signal: interrupted.signal,
  out: process.stdout,
  error: process.stderr,
});
