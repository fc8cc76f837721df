// Fails when the registry knows a vulnerability in a runtime dependency. A registry without an answer has a message and
// an exit code of its own, since nothing was checked then.
import { spawnSync } from 'node:child_process';
import { z } from 'zod';

const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      // A name where the fault lies in a dependency, which has a line of its own.
      via: z.array(
        z.union([z.string(), z.object({ title: z.string(), range: z.string(), url: z.string() })]),
      ),
    }),
  ),
  metadata: z.object({ dependencies: z.object({ total: z.int() }) }),
});
const failure = z.object({ message: z.string() });

const unchecked = 2;
// A build waits for a silent registry no longer than a minute or so.
const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=30000'];
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', ...patience], { encoding: 'utf8' });
const answer = parseJson(stdout);
const parsed = report.safeParse(answer);
if (!parsed.success) {
  const reason = failure.safeParse(answer).data?.message ?? 'npm gave no answer that can be read';
  process.stdout.write(
    `The registry cannot be asked for vulnerabilities, so nothing was checked: ${reason}\n`,
  );
  process.exitCode = unchecked;
} else {
  const { vulnerabilities, metadata } = parsed.data;
  for (const [name, { severity, via }] of Object.entries(vulnerabilities)) {
    const reasons = via.map((one) =>
      typeof one === 'string' ? `by ${one}` : `${one.title}, in ${one.range} (${one.url})`,
    );
    process.stdout.write(`${name}: ${severity}: ${reasons.join('; ')}\n`);
    process.exitCode = 1;
  }
  if (Object.keys(vulnerabilities).length === 0) {
    process.stdout.write(
      `The registry knows of no vulnerability in ${metadata.dependencies.total} packages.\n`,
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
