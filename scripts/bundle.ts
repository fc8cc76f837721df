import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { project } from './find-bundle.mjs';

/** They look for files of theirs beside themselves, are machine code, or are large and seldom asked for. */
const notWithin =
  /^(?:@electric-sql\/pglite|piscina|@graphql-yoga\/render-graphiql|@resvg\/resvg-js)(?:\/|$)/;

/** Files are named by their paths from the project's folder. */
interface Bundled {
  /** Entry modules, by the names of the files that they become. */
  programs: Readonly<Record<string, string>>;
  /** Our modules that may be part of it. */
  modules: readonly string[];
  /** The folder that it will lie in. */
  place: string;
}

/** Writes programs, and all that they need, into `draft` as a few files; answers their names and lengths. */
export async function bundle(
  draft: string,
  { programs, modules, place }: Bundled,
): Promise<Record<string, number>> {
  const build = await rolldown({
    input: Object.fromEntries(
      Object.entries(programs).map(([name, file]) => [name, path.join(project, file)]),
    ),
    platform: 'node',
    external: (id) => notWithin.test(id),
    plugins: [placesOfSources(modules, place), oneDrizzle(), noSecondDriver()],
  });
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: { legal: true, jsdoc: false, annotation: false },
  });
  const files: Record<string, number> = {};
  for (const one of output) {
    const bytes = Buffer.from(one.type === 'chunk' ? inAscii(one.code) : one.source);
    await writeFile(path.join(draft, one.fileName), bytes, { flush: true });
    files[one.fileName] = bytes.length;
  }
  return files;
}

/** V8 keeps text with a single letter beyond Latin as two bytes a letter: 5 MB more in memory. */
function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * In a bundle, `import.meta.url` stays the address of the source, since other files lie beside it; a module that is
 * started by its address is part of the bundle too. `import.meta.filename` is the bundle's.
 */
function placesOfSources(modules: readonly string[], place: string): Plugin {
  const known = new Set(modules.map((name) => path.join(project, name)));
  return {
    name: 'places of sources',
    transform: {
      filter: { id: { exclude: /[\\/]node_modules[\\/]/ } },
      handler(code, file) {
        // Rolldown's own virtual modules have no path.
        if (!path.isAbsolute(file)) return null;
        // A start would not notice that it has changed.
        if (!known.has(file)) throw new Error(`${file} is not among the modules that name a bundle.`);
        if (/import\.meta\.(?!url\b|filename\b)/.test(code))
          throw new Error(`${file} may ask for its address alone.`);
        const source = path.relative(place, file).split(path.sep).join('/');
        return code
          .replaceAll(/new URL\('(\.[^']*\.ts)', import\.meta\.url\)/g, (whole, name: string) => {
            const started = path.resolve(path.dirname(file), name);
            if (!known.has(started)) return whole;
            const chunk = this.emitFile({ type: 'chunk', id: started, name: path.basename(name, '.ts') });
            return `new URL(import.meta.ROLLDOWN_FILE_URL_${chunk})`;
          })
          .replaceAll('import.meta.url', `new URL('${source}', import.meta.url).href`);
      },
    },
  };
}

/**
 * The library that counts in the database imports drizzle-orm by a name that it puts together, so that it would get
 * another one than the bundle's, read file by file while the first one waits who is counted.
 */
function oneDrizzle(): Plugin {
  const operators = 'operators-of-drizzle';
  return {
    name: 'one drizzle-orm',
    resolveId: (source) => (source === operators ? { id: `\0${operators}` } : null),
    load: (id) =>
      id === `\0${operators}` ? "export { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';" : null,
    transform: {
      filter: { id: /rate-limiter-flexible[\\/]lib[\\/]RateLimiterDrizzle\.js$/ },
      handler(code) {
        const known = code.replace('import(/* @vite-ignore */ specifier)', `import('${operators}')`);
        if (known === code) throw new Error('rate-limiter-flexible imports drizzle-orm in another way.');
        return known;
      },
    },
  };
}

/** The queue's library imports a driver for a pool of its own, and is given our connections. */
function noSecondDriver(): Plugin {
  const name = '\0no-second-driver';
  return {
    name: 'no second driver',
    resolveId: (source) => (source === 'pg' ? { id: name } : null),
    load: (id) => (id === name ? 'export default {};' : null),
  };
}
