import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ExecutionResult, execute, parse, subscribe } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Role } from '../../drizzle/schema.ts';
import { type Access, anonymous, type Viewer } from '../../src/access/permissions.ts';
import { createToken } from '../../src/access/tokens.ts';
import { ReceivedUpload } from '../../src/graphql/received-upload.ts';
import { schema } from '../../src/graphql/schema.ts';
import { createContext } from '../../src/http/request-context.ts';
import { downloads } from '../../src/rest/downloads.ts';
import { restRoutes } from '../../src/rest/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { everyRootOperation, type RootOperation } from './every-operation.ts';

/** The columns of the table in docs/contributing/rights.md. Tokens are tried where nothing is open. */
const callers: readonly { column: string; mode: Access; role: Role | null; voter: boolean }[] = [
  { column: 'nobody, open', mode: 'open', role: null, voter: false },
  { column: 'nobody, read-only', mode: 'read-only', role: null, voter: false },
  { column: 'nobody, closed', mode: 'closed', role: null, voter: false },
  { column: 'reader', mode: 'closed', role: 'reader', voter: false },
  { column: 'reader with --voter', mode: 'closed', role: 'reader', voter: true },
  { column: 'publisher', mode: 'closed', role: 'publisher', voter: false },
  { column: 'operator', mode: 'closed', role: 'operator', voter: false },
];
type Verdict = 'yes' | '401' | '403';

