import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { languageOf } from '../../texts/languages.ts';
import { aboutBuild } from './build-id.ts';
import { inlineHashes } from './inline-hashes.ts';

/** A page of the app, with the hashes of its inline elements for the policy. */
export interface WebPage {
  html: string;
  /** Sources for the policy, such as 'sha256-…', with the quotes. */
  scripts: string[];
  styles: string[];
}

/** The built web app in its folder. */
export interface WebApp {
  folder: string;
  /** Identifies the build; another build has other files. */
  build: string;
  /**
   * The pages by file name: `index` is the first page before the app runs, `other` stands for all others. Each page
   * exists for every language, such as index.en.html, and for a chosen colour scheme, such as index.en.dark.html. The
   * mark <!--head--> is replaced with a card.
   */
  pages: ReadonlyMap<string, WebPage>;
  /** Whether the app has a page at a path; at other paths, the app shows that there is none. */
  hasPageAt(path: string): boolean;
  /** Paths of all other files, such as /assets/index-4fd1.js; compressed copies lie beside them. */
  files: ReadonlySet<string>;
}

const pageName = /^(?:index|other)\.[a-zA-Z-]+(?:\.(?:light|dark))?\.html$/;

/** Opens a build in a folder; null if there is none. */
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
 * The page for a browser: in the language that the browser prefers, else in English, and in the colours chosen by the
 * user, which the app keeps in a cookie (web/app/colours.ts).
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

/** A pattern of the addresses that belong to a path such as /modpacks/:number, by the rules of the app's router. */
function toPattern(at: string): RegExp {
  const parts = at.split('/').filter((part) => part !== '');
  const written = parts.map((part) => (part.startsWith(':') ? '/[^/]+' : `/${part}`)).join('');
  return new RegExp(`^${written}/?$`, 'i');
}
