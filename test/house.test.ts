import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '..');
const imported =
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/gm;

const files = ['src', 'workers', 'bot', 'cli', 'client/gateway', 'client/gql', 'texts', 'drizzle'].flatMap(
  (folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.posix.join(folder, ...name.split(path.sep))),
);
const imports = new Map(files.map((file) => [file, importsOf(file)]));

/** What a file imports: files of ours from the top folder on, packages by their name. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(imported)].map((match) => {
    const target = match[1] ?? match[2] ?? '';
    return target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target;
  });
}

/** The forbidden imports of all files under `place`, as "from -> to". */
function trespasses(place: RegExp, isForbidden: (target: string) => boolean): string[] {
  return files
    .filter((file) => place.test(file))
    .flatMap((file) => (imports.get(file) ?? []).filter(isForbidden).map((target) => `${file} -> ${target}`));
}

/** Everything that a file reaches by imports, directly or through others. */
function reachedFrom(file: string): Set<string> {
  const reached = new Set<string>();
  const visit = (one: string) => {
    for (const target of imports.get(one) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      visit(target);
    }
  };
  visit(file);
  return reached;
}

/** The files of the tests whose text `pattern` matches, but for this one. */
function testsWith(pattern: RegExp): string[] {
  return (
    readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && name !== 'house.test.ts')
      // What test/clients has installed is not ours.
      .filter((name) => !name.split(path.sep).includes('node_modules'))
      .filter((name) => pattern.test(readFileSync(path.join(root, 'test', name), 'utf8')))
      .map((name) => name.split(path.sep).join('/'))
      .sort()
  );
}

const faces = /^(src\/(graphql|rest|http)\/|bot\/|fastify|@fastify\/|graphql|@pothos\/|ws$|discord\.js)/;
const surroundings =
  /^(src\/(database|storage|core|access|limits|graphql|rest|http)\/|src\/(app|config|main|start|log)\.ts|drizzle\/|drizzle-orm|pg$|@electric-sql\/|node:(http|https|net|tls|dgram|dns|http2)$|fastify|undici)/;

