// Fails when the registry knows of a vulnerability in what the service runs on. A registry that cannot be asked fails
// nothing, but it is said.
import { spawnSync } from 'node:child_process';
import { z } from 'zod';

const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
const parsed = report.safeParse(JSON.parse(stdout || '{}'));
if (!parsed.success) {
  process.stdout.write('The registry does not tell of vulnerabilities here; nothing was checked.\n');
} else {
  for (const [name, { severity, range }] of Object.entries(parsed.data.vulnerabilities)) {
    process.stdout.write(`${name} ${range}: ${severity}\n`);
    process.exitCode = 1;
  }
}
