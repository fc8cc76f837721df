import { bot as de } from './de/bot.ts';
import { bot as en, type Words } from './en/bot.ts';
import { type Language, textsFor } from './languages.ts';
import { bot as zhCN } from './zh-CN/bot.ts';

export type { Words } from './en/bot.ts';
export { bot as en } from './en/bot.ts';

/** The words of every language. */
export const wordsOf: Readonly<Record<Language, Words>> = { en, de, 'zh-CN': zhCN };

/** The words for one of Discord's locales, such as `de` or `en-US`. */
export function wordsFor(locale: string): Words {
  return textsFor(wordsOf, locale);
}
