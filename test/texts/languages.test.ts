import { describe, expect, test } from 'vitest';
import type { LogActKind } from '../../client/gql/schema.ts';
import { wordsOf } from '../../texts/bot.ts';
import { problems as germanProblems } from '../../texts/de/problems.ts';
import { servers as germanServers } from '../../texts/de/servers.ts';
import { web as de } from '../../texts/de/web.ts';
import { servers as englishServers } from '../../texts/en/servers.ts';
import { web as en } from '../../texts/en/web.ts';
import { isLanguage, type Language, languageOf, languages } from '../../texts/languages.ts';
import type { ServerTexts } from '../../texts/servers.ts';
import { problems as chineseProblems } from '../../texts/zh-CN/problems.ts';
import { servers as chineseServers } from '../../texts/zh-CN/servers.ts';
import { web as zhCN } from '../../texts/zh-CN/web.ts';

test.each([
  ['en-GB', 'en'],
  ['de', 'de'],
  ['de-AT', 'de'],
  ['zh', 'zh-CN'],
  ['zh-CN', 'zh-CN'],
  ['zh-Hans-HK', 'zh-CN'],
  ['zh-sg', 'zh-CN'],
  ['zh-TW', undefined],
  ['zh-Hant-CN', undefined],
  ['zh-HK', undefined],
  ['fr', undefined],
  ['deu', undefined],
  ['*', undefined],
  ['constructor', undefined],
  ['', undefined],
])('a browser or a Discord in %j gets %j', (locale, language) => {
  expect(languageOf(locale)).toBe(language);
});

const markers = [71, 72, 73];

/** Each text with its path: what it says where it takes nothing, else which of the given values it says. */
function textsIn(value: unknown, path: string): [string, string][] {
  // How logs are told takes objects; it is held to the same below.
  if (/\.(act|cause|votes\.counts)$/.test(path)) return [];
  if (typeof value === 'string') return [[path, value.trim() === '' ? 'empty' : 'a text']];
  if (typeof value === 'function') {
    const said = String(Reflect.apply(value, undefined, markers));
    return [[path, [...new Set(said.match(/7[123]/g))].toSorted().join(' ')]];
  }
  return Object.entries(value ?? {}).flatMap(([key, one]) => textsIn(one, `${path}.${key}`));
}

const others = Object.keys(languages)
  .filter(isLanguage)
  .filter((language) => language !== 'en');
const pages = { en, de, 'zh-CN': zhCN } satisfies Record<Language, unknown>;
const problems = { en: {}, de: germanProblems, 'zh-CN': chineseProblems } satisfies Record<
  Language,
  Readonly<Record<string, string>>
>;
const actKinds: readonly LogActKind[] = [
  'ADD_MOD',
  'DELETE_FILE',
  'DROP_MOD',
  'KEEP_ONE_OF',
  'MORE_MEMORY',
  'USE_JAVA',
];
const servers = { en: englishServers, de: germanServers, 'zh-CN': chineseServers } satisfies Record<
  Language,
  ServerTexts
>;

/** All that a text says, with its path. */
function sentencesIn(value: unknown, path: string): [string, string][] {
  if (/\.(act|cause|votes\.counts)$/.test(path)) return [];
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(Reflect.apply(value, undefined, markers))]];
  return Object.entries(value ?? {}).flatMap(([key, one]) => sentencesIn(one, `${path}.${key}`));
}

/** Names of the API, such as includeFiles, include-files for the bot's options, and units beside those of the pages. */
const foreign = /\b(?!mac)[a-z]+[A-Z]\w*|\b(?:include|exclude)-\w+|\d ?[kKMGT]B\b/g;

test.each(Object.keys(languages).filter(isLanguage))(
  'the texts in %s name no field of the API, and have one style of units',
  (language) => {
    const said = [
      ...sentencesIn(pages[language], 'page'),
      ...sentencesIn(wordsOf[language], 'bot'),
      ...Object.entries(problems[language]).map((one): [string, string] => [`problems.${one[0]}`, one[1]]),
    ];
    expect(said.filter(([, text]) => text.match(foreign) !== null)).toEqual([]);
  },
);

describe.each(others)('the texts in %s', (language) => {
  test('say the same values as those in English', () => {
    expect(textsIn(pages[language], 'page')).toEqual(textsIn(pages.en, 'page'));
    expect(textsIn(wordsOf[language], 'bot')).toEqual(textsIn(wordsOf.en, 'bot'));
  });

  test('say what helps against a failure with the same values as those in English', () => {
    for (const kind of actKinds) {
      const act = { kind, modId: '71', version: '72', java: 73, files: ['74', '75'] };
      const values = (from: Language) => servers[from].logs.act(act, '76').match(/7\d/g);
      expect([kind, values(language)]).toEqual([kind, values('en')]);
    }
  });
});
