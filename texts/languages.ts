/** The languages of the pages and of the bot, each by the name that it gives itself. */
export const languages = { en: 'English', de: 'Deutsch', 'zh-CN': '简体中文' } as const;
export type Language = keyof typeof languages;

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}

/** Chinese that is written in traditional characters, whose readers the simplified ones do not serve. */
const traditional = /^zh-(?:hant|tw|hk|mo)\b/i;

/** Our language for a locale such as `de-AT`, `en` or `zh-Hans`; undefined where there is none. */
export function languageOf(locale: string): Language | undefined {
  const [main = ''] = locale.toLowerCase().split('-');
  if (main === 'zh') return traditional.test(locale) ? undefined : 'zh-CN';
  return isLanguage(main) ? main : undefined;
}

/** The texts for a locale such as `de-AT`; in English where there are none. Every language has its own: the compiler asks. */
export function textsFor<Texts>(each: Readonly<Record<Language, Texts>>, locale: string): Texts {
  return each[languageOf(locale) ?? 'en'];
}
