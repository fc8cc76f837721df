import type { LocalizationMap } from 'discord.js';
import * as german from '../texts/de/commands.ts';
import type { ChoiceTexts, CommandTexts } from '../texts/en/commands.ts';
import * as english from '../texts/en/commands.ts';
import type { Language } from '../texts/languages.ts';
import * as chinese from '../texts/zh-CN/commands.ts';

/** Names and descriptions of commands and options; each language has all of them. */
const commandTexts = {
  en: english.commands,
  de: german.commands,
  'zh-CN': chinese.commands,
} satisfies Record<Language, CommandTexts>;

/** The name and the description of a command or an option, in every language. */
export function described(key: keyof CommandTexts): {
  name: string;
  description: string;
  name_localizations: LocalizationMap;
  description_localizations: LocalizationMap;
} {
  const { en, ...others } = commandTexts;
  return {
    ...en[key],
    name_localizations: { de: others.de[key].name, 'zh-CN': others['zh-CN'][key].name },
    description_localizations: { de: others.de[key].description, 'zh-CN': others['zh-CN'][key].description },
  };
}

/** A choice of an option: `value` is what the bot gets, in every language. */
export function choice<Value extends keyof ChoiceTexts>(
  value: Value,
): { name: string; value: Value; name_localizations: LocalizationMap } {
  return {
    name: english.choices[value],
    value,
    name_localizations: { de: german.choices[value], 'zh-CN': chinese.choices[value] },
  };
}
