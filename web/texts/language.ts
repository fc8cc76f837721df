import { createContext, useContext } from 'react';
import { readRemembered } from '../data/remembered.ts';
import { en, type Texts } from './en.ts';

/** The languages that the pages speak, by how they call themselves. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** The language of a page, with its texts. */
export interface Speech {
  language: Language;
  texts: Texts;
  setLanguage(language: Language): void;
}

export const SpeechContext = createContext<Speech>({ language: 'en', texts: en, setLanguage() {} });

/** All texts in the language of the page. */
export function useTexts(): Texts {
  return useContext(SpeechContext).texts;
}

/** The texts of a language; only English comes with the page itself. */
export async function askTexts(language: Language): Promise<Texts> {
  if (language === 'en') return en;
  return (await import('./de.ts')).de;
}

/** The last choice, else the browser's language, else English. */
export function preferredLanguage(): Language {
  const chosen = readRemembered('language');
  const wanted = [chosen, ...navigator.languages].map((one) => String(one).slice(0, 2));
  return wanted.find(isLanguage) ?? 'en';
}

export function isLanguage(text: string): text is Language {
  return text in languages;
}
