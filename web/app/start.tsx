import '../styles/index.css';
import 'virtual:theme-variables.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { watchNetwork } from '../data/connection.ts';
import { askTexts, preferredLanguage } from '../texts/language.ts';
import { App } from './app.tsx';
import { holdFocus } from './held-focus.ts';

/** Puts the app where its picture has been until now. */
export async function start(root: HTMLElement): Promise<void> {
  watchNetwork();
  const language = preferredLanguage();
  const texts = await askTexts(language);
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
