import Beasties from 'beasties';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Client } from 'urql';
import { Router } from 'wouter';
import { isLanguage, languages } from '../texts/languages.ts';
import { askTexts } from '../texts/web.ts';
import { Frame } from './app/frame.tsx';
import { Loading } from './ui/states.tsx';
import { UploadPage } from './upload/upload-page.tsx';

/** A page as it looks before the app runs, so that something is there at once: what has this name, in this language. */
export interface Picture {
  /** The name of its files, without what comes after it for the colours. */
  file: string;
  language: string;
  title: string;
  body: string;
  /** For browsers that run no scripts. */
  noScript: string;
}

/** The pages that are drawn while the app is built: the first one, and what all others begin as. */
export async function prerender(): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const language of Object.keys(languages).filter(isLanguage)) {
    const texts = await askTexts(language);
    const speech = { language, texts, setLanguage() {} };
    // No service answers while pages are built.
    const client = new Client({ url: '/graphql', exchanges: [], preferGetMethod: false });
    const draw = (path: string, page: ReactNode) =>
      renderToString(
        <Router ssrPath={path}>
          <Frame speech={speech} client={client}>
            {page}
          </Frame>
        </Router>,
      );
    const { name, noScript } = texts.app;
    pictures.push(
      {
        file: `index.${language}`,
        language,
        title: `${texts.upload.title} – ${name}`,
        body: draw('/', <UploadPage />),
        noScript,
      },
      { file: `other.${language}`, language, title: name, body: draw('/other', <Loading />), noScript },
    );
  }
  return pictures;
}

/** Puts the styles of the page's first paint into the page, instead of links to the sheets in this folder. */
export async function withFirstStyles(page: string, folder: string): Promise<string> {
  const beasties = new Beasties({
    path: folder,
    publicPath: '/',
    pruneSource: false,
    reduceInlineStyles: false,
    // By then a script has said which colours are meant.
    allowRules: [/^:root\[data-mantine-color-scheme/],
    logLevel: 'silent',
  });
  const styled = await beasties.process(page);
  return styled.replace(/<link rel="preload"[^>]*>/g, '');
}
