import './styles/index.css';
import 'virtual:theme-variables.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { askTexts, preferredLanguage } from './texts/language.ts';

const root = document.getElementById('root');
if (root !== null) {
  const language = preferredLanguage();
  const texts = await askTexts(language);
  createRoot(root).render(
    <StrictMode>
      <App language={language} texts={texts} />
    </StrictMode>,
  );
}
