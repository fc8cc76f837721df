/** What strangers generate clients with accepts our schema and our description of REST. Brings these programs itself, with npm. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi.ts';
import { installingMs, installPackages } from '../support/install-packages.ts';

const here = import.meta.dirname;
const directory = await mkdtemp(path.join(os.tmpdir(), 'clients-'));
const description = path.join(directory, 'openapi.json');

/** Uses the types that openapi-typescript makes. */
const consumerOfTypes = `
  import type { components, paths } from './rest.ts';

  type Packs = paths['/api/v2/modpacks/all']['get']['responses'][200]['content']['application/json'];
  export const configurations = (packs: Packs): number[] =>
    packs.flatMap(({ serverPacks }) => serverPacks.map(({ runConfiguration }) => runConfiguration.id));
  export const isDone = ({ status }: components['schemas']['Event']): boolean =>
    status === 'GENERATED' || status === 'ERROR';
`;

const start = promisify(execFile);

/** What a program prints; it has to end well. A minute and a half is ten times what the slowest takes. */
async function run(program: string, ...programArguments: string[]): Promise<string> {
  const { stdout } = await start(program, programArguments, { cwd: here, timeout: 90_000 });
  return stdout;
}

const node = (...programArguments: string[]) => run(process.execPath, ...programArguments);

beforeAll(async () => {
  await installPackages(here);
  await writeFile(description, JSON.stringify(openApiDocument()));
}, installingMs);

afterAll(() => rm(directory, { recursive: true }));

it("Relay's compiler accepts an app with pages, refetching, a mutation and a subscription", async () => {
  const config = path.join(directory, 'relay.json');
  const artifacts = path.join(directory, 'artifacts');
  const settings = {
    src: path.join(here, 'relay'),
    schema: path.resolve('schema.graphql'),
    language: 'typescript',
  };
  await mkdir(artifacts);
  await writeFile(config, JSON.stringify({ ...settings, artifactDirectory: artifacts }));
  await node('node_modules/relay-compiler/cli.js', config);
  expect(await readdir(artifacts)).toContain('PackListPackQuery.graphql.ts');
});

it('the recommended rules of Redocly find nothing in the description of REST', async () => {
  expect(await node('lint-openapi.mjs', description)).toBe('');
});

it("openapi-typescript makes types of it that TypeScript accepts and that have the contract's fields", async () => {
  await node(
    'node_modules/openapi-typescript/bin/cli.js',
    description,
    '-o',
    path.join(directory, 'rest.ts'),
  );
  const consumer = path.join(directory, 'consumer.ts');
  await writeFile(consumer, consumerOfTypes);
  const options = [
    '--noEmit',
    '--strict',
    '--ignoreConfig',
    '--allowImportingTsExtensions',
    '--module',
    'nodenext',
  ];
  await node(path.resolve('node_modules/typescript/bin/tsc'), ...options, '--types', '', consumer);
});
