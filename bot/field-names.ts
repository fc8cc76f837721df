import type { Words } from '../texts/bot.ts';
import { withFieldNames } from '../texts/field-names.ts';

/** The service's sentence with the names that settings have in that language. */
export function inWords(sentence: string, { changes, language }: Words): string {
  const names: Readonly<Record<string, string>> = changes.setting;
  const within = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
  // German writes nouns large, and its sentences are told by code.
  return withFieldNames(sentence, (field) =>
    language === 'en' ? within(names[field] ?? field) : names[field],
  );
}
