import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const imported =
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/gm;

const files = ['src', 'workers', 'bot', 'drizzle'].flatMap((folder) =>
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

const faces = /^(src\/(graphql|rest|http)\/|bot\/|fastify|@fastify\/|graphql|@pothos\/|ws$|discord\.js)/;
const surroundings =
  /^(src\/(database|storage|core|access|graphql|rest|http)\/|src\/(app|config|main|log)\.ts|drizzle\/|drizzle-orm|pg-boss|postgres$|@electric-sql\/|node:(http|https|net|tls|dgram|dns|http2)$|fastify|undici)/;

describe('the house', () => {
  it('finds the imports that its rules are about', () => {
    expect(imports.get('src/main.ts')).toContain('src/app.ts');
    expect(reachedFrom('src/main.ts')).toContain('src/core/pipeline.ts');
    expect(reachedFrom('workers/check.ts')).toContain('src/archive/check.ts'.replace('check', 'survey'));
  });

  it('has a core that knows no HTTP, GraphQL or Discord', () => {
    expect(trespasses(/^src\/(core|database|storage)\//, (target) => faces.test(target))).toEqual([]);
  });

  it('has an archive part and modloaders that know nothing else of the service', () => {
    const outside = (target: string) =>
      surroundings.test(target) ||
      (/^(src|workers|bot)\//.test(target) && !/^src\/(archive|modloaders)\//.test(target));
    expect(trespasses(/^src\/(archive|modloaders)\//, outside)).toEqual([]);
  });

  it.each(['workers/check.ts', 'workers/generate.ts'])(
    'lets %s reach no database, network or settings',
    (thread) => {
      expect([...reachedFrom(thread)].filter((target) => surroundings.test(target))).toEqual([]);
    },
  );

  it('has a bot that imports nothing of the service', () => {
    expect(trespasses(/^bot\//, (target) => /^(src|workers|drizzle)\//.test(target))).toEqual([]);
  });

  it('reads the environment in the two files of settings only', () => {
    const readers = files.filter((file) =>
      readFileSync(path.join(root, file), 'utf8').includes('process.env'),
    );
    expect(
      readers.filter(
        (file) => !['src/config.ts', 'bot/config.ts', 'bot/main.ts', 'bot/register.ts'].includes(file),
      ),
    ).toEqual([]);
  });
});
