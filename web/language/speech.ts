import { createContext, useContext } from 'react';
import { type Language, languageOf } from '../../texts/languages.ts';
import { en, type Texts } from '../../texts/web.ts';
import { readRemembered } from '../data/remembered.ts';

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

/** The last choice, else the first of the browser's languages that there are, else English. */
export function preferredLanguage(): Language {
  const wanted = [readRemembered('language'), ...navigator.languages].map(String);
  return wanted.map(languageOf).find((one) => one !== undefined) ?? 'en';
}
