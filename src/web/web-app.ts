import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { languageOf } from '../../texts/languages.ts';
import { aboutBuild } from './build-id.ts';
import { inlineHashes } from './inline-hashes.ts';

/** A page of the app, and what a policy has to allow by its hash: what stands in the page itself. */
export interface WebPage {
  html: string;
  /** Sources for the policy, such as 'sha256-…', with the quotes. */
  scripts: string[];
  styles: string[];
}

/** The built web app, as it lies in a folder. */
export interface WebApp {
  folder: string;
  /** Which build it is: another one has other files. */
  build: string;
  /**
   * Its pages by file name: `index` is the first page before the app runs, `other` all others. Each exists for every
   * language, such as index.en.html, and for a chosen colour scheme, such as index.en.dark.html. The mark <!--head-->
   * is the place for a card.
   */
  pages: ReadonlyMap<string, WebPage>;
  /** Whether it has a page of its own at a path; at all others, it says that there is none. */
  hasPageAt(path: string): boolean;
  /** Paths of all its other files, such as /assets/index-4fd1.js; compressed copies lie beside them. */
  files: ReadonlySet<string>;
}

const pageName = /^(?:index|other)\.[a-zA-Z-]+(?:\.(?:light|dark))?\.html$/;

/** Opens what a build has put into a folder; null where there is none. */
export async function openWebApp(folder: string): Promise<WebApp | null> {
  const about = await aboutBuild(folder);
  if (about === null) return null;
  const { build } = about;
  const patterns = about.paths.map(toPattern);
  const hasPageAt = (at: string) => patterns.some((pattern) => pattern.test(at));
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
  return { folder, build, pages, hasPageAt, files };
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
  const liked = (acceptLanguage ?? '')
    .split(',')
    .flatMap((one) => languageOf(one.trim().split(';')[0] ?? '') ?? []);
  const [, colours = ''] = /(?:^|; ?)colours(=light|=dark)(?:;|$)/.exec(cookie) ?? [];
  for (const language of [...liked, 'en']) {
    const name = `${kind}.${language}${colours.replace('=', '.')}.html`;
    const page = pages.get(name);
    if (page !== undefined) return { name, page };
  }
  throw new Error(`The web app was built without its page ${kind}.en.html.`);
}

function toPage(html: string): WebPage {
  return { html, scripts: inlineHashes(html, 'script'), styles: inlineHashes(html, 'style') };
}

/** Which addresses a path such as /modpacks/:number is for, by the rules of the app's router. */
function toPattern(at: string): RegExp {
  const parts = at.split('/').filter((part) => part !== '');
  const written = parts.map((part) => (part.startsWith(':') ? '/[^/]+' : `/${part}`)).join('');
  return new RegExp(`^${written}/?$`, 'i');
}
