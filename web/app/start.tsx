import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchNetwork } from '../data/connection.ts';
import { askTexts, preferredLanguage } from '../texts/language.ts';
import { App } from './app.tsx';

/** Puts the app where its picture has been until now. */
export async function start(root: HTMLElement): Promise<void> {
  watchNetwork();
  const language = preferredLanguage();
  const texts = await askTexts(language);
  createRoot(root).render(
    <StrictMode>
      <App language={language} texts={texts} />
    </StrictMode>,
  );
}
