import { isExpected, runTokenProgram } from './token-program.ts';

try {
  const lines = await runTokenProgram(process.argv.slice(2), undefined, (line) =>
    process.stderr.write(`${line}\n`),
  );
  process.stdout.write(`${lines.join('\n')}\n`);
} catch (error) {
  const message = isExpected(error) || !(error instanceof Error) ? error : (error.stack ?? error.message);
  process.stderr.write(`${message instanceof Error ? message.message : message}\n`);
  process.exitCode = 1;
}
