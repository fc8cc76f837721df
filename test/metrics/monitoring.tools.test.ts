/** What Prometheus makes of the files of monitoring/, told by its own promtool, of Debian's package prometheus. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { startProgram } from '../support/child.ts';

const folder = fileURLToPath(new URL('../../monitoring', import.meta.url));
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

async function promtool(...args: string[]): Promise<{ code: unknown; said: string }> {
  await using program = startProgram(['/usr/bin/promtool', ...args], { environment: {} });
  const code = await program.ended;
  return { code, said: `${program.lines.join('\n')}\n${program.errors()}` };
}

it('the configuration and the alert rules that it names are read', async () => {
  const { code, said } = await promtool('check', 'config', path.join(folder, 'prometheus.yml'));
  expect(code, said).toBe(0);
  expect(said).toMatch(/SUCCESS: \d\d rules found/);
});

it('every question of the dashboard is one', async () => {
  await using cleaning = new AsyncDisposableStack();
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'promtool-'));
  cleaning.defer(() => rm(scratch, { recursive: true, force: true }));
  const { panels } = dashboard.parse(JSON.parse(await readFile(path.join(folder, 'dashboard.json'), 'utf8')));
  const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(asked.length).toBeGreaterThan(20);
  // Grafana puts in its variable; rules are one way to have expressions read.
  const rules = asked.map((expr, index) => ({
    record: `asked_${index}`,
    expr: expr.replaceAll('$__rate_interval', '1m'),
  }));
  const file = path.join(scratch, 'rules.json');
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  const { code, said } = await promtool('check', 'rules', file);
  expect(code, said).toBe(0);
});