/** The table of the page, whose rows name operations with the same verdicts: each operation's verdicts in the order above. */
async function documentedTable(): Promise<Map<string, string[]>> {
  const page = await readFile('docs/contributing/rights.md', 'utf8');
  const rows = page.matchAll(/^\| (`(?:query|mutation|subscription|GET|POST) [^|]+) \|(.+)\|$/gm);
  return new Map(
    [...rows].flatMap(([, names = '', cells = '']) => {
      const verdicts = cells.split('|').map((cell) => cell.trim());
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']): [string, string[]] => [name, verdicts]);
    }),
  );
}

const apps = new Map<Access, TestApp>();
const tokens = new Map<string, string>();

beforeAll(async () => {
  for (const mode of ['open', 'read-only', 'closed'] as const) {
    apps.set(mode, await startTestApp({ environment: { ACCESS: mode } }));
  }
  const closed = appOf('closed').app.database;
  for (const { column, role, voter } of callers) {
    if (role === null) continue;
    const name = column.replaceAll(' ', '');
    tokens.set(column, await createToken(closed, { name, role, voter, quota: null, expires: null }));
  }
});

afterAll(async () => {
  for (const app of apps.values()) await app[Symbol.asyncDispose]();
});

function appOf(mode: Access): TestApp {
  const app = apps.get(mode);
  if (!app) throw new Error(`No service is ${mode}.`);
  return app;
}

it('every field at the root of the schema lets pass whom docs/contributing/rights.md says', async () => {
  const documented = await documentedTable();
  const file = path.join(appOf('closed').dataDir, 'walk.txt');
  await writeFile(file, 'no zip');
  const operations = everyRootOperation();
  const walked = new Map<string, string[]>();
  for (const operation of operations) {
    walked.set(operation.name, await Promise.all(callers.map((caller) => tryField(operation, caller, file))));
  }
  const documentedFields = [...documented].filter(([name]) => !/^(GET|POST) /.test(name));
  expect(Object.fromEntries(walked)).toEqual(Object.fromEntries(documentedFields));
});

async function tryField(
  { kind, text }: RootOperation,
  { mode, role, voter }: (typeof callers)[number],
  file: string,
): Promise<Verdict> {
  const { app, url } = appOf(mode);
  const viewer: Viewer = {
    ...anonymous('192.0.2.1'),
    ...(role ? { kind: 'token', role, mayNameVoter: voter, tokenId: 1 } : {}),
  };
  const upload = new ReceivedUpload({ path: file, size: 6, sha256: '0'.repeat(64), filename: 'walk.zip' });
  const args = {
    schema,
    document: parse(text),
    contextValue: createContext(app, { viewer, baseUrl: url }),
    variableValues: { file: upload },
  };
  const result = await (kind === 'subscription' ? subscribe(args) : execute(args));
  if (Symbol.asyncIterator in result) {
    await result.return(undefined);
    return 'yes';
  }
  return verdictOf(result);
}

/** The codes of failures that are answered as data. */
const answered = z
  .record(z.string(), z.unknown())
  .transform((fields) => Object.values(fields).map((field) => failure.safeParse(field).data?.code));
const failure = z.object({ code: z.string() });

function verdictOf({ data, errors = [] }: ExecutionResult): Verdict {
  const thrown = errors.map(
    ({ originalError }) => originalError && 'code' in originalError && originalError.code,
  );
  const codes = [...thrown, ...answered.parse(data ?? {})];
  if (codes.includes('UNAUTHENTICATED')) return '401';
  if (codes.includes('FORBIDDEN')) return '403';
  // An operation that is faulty in itself would look as if it were allowed.
  const faults = errors.filter(({ path: at }) => at === undefined);
  if (faults.length > 0) throw new Error(`The walk asks wrongly: ${faults[0]?.message}`);
  return 'yes';
}

const ofReference = ['/openapi.json', '/docs', '/docs.css'].map((url) => ({ method: 'GET', url }));
const outsideRest = [
  'POST /graphql',
  'GET /graphql',
  'GET /upload/{ticket}',
  'POST /upload/{ticket}',
  'POST /uploads',
  'POST /first-token',
  'POST /session',
  'GET /version',
  'GET /feed.atom',
  'GET /web-config.json',
];

/** `/serverpacks/vote/:id(^[^&]*)&:vote` as the page writes it. */
const written = (url: string) => url.replace(/:(\w+)(\([^)]*\))?/g, '{$1}');

it('every route lets pass whom docs/contributing/rights.md says', async () => {
  const documented = await documentedTable();
  const routes = [...restRoutes, ...Object.values(downloads), ...ofReference].map(
    ({ method, url }) => `${method} /api/v2${written(url)}`,
  );
  const walked = new Map<string, string[]>();
  for (const route of [...routes, ...outsideRest]) {
    walked.set(route, await Promise.all(callers.map((caller) => tryRoute(route, caller))));
  }
  const documentedRoutes = [...documented].filter(([name]) => /^(GET|POST) /.test(name));
  expect(Object.fromEntries(walked)).toEqual(Object.fromEntries(documentedRoutes));
});

async function tryRoute(route: string, { column, mode }: (typeof callers)[number]): Promise<Verdict> {
  const [method = '', pattern = ''] = route.split(' ');
  const target = pattern
    .replace('{vote}', 'up')
    .replace('{status}', 'GENERATED')
    .replace(/\{\w+\}/g, '1');
  const token = tokens.get(column);
  const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
  let body: string | FormData | null = null;
  if (target === '/graphql' && method === 'POST') {
    headers.set('content-type', 'application/json');
    body = '{"query":"{ __typename }"}';
  } else if (target === '/first-token') {
    headers.set('content-type', 'application/json');
    body = '{"secret":"guessed","name":"me"}';
  } else if (target === '/session') {
    // As browsers mark what a page of the service sends.
    headers.set('sec-fetch-site', 'same-origin');
  } else if (method === 'POST') {
    body = new FormData();
    body.set('id', '1');
  }
  const query = route === 'GET /graphql' ? '?query={__typename}' : '';
  const response = await fetch(`${appOf(mode).url}${target}${query}`, { method, headers, body });
  await response.body?.cancel();
  if (response.status === 401) {
    expect(response.headers.get('www-authenticate'), route).toBe('Bearer');
    return '401';
  }
  return response.status === 403 ? '403' : 'yes';
}

it('a wrong token is refused wherever it is sent, however open the service is', async () => {
  const headers = { authorization: `Bearer sps_1_${'A'.repeat(43)}` };
  for (const target of ['/api/v2/modpacks/all', '/graphql', '/api/v2/serverpacks/download/1', '/nothing']) {
    const response = await fetch(`${appOf('open').url}${target}`, { headers });
    expect(response.status, target).toBe(401);
    await response.body?.cancel();
  }
});
