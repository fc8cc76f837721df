import '../styles/index.css';
import 'virtual:theme-variables.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { askTexts } from '../../texts/web.ts';
import { watchNetwork } from '../data/connection.ts';
import { preferredLanguage } from '../language/speech.ts';
import { App } from './app.tsx';
import { holdFocus } from './held-focus.ts';

/** Puts the app where its picture has been until now. */
async function start(root: HTMLElement): Promise<void> {
  watchNetwork();
  const language = preferredLanguage();
  const [texts] = await Promise.all([askTexts(language), stylesAreThere()]);
  const giveBack = holdFocus(root);
  // At once, so that nothing can get the focus between the picture and the app.
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <App language={language} texts={texts} />
      </StrictMode>,
    ),
  );
  giveBack();
  root.removeAttribute('aria-busy');
}

/** Waits for the sheets that were asked for together with the app; those that cannot be had are done without. */
async function stylesAreThere(): Promise<void> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const loading = sheets.filter(({ sheet }) => sheet === null);
  await Promise.all(
    loading.map(
      (link) =>
        new Promise((resolve) => {
          link.addEventListener('load', resolve);
          link.addEventListener('error', resolve);
        }),
    ),
  );
}

const root = document.getElementById('root');
if (root !== null) void start(root);