describe('the house', () => {
  it('finds the imports that its rules are about', () => {
    expect(imports.get('src/start.ts')).toContain('src/app.ts');
    expect(reachedFrom('src/main.ts')).toContain('src/core/runs/pipeline.ts');
    expect(reachedFrom('workers/check.ts')).toContain('src/archive/pack/survey.ts');
  });

  it('has a core that knows no HTTP, GraphQL or Discord', () => {
    expect(
      trespasses(/^src\/(core|limits|database|storage|fetching)\//, (target) => faces.test(target)),
    ).toEqual([]);
  });

  it('has an archive part and modloaders that know nothing else of the service', () => {
    const outside = (target: string) =>
      surroundings.test(target) ||
      (/^(src|workers|bot)\//.test(target) && !/^src\/(archive|modloaders)\//.test(target));
    expect(trespasses(/^src\/(archive|modloaders)\//, outside)).toEqual([]);
  });

  it('has files for hosts that know the archive part and modloaders alone', () => {
    const outside = (target: string) =>
      surroundings.test(target) ||
      (/^(src|workers|bot)\//.test(target) && !/^src\/(hosting|archive|modloaders)\//.test(target));
    expect(trespasses(/^src\/hosting\//, outside)).toEqual([]);
  });

  it('has a part that fetches files and knows no database and nothing of what they are for', () => {
    const outside =
      /^(src\/(core|database|access|limits|config|app|main|start)|drizzle|workers|pg|@electric-sql)/;
    expect(trespasses(/^src\/fetching\//, (target) => outside.test(target))).toEqual([]);
  });

  it.each(['workers/check.ts', 'workers/generate.ts', 'workers/tasks.ts', 'workers/work-process-main.ts'])(
    'lets %s reach no database, network or settings',
    (file) => {
      expect([...reachedFrom(file)].filter((target) => surroundings.test(target))).toEqual([]);
    },
  );

  it('lets the scan reach clamd by one module, and no database or settings', () => {
    const reached = [...reachedFrom('workers/scan.ts')].filter((target) => surroundings.test(target));
    expect(reached).toEqual(['node:net']);
    expect(trespasses(/^src\/scan\//, (target) => target === 'node:net')).toEqual([
      'src/scan/clamd.ts -> node:net',
    ]);
  });

  it('has a bot and a client of the gateway that import nothing of the service', () => {
    expect(trespasses(/^(bot|client|texts)\//, (target) => /^(src|workers|drizzle)\//.test(target))).toEqual(
      [],
    );
  });

  it('has a bot that nobody else knows, and a client and texts that know neither bot nor command line', () => {
    expect(trespasses(/^(src|workers|cli|drizzle)\//, (target) => /^bot\//.test(target))).toEqual([]);
    expect(trespasses(/^(client|texts)\//, (target) => /^(bot|cli)\//.test(target))).toEqual([]);
  });

  it('has tables that know the plain types of their columns alone, and errors that know nothing', () => {
    const inside = /^src\/(core|database|storage|webhooks|graphql|rest|http|app|config)/;
    expect([...reachedFrom('drizzle/schema.ts')].filter((target) => inside.test(target))).toEqual([]);
    expect(imports.get('src/errors.ts')).toEqual([]);
  });

  it('has a command line that nobody else knows, and that reaches a service by its interface alone', () => {
    expect(trespasses(/^(src|workers|bot|drizzle)\//, (target) => /^cli\//.test(target))).toEqual([]);
    const inside = /^(src\/(database|graphql|rest|http|app|main|start)|drizzle|drizzle-orm|pg|@electric-sql)/;
    expect(trespasses(/^cli\//, (target) => inside.test(target))).toEqual([]);
  });

  it('runs every npm script on its own Node, in place of the shell', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
    const ways = Object.values(scripts).map((script) => {
      const commands = script.split(' && ');
      // A shell that has more to do cannot become the first of its commands.
      const way = commands.length === 1 ? 'exec node scripts/run.mjs ' : 'node scripts/run.mjs ';
      return commands.every((command) => command.startsWith(way)) || script;
    });
    expect(ways.filter((way) => way !== true)).toEqual([]);
  });

  it('lets npm on an old Node install the optional packages, which all run on the Node that comes along', () => {
    const { packages } = z
      .object({
        packages: z.record(
          z.string(),
          z.looseObject({ optional: z.boolean().optional(), engines: z.unknown().optional() }),
        ),
      })
      .parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
    const demanding = Object.entries(packages).filter(([, entry]) => entry.optional && entry.engines);
    // npm leaves them out without a word where they ask for more: take "engines" out of their entries.
    expect(demanding.map(([name]) => name)).toEqual([]);
  });

  it('reads the environment in the files of settings, and where the command line begins', () => {
    const readers = files.filter((file) =>
      readFileSync(path.join(root, file), 'utf8').includes('process.env'),
    );
    expect(
      readers.filter(
        (file) =>
          !['src/config.ts', 'src/main.ts', 'bot/config.ts', 'bot/config-or-exit.ts', 'cli/main.ts'].includes(
            file,
          ),
      ),
    ).toEqual([]);
  });

  it('waits in tests for as long as vitest.config.ts says, and for nothing with a limit of its own', () => {
    const impatient =
      /\bvi\.wait(?:For|Until)\(|\bpoll\((?:(?!\.(?:not|to[A-Z])).){0,300}?\btimeout:|\bAbortSignal\.timeout\(\d/s;
    expect(testsWith(impatient)).toEqual([]);
  });

  it('never waits in tests for time to pass', () => {
    const sleeping =
      /\bsetTimeout\b[^;]*from '(?:node:)?timers\/promises'|\bnew Promise\b[^;]{0,80}=> setTimeout\(|\bscheduler\.wait\(|\bAtomics\.wait\(/;
    expect(testsWith(sleeping)).toEqual([
      // A client that sends a byte now and then is what its tests are about.
      'http/transfers.test.ts',
      // Looks now and then whether what a file has opened is gone.
      'support/each-file.ts',
      // No test: programs that draw and measure pages look now and then.
      'web/standalone.ts',
      // A thread that stands still until it is ended.
      'workers/dying-thread.ts',
    ]);
  });

  it('has a README of one screen that names every page of the docs, and nothing that is not there', () => {
    const text = readFileSync(path.join(root, 'README.md'), 'utf8');
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(60);
    const named = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, place = '']) => place);
    expect(named.filter((place) => !existsSync(path.join(root, place)))).toEqual([]);
    const pages = ['docs', 'docs/contributing'].flatMap((folder) =>
      readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`),
    );
    expect(pages.filter((page) => page.endsWith('.md') && !named.includes(page))).toEqual([]);
  });

  it('keeps the newest snapshot of the tables alone', () => {
    const names = readdirSync(path.join(root, 'drizzle', 'migrations', 'meta'));
    expect(names.filter((name) => name.endsWith('_snapshot.json'))).toHaveLength(1);
  });

  it('gives each decision a number of its own', () => {
    const numbers = readdirSync(path.join(root, 'docs', 'contributing', 'decisions')).map((name) =>
      name.slice(0, 4),
    );
    expect(numbers).toEqual([...new Set(numbers)]);
  });
});
