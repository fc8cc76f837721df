import { web as en, type Texts } from './en/web.ts';
import { type Language, textsFor } from './languages.ts';

export type { Texts } from './en/web.ts';
export { web as en } from './en/web.ts';

/** Only English comes with the page itself. */
const loaders: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => en,
  de: async () => (await import('./de/web.ts')).web,
  'zh-CN': async () => (await import('./zh-CN/web.ts')).web,
};

/** The texts of a language. */
export function askTexts(language: Language): Promise<Texts> {
  return textsFor(loaders, language)();
}
