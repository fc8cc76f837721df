import { de } from './de.ts';
import { en, type Words } from './en.ts';

export type { Words } from './en.ts';
export { en } from './en.ts';

/** The languages beside English. */
const others: readonly Words[] = [de];

/** The words for one of Discord's locales, such as `de` or `en-US`; English where there are none. */
export function wordsFor(locale: string): Words {
  const language = locale.split('-')[0];
  return others.find((words) => words.language === language) ?? en;
}
