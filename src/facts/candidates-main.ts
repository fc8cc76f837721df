import { ConfigError } from '../config.ts';
import { FolderInUse } from '../database/folder-in-use.ts';
import { runCandidates } from './candidates-program.ts';

try {
  const lines = await runCandidates(process.argv.slice(2), undefined, (line) =>
    process.stderr.write(`${line}\n`),
  );
  process.stdout.write(`${lines.join('\n')}\n`);
} catch (error) {
  const isExpected =
    error instanceof ConfigError ||
    error instanceof FolderInUse ||
    // A folder or file cannot be read or written.
    (error instanceof Error && 'syscall' in error);
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${isExpected || !(error instanceof Error) ? message : (error.stack ?? message)}\n`);
  process.exitCode = 1;
}
