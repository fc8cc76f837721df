import { z } from 'zod';

const entriesForm = z.record(z.string(), z.string());
const manifestForm = z.record(z.string(), z.unknown());

/**
 * A package.json without what a package does not contain: dependencies that none of its sources imports, such as those
 * of pages that come built, dependencies for development, and scripts for them.
 */
export function forUse(manifest: string, sources: readonly string[]): string {
  const { devDependencies: _devDependencies, ...rest } = manifestForm.parse(JSON.parse(manifest));
  const imported = new Set(sources.flatMap(importsOf));
  const dependencies = keepEntries(rest.dependencies, (name) => imported.has(name));
  const scripts = keepEntries(rest.scripts, (_, script) =>
    /run\.mjs --settings=\S+ (?:src|bot)\//.test(script),
  );
  const used = { ...rest, scripts, dependencies };
  return `${JSON.stringify(used, null, 2)}\n`;
}

function keepEntries(entries: unknown, isKept: (name: string, value: string) => boolean): object {
  return Object.fromEntries(
    Object.entries(entriesForm.parse(entries)).filter(([name, value]) => isKept(name, value)),
  );
}

/** The packages that a module imports, or reads files of, by their names. */
function importsOf(source: string): string[] {
  const imports = source.matchAll(/(?:\bfrom|\bimport\(?|\bresolve\()\s*'((?:@[^'/]+\/)?[^'./][^'/]*)/g);
  return [...imports].flatMap(([, name]) => name ?? []);
}
