import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { expect, it } from 'vitest';

/** `npm run audit` against a registry of ours, on the dependencies of this repository. */
async function auditAgainst(
  answer: RequestListener,
): Promise<{ code: number | null; output: string; asked: string[] }> {
  const asked: string[] = [];
  const registry = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    answer(request, response);
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const address = registry.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  try {
    return { ...(await audit(`http://127.0.0.1:${address.port}/`)), asked };
  } finally {
    registry.closeAllConnections();
    registry.close();
  }
}

function audit(registry: string): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, npm_config_registry: registry };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['scripts/audit.ts'], { env }, (_error, stdout) =>
      resolve({ code: child.exitCode, output: stdout }),
    );
  });
}

const bulk = 'POST /-/npm/v1/security/advisories/bulk';
const advisory = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Says too much',
  severity: 'low',
  vulnerable_versions: '>=0.0.1',
  cwe: [],
  cvss: { score: 0, vectorString: null },
};

it('the build fails when the registry knows of a vulnerability in what the service runs on', async () => {
  const { code, output, asked } = await auditAgainst((request, response) => {
    const isBulk = request.method === 'POST';
    response.statusCode = isBulk ? 200 : 404;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isBulk ? { zod: [advisory] } : {}));
  });
  expect(asked).toContain(bulk);
  expect(code).toBe(1);
  expect(output).toContain('zod: low: Says too much, in >=0.0.1 (https://advisories.example/1)');
});

it('the build goes on, and says what was checked, when the registry knows of none', async () => {
  const { code, output } = await auditAgainst((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{}');
  });
  expect(output).toMatch(/^The registry knows of no vulnerability in \d+ packages\.\n$/);
  expect(code).toBe(0);
});

it('says that nothing was checked, and is no success, when the registry gives no answer', async () => {
  const refusing = await auditAgainst((_request, response) => {
    response.statusCode = 405;
    response.end();
  });
  expect(refusing.output).toMatch(/^The registry cannot be asked .* nothing was checked: .*405/);
  expect(refusing.code).toBe(2);
  const away = await audit('http://127.0.0.1:1/');
  expect(away.output).toMatch(/^The registry cannot be asked .* nothing was checked: .*ECONNREFUSED/);
  expect(away.code).toBe(2);
});

it.each([
  [0, 0, ''],
  [1, 1, ''],
  [2, 0, 'No vulnerability was looked for: the registry gave no answer.\n'],
])('the build takes an audit that ends with %i for %i', async (audited, ended, said) => {
  const build = await readFile('.ci/run', 'utf8');
  const lines = build.split('\n').filter((line) => /npm run audit|unaudited/.test(line));
  const script = `set -euo pipefail\nnpm() { return ${audited}; }\n${lines.join('\n')}\n`;
  const run = new Promise((resolve) => {
    const child = execFile('bash', ['-c', script], (_error, stdout) => resolve([child.exitCode, stdout]));
  });
  expect(await run).toEqual([ended, said]);
});
