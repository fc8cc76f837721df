import type { Language } from './languages.ts';

/** The forms of a noun, by the plural rules of its language; `other` serves those that are not written out. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** Writes counts in a language: the figure, then the form of the noun that the language's plural rules ask for. */
export function countsIn(language: Language): (count: number, forms: Forms) => string {
  const figures = new Intl.NumberFormat(language);
  const rules = new Intl.PluralRules(language);
  return (count, forms) => `${figures.format(count)} ${forms[rules.select(count)] ?? forms.other}`;
}
