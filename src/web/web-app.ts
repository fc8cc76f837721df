import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildIdOf } from './build-id.ts';

/** A page of the app, and what a policy has to allow by its hash: what stands in the page itself. */
export interface WebPage {
  html: string;
  /** Such as 'sha256-…', with the quotes. */
  scripts: string[];
  styles: string[];
}

/** The built web app, as it lies in a folder. */
export interface WebApp {
  folder: string;
  /** Which build it is: another one has other files. */
  build: string;
  /**
   * Its pages by the names of their files: `index` is how the first page looks before the app runs, `other` how all others
   * do, and there is one of each for a language, such as index.en.html, and for whoever has chosen colours, such as
   * index.en.dark.html. In each, the mark <!--head--> is where a card can be put.
   */
  pages: ReadonlyMap<string, WebPage>;
  /** Paths of all its other files, such as /assets/index-4fd1.js; compressed copies lie beside them. */
  files: ReadonlySet<string>;
}

const pageName = /^(?:index|other)\.[a-z]+(?:\.(?:light|dark))?\.html$/;

/** Opens what a build has put into a folder; null where there is none. */
export async function openWebApp(folder: string): Promise<WebApp | null> {
  const build = await buildIdOf(folder);
  if (build === null) return null;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  const pages = new Map<string, WebPage>();
  for (const name of names.filter((one) => pageName.test(one)))
    pages.set(name, toPage(await readFile(path.join(folder, name), 'utf8')));
  const files = new Set(
    names.filter((name) => !pages.has(name)).map((name) => `/${name.split(path.sep).join('/')}`),
  );
  files.delete('/build.json');
  return { folder, build, pages, files };
}

/**
 * Which page a browser gets at a path: in the language that it likes best of those that there are, else in English, and in
 * the colours that were chosen, of which a cookie of the app tells (web/app/colours.ts).
 */
export function pageFor(
  { pages }: WebApp,
  path: string,
  { acceptLanguage, cookie = '' }: { acceptLanguage: string | undefined; cookie: string | undefined },
): { name: string; page: WebPage } {
  const kind = path === '/' ? 'index' : 'other';
  const liked = (acceptLanguage ?? '').split(',').map((one) => one.trim().slice(0, 2).toLowerCase());
  const [, colours = ''] = /(?:^|; ?)colours(=light|=dark)(?:;|$)/.exec(cookie) ?? [];
  for (const language of [...liked, 'en']) {
    const name = `${kind}.${language}${colours.replace('=', '.')}.html`;
    const page = pages.get(name);
    if (page !== undefined) return { name, page };
  }
  throw new Error(`The web app was built without its page ${kind}.en.html.`);
}

function toPage(html: string): WebPage {
  const hashes = (element: string) =>
    [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  return { html, scripts: hashes('script'), styles: hashes('style') };
}
