import { changeWords } from '../../texts/change-words.ts';
import { plain } from '../../texts/text.ts';
import {
  type ChangeCounts,
  changes,
  type FileDifference,
  type ModDifference,
  type OwnerAct,
} from '../archive/compare-packs.ts';
import type { SettingDifference } from '../core/packs/setting-differences.ts';

export interface ToldComparison {
  /** Names of both, such as those of their modpacks. */
  first: string;
  second: string;
  settings: readonly SettingDifference[];
  /** Sentences. */
  acts: readonly string[];
  mods: { counts: ChangeCounts; shown: readonly ModDifference[] };
  files: { counts: ChangeCounts; shown: readonly FileDifference[] };
}

/** Rows of each list that a text shows. */
export const rowsShown = 200;
/** Characters of all differences of lines together. */
const differencesShown = 24 * 1024;

/** What has to be done, as a sentence. */
export function messageOf(act: OwnerAct): string {
  return changeWords.en.act({
    kind: act.kind,
    java: 'java' in act ? act.java : null,
    mod: 'mod' in act ? act.mod : null,
  });
}

/** A comparison as Markdown, in English. Texts of packs are harmless in it. */
export function comparisonMarkdown(told: ToldComparison): string {
  const { change: changeNames } = changeWords.en;
  const sections = [
    `# ${words(told.first)} → ${words(told.second)}`,
    ...section(
      'What to do',
      told.acts.map((act) => `- ${words(act, 400)}`),
    ),
    ...section('Settings', told.settings.map(settingLine)),
    ...modSections(told.mods, '##'),
    ...changes.flatMap((change) =>
      section(
        `${changeNames[change]} files (${told.files.counts[change]})`,
        rowsOf(change, told.files, fileLine),
      ),
    ),
    ...differences(told.files.shown),
  ];
  return `${sections.length === 1 ? `${sections[0]}\n\nNothing differs.` : sections.join('\n\n')}\n`;
}

/** Acts that the page for whoever runs a server shows. */
const actsShown = 20;

const ofVersions: readonly string[] = ['GAME_VERSION', 'JAVA_VERSION', 'MODLOADER', 'MODLOADER_VERSION'];

/** The same for whoever runs the first server pack and takes the second: a section of `HOW-TO-RUN.md`, without files. */
export function changesSince(told: Omit<ToldComparison, 'second' | 'files'>): string {
  const left = told.acts.length - actsShown;
  const acts = [
    ...told.acts.slice(0, actsShown).map((act) => sentence(act, 400)),
    ...(left > 0 ? [`… and ${left} more`] : []),
  ];
  const settings = told.settings.filter(({ setting }) => ofVersions.includes(setting)).map(settingLine);
  const parts = [
    ...section(
      'What to do',
      acts.map((act) => `- ${act}`),
      '###',
    ),
    ...section('Versions', settings, '###'),
    ...modSections(told.mods, '###'),
  ];
  const title = `## What changed since ${sentence(told.first)}`;
  return `${[title, ...(parts.length === 0 ? ['No mod and no version.'] : parts)].join('\n\n')}\n`;
}

function modSections(mods: ToldComparison['mods'], level: '##' | '###'): string[] {
  const { change: changeNames } = changeWords.en;
  return changes.flatMap((change) =>
    section(`${changeNames[change]} mods (${mods.counts[change]})`, rowsOf(change, mods, modLine), level),
  );
}

function settingLine({ setting, first, second }: SettingDifference): string {
  return `- ${changeWords.en.setting[setting]}: ${value(first)} → ${value(second)}`;
}

function section(title: string, lines: readonly string[], level: '##' | '###' = '##'): string[] {
  return lines.length === 0 ? [] : [`${level} ${title}\n\n${lines.join('\n')}`];
}

function rowsOf<Row extends { change: (typeof changes)[number] }>(
  change: Row['change'],
  { counts, shown: rows }: { counts: ChangeCounts; shown: readonly Row[] },
  line: (row: Row) => string,
): string[] {
  const lines = rows.filter((row) => row.change === change).map(line);
  const left = counts[change] - lines.length;
  return left > 0 ? [...lines, `- … and ${left} more`] : lines;
}

function modLine({ name, first, second }: ModDifference): string {
  const versions = distinct([first?.version, second?.version]);
  const told = versions.length === 2 ? versions : distinct([first?.file, second?.file]);
  return `- ${words(name, 100)}: ${told.map(code).join(' → ')}`;
}

function distinct(texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.filter((text) => text != null))];
}

function fileLine({ path, formerPath }: FileDifference): string {
  return `- ${formerPath === null ? '' : `${code(formerPath)} → `}${code(path)}`;
}

function differences(files: readonly FileDifference[]): string[] {
  let left = differencesShown;
  return files.flatMap(({ path, text }) => {
    if (text === null || text === '' || text.length > left) return [];
    left -= text.length;
    return [`### ${code(path)}\n\n${'`'.repeat(4)}diff\n${harmless(text)}\n${'`'.repeat(4)}`];
  });
}

/** Lines that show no more than they say, and cannot end the block they are in. */
function harmless(text: string): string {
  return text.replaceAll(/(?![\t\n])\p{C}/gu, '').replaceAll('````', "''''");
}

function value(text: string): string {
  return text === '' ? '–' : code(text);
}

function code(text: string): string {
  return `\`${plain(text, 200).replaceAll('`', "'")}\``;
}

/** Text that neither formats, links nor mentions. */
function words(text: string, most = 200): string {
  return plain(text, most).replaceAll(/[\\*_~`|<>#[\]:@&!]/g, '\\$&');
}

/** The same for a file, which is also read as it is. */
function sentence(text: string, most = 200): string {
  return plain(text, most).replaceAll(/[\\*_~`|<>[\]]/g, '\\$&');
}
