import { type Language, languageOf } from '../../texts/languages.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { zhCN } from './zh-cn.ts';

export type { Words } from './en.ts';
export { en } from './en.ts';

/** The words of every language. */
export const wordsOf: Readonly<Record<Language, Words>> = { en, de, 'zh-CN': zhCN };

/** The words for one of Discord's locales, such as `de` or `en-US`; English where there are none. */
export function wordsFor(locale: string): Words {
  return wordsOf[languageOf(locale) ?? 'en'];
}
